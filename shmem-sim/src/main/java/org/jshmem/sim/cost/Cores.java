// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// The cores of a machine, which give declared computation its cost.
public abstract class Cores extends MachineCosts {
    static final int WORD = 8;

    final long l1Bytes = m.count("L1");
    final long l2Bytes = m.count("L2");
    final long line = m.count("line");

    /// Cores with this cycle, in picoseconds.
    Cores(Machine machine, double cycle) {
        super(machine, cycle);
    }

    /// The cost of a computation of a PE. Without a declared footprint it has that of its bytes.
    public final Computation compute(int pe, Work work) {
        long bytes = work.bytesRead() + work.bytesWritten();
        return compute(pe, work, bytes, work.footprint() == 0 ? bytes : work.footprint());
    }

    abstract Computation compute(int pe, Work work, long bytes, long footprint);
}
