// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.InputStream;
import java.util.concurrent.CompletionStage;

/// A process of the job, on this host or another, and the PEs that live in it: `count` PEs from PE `first` on.
public interface Part {
    /// Its first PE.
    int first();

    /// The number of its PEs.
    int count();

    /// Its process number on its host.
    long pid();

    /// Its standard output.
    InputStream output();

    /// Its standard error.
    InputStream errors();

    /// Completes with its exit status when it has ended.
    CompletionStage<Integer> end();

    /// Kills it.
    void kill();

    /// Sends it a signal. SIGQUIT makes a JVM print the stacks of its threads on standard output.
    void signal(int number);

    /// Whether it has this PE.
    default boolean has(int pe) {
        return pe >= first() && pe < first() + count();
    }

    /// The process and its host, for messages.
    default String place() {
        return "pid " + pid();
    }

    /// Its name in messages.
    default String who(int npes) {
        return count() == 1
                ? "PE %d/%d (%s)".formatted(first(), npes, place())
                : "the JVM of PEs %d to %d of %d (%s)".formatted(first(), first() + count() - 1, npes, place());
    }
}
