// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import org.jshmem.spi.JobOutcome;

/// A shutdown hook for a program's call of `System.exit` while PEs are running, with the meaning that the call has for
/// PEs that are processes. A PE that has finalized ends alone: the hook waits for the others. Any other call ends all
/// PEs, and the hook reports the caller. The simulation closes the hook when the PEs have ended.
final class ExitHook implements AutoCloseable {
    private static final long LOOK_MILLIS = 1;

    /// A JVM has one status.
    private static final String STATUS_LOST =
            "oshrun: PE %d/%d called System.exit after PE %d, with which it shares a JVM:"
                    + " the status of PE %d counts%n";

    /// The status of the run, once all its reports are printed.
    private static final CompletableFuture<Integer> REPORTED = new CompletableFuture<>();

    /// Whether the hook waits for the other PEs. It then marks and ends this process.
    private static volatile boolean waits;

    private final PrintStream err;
    private final Simulation sim;
    private final Thread hook;

    /// Installs the hook. It prints where the PEs are if a signal ends the JVM.
    ExitHook(PrintStream err, Simulation sim) {
        this.err = err;
        this.sim = sim;
        // a daemon: the run waits for the program's other threads
        hook = Thread.ofPlatform().daemon().name("unasked exit").unstarted(this::run);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void run() {
        int first = PeStatus.exitingPe(sim.job);
        try {
            int pe = first;
            while (pe >= 0 && mayLeave(pe)) {
                waits = true;
                if (pe != first) err.printf(STATUS_LOST, pe, sim.npes(), first, first);
                sim.job.kernel.threads.end();
                pe = nextExit();
            }
            if (waits && pe < 0) end(first);
            else report();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report() {
        String caller = PeStatus.exiting(sim.job);
        mark(caller == null ? "" : JobOutcome.EXIT);
        err.println(
                caller == null
                        ? PeStatus.now(sim.job, "oshrun: ended from outside")
                        : "oshrun: " + caller + " called System.exit while PEs were running, which ends all"
                                + " of them where they share one JVM; call globalExit, or return from main");
    }

    /// Whether a PE in `System.exit` can end alone. In the initializer of a class its thread would hold the only
    /// carrier.
    private boolean mayLeave(int pe) {
        return sim.transport(pe).finalized && !PeStatus.initializes(sim.job, pe);
    }

    /// The PE that calls `System.exit` next; -1 if the run ends before.
    private int nextExit() throws InterruptedException {
        int pe = -1;
        while (pe < 0 && !sim.job.kernel.threads.isOver()) {
            Thread.sleep(LOOK_MILLIS);
            pe = PeStatus.exitingPe(sim.job);
        }
        return pe;
    }

    /// Ends the JVM after the run, with the status of PE `first` unless the run has failed.
    private void end(int first) {
        int status = REPORTED.join();
        if (status != 0) {
            System.err.flush();
            mark("");
            Runtime.getRuntime().halt(status);
        }
        mark(JobOutcome.LEFT.formatted(first, sim.npes()));
        sim.job.kernel.threads.carryOn(); // the thread of `first` ends the JVM
    }

    /// The run has ended with a status, and its reports are printed.
    static void reported(int status) {
        if (!waits) mark("");
        REPORTED.complete(status);
    }

    /// Makes the file by which the launcher sees that this JVM has reported its end.
    static void mark(String how) {
        String file = System.getProperty(JobOutcome.FILE_PROPERTY);
        if (file == null) return; // a test has started this JVM
        try {
            Files.writeString(Path.of(file), how, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            // the file exists: another end was first
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is ending, and the hook waits for the run or prints the reason
        }
    }
}
