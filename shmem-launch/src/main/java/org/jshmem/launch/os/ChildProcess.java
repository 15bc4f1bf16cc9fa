// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.util.concurrent.CompletableFuture;
import org.jshmem.shm.system.CFunction;

/// A process that [Processes] has started.
public class ChildProcess {
    private final int pid;
    private final Pipe output;
    private final Pipe errors;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    protected ChildProcess(int pid, Pipe output, Pipe errors) {
        this.pid = pid;
        this.output = output;
        this.errors = errors;
    }

    public final int pid() {
        return pid;
    }

    /// The pipe from its standard output; empty without one.
    public final Pipe output() {
        return output;
    }

    /// The pipe from its standard error; empty without one.
    public final Pipe errors() {
        return errors;
    }

    /// Completes with its exit status, or with 128 and the signal that killed it.
    public final CompletableFuture<Integer> end() {
        return end;
    }

    /// Sends it a signal, unless it has ended: its number may be another process's then.
    public void signal(int number) {
        if (!end.isDone()) CFunction.named("kill").call(pid, number, 0, 0, 0, 0);
    }

    /// Passes a signal of the user on. A process without a handler, such as a JVM that starts, does not get it.
    public final void pass(int number) {
        if (Signals.isHandled(number, pid)) signal(number);
    }

    public final void kill() {
        signal(Signals.KILL);
    }
}
