// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.function.LongSupplier;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;

/// A meter of the computation between the calls of PEs, for programs that do not declare it: `--compute auto`. Times of
/// the host enter virtual time, so virtual times differ from run to run.
public final class ComputeMeter {
    /*
     * Only one PE's thread runs at a time: that of the PE that has the turn. The meter reads the CPU clock of the host
     * when an operation of the machine begins and when it ends. The time between an end and the next beginning is the
     * program's, and a little of the library's. The meter charges nothing inside collectives, before init has returned,
     * and where the program itself declares its computation.
     */
    private static final long OFF = Long.MIN_VALUE;

    private final SimKernel kernel;
    private final TimePerCall spent;
    private final LongSupplier cpu;
    private final double factor;
    private long since; // CPU time at which the program of the running PE went on; OFF in an operation
    private final boolean[] on;

    /// A meter that multiplies CPU times by a factor; 0 for none, where programs declare computation.
    public ComputeMeter(SimKernel kernel, TimePerCall spent, LongSupplier cpu, double factor, int npes) {
        this.kernel = kernel;
        this.spent = spent;
        this.cpu = cpu;
        this.factor = factor;
        on = new boolean[npes];
    }

    /// The PE leaves init or another collective, and begins work of its own.
    public void left(int pe) {
        on[pe] = factor > 0;
        resumed(pe);
    }

    /// A PE begins an operation of the machine, or lets other PEs act; `declared` for computation.
    public void stopped(int pe, boolean declared) {
        if (!on[pe] || since == OFF) return;
        long picos = (long) ((cpu.getAsLong() - since) * Picos.PER_NANO * factor);
        since = OFF;
        if (declared || picos <= 0 || spent.isInside(pe)) return;
        kernel.advance(pe, picos);
        spent.add(pe, AccessKind.COMPUTE, 0, picos);
    }

    /// The operation has ended, and the program of the PE goes on.
    public void resumed(int pe) {
        if (on[pe]) since = cpu.getAsLong();
    }

    /// The note at the end of every run with measured computation.
    public String note(String machine) {
        String times = factor == Math.rint(factor) ? Long.toString((long) factor) : Double.toString(factor);
        return "sim %s: computation is measured on this host, times %s (--compute auto): virtual times differ from run to run"
                .formatted(machine, times);
    }
}
