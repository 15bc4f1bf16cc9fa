// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.function.LongSupplier;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;

/// Measures what PEs compute between their calls, for programs that do not declare it: `--compute auto`. Times of the
/// host enter virtual time, so that no two runs are alike.
final class Meter {
    /*
     * A PE has the only thread that runs while it has the turn. Its clock of the host's CPU is looked at when an operation
     * of the machine begins and when it ends: what lies between an end and the next beginning is the program's, and a
     * little of the library's. Nothing is charged inside collectives, before init has returned, and where the program
     * declares by itself what it has computed.
     */
    private static final long OFF = Long.MIN_VALUE;

    private final Engine engine;
    private final TimeAccount spent;
    private final LongSupplier cpu;
    private final double factor;
    private final long[] since;
    private final boolean[] on;

    Meter(Engine engine, TimeAccount spent, LongSupplier cpu, double factor, int npes) {
        this.engine = engine;
        this.spent = spent;
        this.cpu = cpu;
        this.factor = factor;
        since = new long[npes];
        on = new boolean[npes];
    }

    /// A PE has its objects and begins its own work.
    void begin(int pe) {
        on[pe] = true;
        go(pe);
    }

    /// An operation of the machine begins: what was computed until now takes time. Without effect until the next
    /// [#go].
    void stop(int pe) {
        if (!on[pe] || since[pe] == OFF) return;
        long picos = (long) ((cpu.getAsLong() - since[pe]) * Picos.PER_NANO * factor);
        since[pe] = OFF;
        if (picos <= 0 || spent.isInside(pe)) return;
        engine.advance(pe, picos);
        spent.add(pe, Activity.COMPUTE, 0, picos);
    }

    /// What was computed until now has been declared.
    void drop(int pe) {
        since[pe] = OFF;
    }

    /// The operation has ended.
    void go(int pe) {
        if (on[pe]) since[pe] = cpu.getAsLong();
    }

    /// What every output says.
    String note(String machine) {
        return "sim %s: computation is measured on this host, times %s (--compute auto): virtual times differ from run to run"
                .formatted(
                        machine, factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor));
    }
}
