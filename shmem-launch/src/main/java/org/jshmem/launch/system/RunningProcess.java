// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/// A process that this one has started, or that another host has started for it.
public interface RunningProcess {
    /// Its number on its host.
    long pid();

    /// The pipe from its standard output; empty without one.
    InputStream output();

    /// The pipe from its standard error; empty without one.
    InputStream errors();

    /// Completes with its exit status, or with 128 and the signal that killed it.
    CompletableFuture<Integer> end();

    /// Sends it a signal, unless it has ended. SIGQUIT makes a JVM print the stacks of its threads on standard output.
    void signal(int number);

    default void kill() {
        signal(Signals.KILL);
    }
}
