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

    public interface Running {
        void stop(int status);

        /// Prints the line of the program at which each of its PEs is.
        default void report() {}

        /// Sends a signal to all of its PEs.
        default void pass(int signal) {}
    }

    private final ScratchFolder scratch;
    private final IntConsumer halt;
    private Running job;

    public Stop(ScratchFolder scratch) {
        this(scratch, Runtime.getRuntime()::halt);
    }

    /// `halt` ends this process.
    Stop(ScratchFolder scratch, IntConsumer halt) {
        this.scratch = scratch;
        this.halt = halt;
    }

    /// Sets the job that signals and the time limit stop from now on.
    public synchronized void setJob(Running running) {
        job = running;
    }

    /// Handles a signal. Before PEs have started, signals for PEs have no effect.
    public void signalled(int signal) {
        switch (signal) {
            case Signals.QUIT -> running().report();
            case Signals.USR1, Signals.USR2 -> running().pass(signal);
            default -> stop(128 + signal);
        }
    }

    private synchronized Running running() {
        return job != null ? job : status -> {};
    }

    /// Stops after this number of nanoseconds.
    public void after(long nanos) {
        CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS).execute(this::timeIsOver);
    }

    private synchronized void timeIsOver() {
        if (job == null) System.err.println(TIME_OVER_TEXT);
        stop(TIME_OVER);
    }

    public synchronized void stop(int status) {
        if (job != null) {
            job.stop(status);
            return;
        }
        try {
            scratch.close();
        } finally { // if a compiler still writes there, the next launcher removes the folder
            halt.accept(status);
        }
    }
}
