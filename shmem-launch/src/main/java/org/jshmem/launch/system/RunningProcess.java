// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/// A process that this one has started, or that another host has started for it.
public abstract class RunningProcess {
    private final long pid;
    private final InputStream output;
    private final InputStream errors;
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    protected RunningProcess(long pid, InputStream output, InputStream errors) {
        this.pid = pid;
        this.output = output;
        this.errors = errors;
    }

    /// Its number on its host.
    public final long pid() {
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

    /// Sends it a signal, unless it has ended. SIGQUIT makes a JVM print the stacks of its threads on standard output.
    public abstract void signal(int number);

    public final void kill() {
        signal(Signals.KILL);
    }
}
