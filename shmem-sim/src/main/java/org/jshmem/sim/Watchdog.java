// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.PrintStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jshmem.program.ProgramFrames;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;

/// The watch over the PE that has the turn. The thread that runs the simulation calls ten times a second. The watch
/// changes nothing in the simulation.
///
/// After the failure of its job a PE that keeps the turn for 0.6 s is left behind, since it computes or its program
/// catches the exceptions: a process would be killed, but a thread cannot be. Before a failure the watch reports a PE
/// whose virtual time stands still. Such a PE loops outside the library, polls at no cost, or computes for long.
final class Watchdog implements BooleanSupplier {
    /*
     * A PE that loops until another PE changes its memory never ends, and no other PE can act. A PE that computes looks
     * the same from outside, so the job goes on. A line names either after 1.5 s in one method of the program, once for
     * each method. A cold JVM on a busy machine takes this time inside the library, which is not reported.
     */
    static final Duration SOON = Duration.ofMillis(1500);
    private static final long GRACE = 600_000_000; // ns

    private final SimJob job;
    private PrintStream out; // null for no reports
    private long soon; // ns
    private final Set<String> named = new HashSet<>();
    private int pe = -1; // the PE that has the turn
    private long turn; // it has had the turn since then, and the job its failure
    private long clock;
    private long since; // the PE has had this clock
    private String method = "";
    private long within; // the PE has been in this method

    /// The PE that still ran 0.6 s after the failure of the job, without calls or in spite of their exceptions; -1 for
    /// none.
    volatile int left = -1;

    Watchdog(SimJob job) {
        this.job = job;
    }

    /// Reports PEs whose virtual time stands still, after the time `first` in one method of the program.
    void reportTo(PrintStream stream, Duration first) {
        out = stream;
        soon = first.toNanos();
    }

    /// Looks again. Returns whether the PE that has the turn is left behind.
    @Override
    public boolean getAsBoolean() {
        int running = job.kernel.threads.running();
        long now = System.nanoTime();
        boolean failed = job.failure() != null;
        if (running != pe || !failed) turn = now;
        if (running != pe) clock = -1;
        pe = running;
        left = failed && now - turn > GRACE ? pe : -1;
        if (out != null && pe >= 0 && !failed) look(now);
        return left >= 0;
    }

    private void look(long now) {
        SimKernel kernel = job.kernel;
        if (kernel.now(pe) != clock) {
            clock = kernel.now(pe);
            since = now;
            method = "";
            return;
        }
        String present = method(kernel.threads.thread(pe).getStackTrace());
        if (!present.equals(method)) {
            method = present;
            within = now;
        }
        if (!method.isEmpty() && now - within > soon && named.add(method)) name(now - since);
    }

    /// The method of the program that runs; empty if the PE is in a call of the library.
    private static String method(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (!ProgramFrames.isLibrary(type)) return type + "." + frame.getMethodName();
            if (type.startsWith("org.jshmem.")) return "";
        }
        return "";
    }

    private void name(long nanos) {
        out.printf(
                "oshrun: PE %d/%d has made no call for %.1f s of real time%s; its virtual time is %s, and PEs with later times wait; if it waits for another PE there, use waitUntil%n",
                pe, job.npes(), nanos / 1e9, job.kernel.threads.where(pe), Picos.show(clock));
    }
}
