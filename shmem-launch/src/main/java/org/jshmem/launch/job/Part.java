// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.io.InputStream;
import java.util.concurrent.CompletionStage;

/// A process of the job, here or elsewhere, and the PEs that live in it: `count` of them from `first`.
public interface Part {
    /// Enough to read and forward.
    int READER_STACK_BYTES = 1 << 16;

    /// Its first PE.
    int first();

    /// How many PEs it has.
    int count();

    /// Its number where it runs.
    long pid();

    /// What it writes to standard output.
    InputStream output();

    /// What it writes to standard error.
    InputStream errors();

    /// The kind of thread that reads one of the two.
    default Thread.Builder reader() {
        return Thread.ofPlatform().daemon().stackSize(READER_STACK_BYTES);
    }

    /// Completes with its exit status when it has ended, or with a failure where no thread could be had to say so.
    CompletionStage<Integer> end();

    /// Its exit status, once it has ended.
    int status() throws InterruptedException;

    /// Ends it at once.
    void kill();

    /// Sends it a signal. SIGQUIT has a JVM print on standard output where each of its threads is.
    void signal(int number);

    /// Whether it has this PE.
    default boolean has(int pe) {
        return pe >= first() && pe < first() + count();
    }

    /// Where it is found, as messages say it.
    default String place() {
        return "pid " + pid();
    }

    /// How messages name it.
    default String who(int npes) {
        return count() == 1
                ? "PE %d/%d (%s)".formatted(first(), npes, place())
                : "the JVM of PEs %d to %d of %d (%s)".formatted(first(), first() + count() - 1, npes, place());
    }
}
