// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// Out-of-order cores. Computation takes as long as the longer of two: the transfer of its bytes from the level that
/// its footprint fits in, and the issue of its instructions.
final class OutOfOrderCores implements Cores {
    /*
     * The parameters are costs of copies, in which one line is loaded and one stored: a line alone costs half. The
     * instructions bound a copy in the first level, one load and one store a line. Half of l_o is therefore the cost of
     * an instruction, and a scalar instruction has this cost too.
     */
    private static final int WORD = 8;

    private final int line;
    private final long l1Bytes;
    private final long l2Bytes;
    private final long start;
    private final double instruction;
    private final double perL2Line;
    private final double perMemoryLine;
    private final double bandwidth;

    OutOfOrderCores(Machine m) {
        double cycle = 1000 / m.value("clock");
        line = (int) m.value("line");
        l1Bytes = (long) m.value("L1");
        l2Bytes = (long) m.value("L2");
        start = m.picos("t_ptr");
        instruction = m.value("l_o") * cycle / 2;
        perL2Line = (m.value("l_o") + m.value("l_2")) * cycle / 2;
        perMemoryLine = m.value("o_I") * 1000 / 2;
        bandwidth = m.value("B_copy");
    }

    @Override
    public Computation compute(int pe, Work work) {
        long bytes = work.bytesRead() + work.bytesWritten();
        long footprint = work.footprint() == 0 ? bytes : work.footprint();
        double perLine = footprint <= l1Bytes ? 0 : footprint <= l2Bytes ? perL2Line : perMemoryLine;
        long busy = Math.max(Math.round(instruction * instructions(work)), Math.round(perLine * bytes / line));
        long lead = bytes == 0 ? 0 : start; // computation over memory includes one call
        long moved = footprint > l2Bytes ? bytes / 2 : 0; // B_copy counts bytes copied
        return new Computation(lead, busy, moved, bandwidth, Double.POSITIVE_INFINITY, footprint);
    }

    private double instructions(Work w) {
        int width = w.vector() ? line : WORD;
        return w.scalars() + (double) (w.bytesRead() + w.bytesWritten()) / width + (double) w.flops() * WORD / width;
    }
}
