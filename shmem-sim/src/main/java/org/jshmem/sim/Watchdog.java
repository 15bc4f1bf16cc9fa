// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.io.PrintStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.spi.ProgramFrames;

/// A watch for a PE that has the turn while its virtual time stands still. Such a PE loops outside the library, polls
/// at no cost, or computes for long. The watch runs on a thread of its own in real time and changes nothing in the
/// simulation.
final class Watchdog implements AutoCloseable {
    /*
     * A PE that loops until another PE changes its memory never ends, and no other PE can act. A PE that computes looks
     * the same from outside, so the job goes on. A line names either after 1.5 s in one method of the program, once for
     * each method. A cold JVM on a busy machine takes this time inside the library, which is not reported.
     */
    private static final Duration SOON = Duration.ofMillis(1500);
    private static final Duration LATE = Duration.ofSeconds(30);

    private final Simulation sim;
    private final SimKernel kernel;
    private final long soon; // ns
    private final long late; // ns
    private final PrintStream out;
    private final Set<String> named = new HashSet<>();
    private final Thread thread;

    /// Starts the watch of a job.
    Watchdog(Simulation sim, PrintStream out) {
        this(sim, SOON, LATE, out);
    }

    /// Starts a watch that names a PE after the time `soon` and prints its stack after each `late`.
    Watchdog(Simulation sim, Duration soon, Duration late, PrintStream out) {
        this.sim = sim;
        kernel = sim.kernel;
        this.soon = soon.toNanos();
        this.late = late.toNanos();
        this.out = out;
        thread = Thread.ofPlatform().daemon().name("stall watch").start(this::look);
    }

    private void look() {
        int pe = -1;
        long clock = -1;
        long since = 0; // the PE has had this clock
        String method = "";
        long within = 0; // the PE has been in this method
        long reported = 0;
        try {
            while (true) {
                Thread.sleep(Math.clamp(soon / 10_000_000, 1, 150));
                int nowPe = kernel.running();
                long nowClock = nowPe < 0 ? -1 : kernel.now(nowPe);
                long now = System.nanoTime();
                if (nowPe != pe || nowPe < 0 || nowClock != clock) {
                    pe = nowPe;
                    clock = nowClock;
                    since = reported = now;
                    method = "";
                    continue;
                }
                StackTraceElement[] stack = kernel.thread(pe).getStackTrace();
                String present = method(stack);
                if (!present.equals(method)) {
                    method = present;
                    within = now;
                }
                if (!method.isEmpty() && now - within > soon && named.add(method)) name(pe, clock, now - since);
                if (now - reported > late) {
                    report(pe, clock, now - since, stack);
                    reported = now;
                }
            }
        } catch (InterruptedException e) {
            // the run is over
        }
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

    private void name(int pe, long clock, long nanos) {
        out.printf(
                "oshrun: PE %d/%d has made no call for %.1f s of real time%s; its virtual time is %s, and PEs with later times wait; if it waits for another PE there, use waitUntil%n",
                pe, sim.npes(), nanos / 1e9, sim.where(pe), Picos.show(clock));
    }

    private void report(int pe, long clock, long nanos, StackTraceElement[] all) {
        StringBuilder text = new StringBuilder(
                "oshrun: PE %d/%d has made no virtual progress for %.1f s of real time; its virtual time is %s, and PEs with later times wait. It is at%n"
                        .formatted(pe, sim.npes(), nanos / 1e9, Picos.show(clock)));
        StackTraceElement[] program = ProgramFrames.of(all);
        for (StackTraceElement frame : program.length > 0 ? program : all) {
            text.append("\tat ").append(frame).append('\n');
        }
        out.print(text);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
