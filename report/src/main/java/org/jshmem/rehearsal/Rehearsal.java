// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongSupplier;
import org.jshmem.Op;
import org.jshmem.Shmem;

/// The warm-up before a measurement: all PEs run the measured code until their JVMs have compiled it.
///
/// The time of a benchmark shall not include the start of a program, and the start of a JVM lasts while its compilers
/// work.
///
/// @param seconds the length of the warm-up
/// @param rested whether the compilers of all PEs were at rest at its end
public record Rehearsal(double seconds, boolean rested) {
    /// No warm-up.
    public static final Rehearsal NONE = new Rehearsal(0, false);

    /// Least seconds between two readings of the compilers' time.
    private static final double WINDOW = 0.1;

    /// Compilers are at rest if they use less than this part of the cores in two successive windows. Code that
    /// is called too seldom to be compiled by then takes little time.
    private static final double IDLE = 0.05;

    /// Runs `round` on all PEs equally often, until the JVMs no longer compile or `limit` seconds are over.
    /// Collective: one thread of each PE calls it. An exception of `round` ends it.
    ///
    /// ```java
    /// Rehearsal.of(sh, 5, () -> step(sh));   // then time step(sh)
    /// ```
    ///
    /// @param limit most seconds, equal on all PEs
    /// @param round the code that is measured afterwards, collective calls included
    /// @return the length of the warm-up, equal on all PEs
    public static Rehearsal of(Shmem sh, double limit, Runnable round) {
        return of(sh, shortest -> limit, round);
    }

    /// As [#of(Shmem, double, Runnable)], with a limit that depends on the seconds of the shortest round so far, such
    /// as the time that the measurement will take. `limit` must be equal on all PEs.
    public static Rehearsal of(Shmem sh, DoubleUnaryOperator limit, Runnable round) {
        return of(sh, limit, WINDOW, round);
    }

    /// As [#of(Shmem, DoubleUnaryOperator, Runnable)], with another least number of seconds between two readings.
    public static Rehearsal of(Shmem sh, DoubleUnaryOperator limit, double least, Runnable round) {
        long cores = sh.world().reduce(Op.MAX, (long) Runtime.getRuntime().availableProcessors());
        return of(sh, limit, least, cores, new CompilerThreads()::nanos, round);
    }

    /// As [#of(Shmem, DoubleUnaryOperator, Runnable)]; `compiler` returns the time that the compilers of this JVM have
    /// used.
    static Rehearsal of(
            Shmem sh, DoubleUnaryOperator limit, double least, long cores, LongSupplier compiler, Runnable round) {
        boolean reports = JvmsAndHosts.reports(sh); // the PEs of a JVM read the same compilers
        long compiled = compiler.getAsLong();
        long begin = sh.nanoTime();
        double now = 0;
        double looked = 0;
        double shortest = Double.MAX_VALUE;
        boolean idle = false;
        do {
            round.run();
            double start = now;
            now = sh.world().reduce(Op.MAX, (sh.nanoTime() - begin) / 1e9);
            shortest = Math.min(shortest, now - start);
            double window = now - looked;
            if (window < least) continue;
            looked = now;
            long before = compiled;
            compiled = compiler.getAsLong();
            // all PEs have to decide alike: from a sum without rounding; a thread that has ended is no longer in it
            double compiling = sh.world().reduce(Op.SUM, reports ? Math.max(0, compiled - before) : 0) / 1e9;
            boolean was = idle;
            idle = compiling < IDLE * window * Math.min(sh.nPes(), cores);
            if (was && idle) return new Rehearsal(now, true);
        } while (now <= limit.applyAsDouble(shortest));
        return new Rehearsal(now, false);
    }

    /// The warm-up in the words of a result block.
    public String text() {
        if (seconds == 0) return "none";
        return String.format(Locale.ROOT, "%.1f s, compiler %s", seconds, rested ? "at rest" : "still at work");
    }
}
