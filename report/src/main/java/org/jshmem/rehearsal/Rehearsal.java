// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import java.util.Locale;
import org.jshmem.Op;
import org.jshmem.Shmem;

/// What was done before a measurement: the same code run on all PEs until their JVMs had compiled it.
///
/// A benchmark's time is to include no start of a program, and a JVM's start is not over while its compiler works.
///
/// @param seconds that it took
/// @param rested whether the compilers of all PEs had come to rest by then
public record Rehearsal(double seconds, boolean rested) {
    /// None at all.
    public static final Rehearsal NONE = new Rehearsal(0, false);

    /// Seconds between two looks at the compilers, at least.
    private static final double WINDOW = 0.1;

    /// At rest: when compilers use less than this part of the cores twice running. What is called too seldom to be
    /// compiled by then costs little.
    private static final double IDLE = 0.05;

    /// Runs `round`, on all PEs equally often, until the JVMs compile no more or `limit` seconds are over. Collective.
    public static Rehearsal of(Shmem sh, double limit, Runnable round) {
        // what is decided by has to be the same on all PEs: largest values, and sums that are not rounded
        long cores = sh.world().reduce(Op.MAX, (long) Runtime.getRuntime().availableProcessors());
        CompilerThreads compiler = new CompilerThreads();
        compiler.millis();
        long begin = sh.nanoTime();
        double looked = 0;
        boolean idle = false;
        while (true) {
            round.run();
            double now = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) / 1e9);
            double window = now - looked;
            if (window < WINDOW) continue;
            looked = now;
            double compiling = sh.world().reduce(Op.SUM, compiler.millis()) / 1e3;
            boolean was = idle;
            idle = compiling < IDLE * window * Math.min(sh.nPes(), cores);
            if (was && idle) return new Rehearsal(now, true);
            if (now > limit) return new Rehearsal(now, false);
        }
    }

    /// As a result block says it.
    public String text() {
        if (seconds == 0) return "none";
        return String.format(Locale.ROOT, "%.1f s, compiler %s", seconds, rested ? "at rest" : "still at work");
    }
}
