// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// The effect of signals and the time limit: before the job runs they end the launcher, afterwards the job decides.
public final class Stop {
    /// Exit status of a job whose time is over: that of timeout(1).
    public static final int TIME_OVER = 124;

    public static final String TIME_OVER_TEXT =
            "oshrun: the job is ended (status 124): it took longer than --time-limit allows";

    public interface RunningJob {
        void stop(int status);

        /// Prints the line of the program at which each of its PEs is.
        default void report() {}

        /// Sends a signal to all of its PEs.
        default void pass(int signal) {}
    }

    private volatile RunningJob job;

    /// Until a job is set, a stop ends this process by `halt`.
    public Stop(IntConsumer halt) {
        job = status -> {
            if (status == TIME_OVER) System.err.println(TIME_OVER_TEXT);
            halt.accept(status);
        };
    }

    /// Sets the job that signals and the time limit stop from now on.
    public synchronized void setJob(RunningJob running) {
        job = running;
    }

    /// Handles a signal. Before PEs have started, signals for PEs have no effect.
    public void signalled(int signal) {
        switch (signal) {
            case Signals.QUIT, Signals.URG -> job.report();
            case Signals.XCPU -> stop(TIME_OVER);
            case Signals.USR1, Signals.USR2 -> job.pass(signal);
            default -> stop(128 + signal);
        }
    }

    /// Stops after this number of nanoseconds.
    public void after(long nanos) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(() -> stop(TIME_OVER));
    }

    /// Stops the job. No job can be set while this process ends.
    public synchronized void stop(int status) {
        job.stop(status);
    }
}
