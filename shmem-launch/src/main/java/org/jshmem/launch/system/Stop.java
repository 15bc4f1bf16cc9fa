// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// What it means to be told to stop: before the job runs, to go at once; afterwards, what the job says.
public final class Stop {
    /// Exit status of a job whose time is over: that of timeout(1).
    public static final int TIME_OVER = 124;

    /// What is said then.
    public static final String TIME_OVER_TEXT =
            "oshrun: the job is ended (status 124): it took longer than --time-limit allows";

    private final Scratch scratch;
    private IntConsumer meaning;

    public Stop(Scratch scratch) {
        this.scratch = scratch;
    }

    /// From now on, stopping with an exit status means this.
    public synchronized void meansFor(IntConsumer job) {
        meaning = job;
    }

    /// A signal came.
    public void signalled(int signal) {
        now(128 + signal);
    }

    /// Stops after so many nanoseconds.
    public void after(long nanos) {
        Thread.ofPlatform().daemon().name("time limit").start(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(nanos);
                now(TIME_OVER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Stops with an exit status.
    public synchronized void now(int status) {
        if (meaning != null) {
            meaning.accept(status);
        } else if (status != 128 + Signals.QUIT) {
            scratch.close();
            Runtime.getRuntime().halt(status);
        }
    }
}
