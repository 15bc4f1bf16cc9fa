// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.function.IntConsumer;

/// What it means to be told to stop: before the job runs, to go at once; afterwards, what the job says.
final class Stop {
    private final Scratch scratch;
    private IntConsumer meaning;

    Stop(Scratch scratch) {
        this.scratch = scratch;
    }

    /// From now on, stopping with an exit status means this.
    synchronized void meansFor(IntConsumer job) {
        meaning = job;
    }

    /// A signal came.
    void signalled(int signal) {
        now(128 + signal);
    }

    /// Stops with an exit status.
    synchronized void now(int status) {
        if (meaning != null) {
            meaning.accept(status);
        } else if (status != 128 + Signals.QUIT) {
            scratch.close();
            Runtime.getRuntime().halt(status);
        }
    }
}
