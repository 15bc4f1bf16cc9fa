// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/// A process that [Processes] has started.
public class ChildProcess {
    private final int pid;
    private final InputStream output;
    private final InputStream errors;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private boolean reaped; // its number may be another process's

    protected ChildProcess(int pid, InputStream output, InputStream errors) {
        this.pid = pid;
        this.output = output;
        this.errors = errors;
    }

    public final int pid() {
        return pid;
    }

    /// The pipe from its standard output; empty without one.
    public final InputStream output() {
        return output;
    }

    /// The pipe from its standard error; empty without one.
    public final InputStream errors() {
        return errors;
    }

    /// Completes with its exit status, or with 128 and the signal that killed it.
    public final CompletableFuture<Integer> end() {
        return end;
    }

    /// Sends it a signal, unless it has ended.
    public synchronized void signal(int number) {
        if (!reaped) Spawn.kill(pid, number);
    }

    /// Passes a signal of the user on. A process without a handler, such as a JVM that starts, does not get it.
    public final void pass(int number) {
        if (Signals.isHandled(number, pid)) signal(number);
    }

    public final void kill() {
        signal(Signals.KILL);
    }

    /// Waits for its end and takes its status.
    final void reap() {
        int status = -1;
        while (status < 0) {
            Spawn.awaitEnd(pid);
            synchronized (this) {
                status = Spawn.status(pid);
                reaped = status >= 0;
            }
        }
        end.complete(status);
    }
}
