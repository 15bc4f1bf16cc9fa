// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;

/// The line solves of one direction as a pipeline through the slabs.
///
/// ```
///   p = 3, one direction    slab     0      1      2
///   forward   stage 0       PE a  eliminates, sends the last two positions of every line to b
///             stage 1       PE b         "      PE b's cell in slab 1, and so on: in every stage every PE is busy,
///             stage 2       PE c                since it owns one cell in each slab
///   backward  stages 2..0   the first two solved positions travel the other way
/// ```
///
/// Each stage has its own slot in the symmetric memory of the receiver. A slot is written again one time step
/// later, when the writer has had a message that this PE sent after it had read the slot: no barrier is needed.
/// One signal for each way counts messages.
final class SpSweep {
    private static final int CARRY = 2; // positions that travel

    private final Shmem sh;
    private final Multipartition parts;
    private final int direction;
    private final SpLines[] lines;
    private final double[][] blocks;
    private final double[] coefficients;
    private final Access access;
    private final Stopwatch watch;

    private final int forwardDoubles;
    private final int backwardDoubles;
    private final SymDoubles slots;
    private final MemorySegment own;
    private final Signal[] arrived;
    private final double[] packed;
    private long step;

    /// @param blocks for each cell, room for its blocks; shared by the three directions
    /// @param coefficients room for the coefficients of one block
    SpSweep(
            Shmem sh,
            Multipartition parts,
            SpLines[] lines,
            double[][] blocks,
            double[] coefficients,
            Access access,
            Stopwatch watch) {
        this.sh = sh;
        this.parts = parts;
        this.lines = lines;
        this.blocks = blocks;
        this.coefficients = coefficients;
        this.access = access;
        this.watch = watch;
        direction = lines[0].direction;
        int planes = parts.extent(0);
        int lanes = Lanes.padded(planes);
        forwardDoubles = SpLines.messageDoubles(planes, lanes, CARRY * Pentadiagonal.ROWS);
        backwardDoubles = SpLines.messageDoubles(planes, lanes, CARRY * SpCell.VARIABLES);
        slots = sh.doubles((parts.p() - 1L) * (forwardDoubles + backwardDoubles));
        own = slots.local();
        arrived = sh.signals(2);
        packed = parts.p() == 1 || access == Access.PTR ? new double[0] : new double[forwardDoubles];
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        slots.free();
        for (Signal signal : arrived) signal.free();
    }

    /// Solves all lines of the direction.
    void run() {
        if (parts.p() == 1) {
            alone();
            return;
        }
        step++;
        for (int q = 0; q < parts.p(); q++) forward(q);
        for (int q = parts.p() - 1; q >= 0; q--) backward(q);
    }

    /// One PE has whole lines: each block is solved while it is in the cache.
    private void alone() {
        SpLines l = lines[0];
        double[] b = blocks[0];
        for (int block = 0; block < l.blocks; block++) {
            clear(l, b, block, -CARRY);
            clear(l, b, block, l.positions());
            l.forward(block, b, coefficients);
            l.substitute(block, b);
            l.finish(block, b);
        }
        sh.compute(SpWork.solve(l.nodes()));
    }

    private void forward(int q) {
        int c = parts.cellInSlab(direction, q);
        SpLines l = lines[c];
        double[] b = blocks[c];
        if (q == 0) {
            for (int block = 0; block < l.blocks; block++) clear(l, b, block, -CARRY);
        } else {
            receive(0, q);
            int run = CARRY * Pentadiagonal.ROWS * l.apart;
            long at = forwardSlot(q);
            slots.loaded(at, (long) l.blocks * run, sh.myPe());
            for (int block = 0; block < l.blocks; block++) {
                in(at + (long) block * run, b, l.at(block, -CARRY), run);
            }
        }
        for (int block = 0; block < l.blocks; block++) l.forward(block, b, coefficients);
        sh.compute(SpWork.eliminate(l.nodes()));
        if (q + 1 == parts.p()) return;
        int pe = parts.successor(direction);
        int run = CARRY * Pentadiagonal.ROWS * l.apart;
        long at = forwardSlot(q + 1);
        if (access == Access.PTR) {
            watch.enter(Stopwatch.Phase.TRANSFER);
            MemorySegment there = slots.ptr(pe);
            slots.stored(at, (long) l.blocks * run, pe);
            for (int block = 0; block < l.blocks; block++) {
                out(b, l.at(block, l.positions() - CARRY), there, at + (long) block * run, run);
            }
        } else {
            for (int block = 0; block < l.blocks; block++) {
                System.arraycopy(b, l.at(block, l.positions() - CARRY), packed, block * run, run);
            }
        }
        send(0, q + 1, at, l.blocks * run, pe);
    }

    private void backward(int q) {
        int c = parts.cellInSlab(direction, q);
        SpLines l = lines[c];
        double[] b = blocks[c];
        int run = SpCell.VARIABLES * l.apart;
        if (q + 1 == parts.p()) {
            for (int block = 0; block < l.blocks; block++) clear(l, b, block, l.positions());
        } else {
            receive(1, parts.p() - 1 - q);
            long at = backwardSlot(q);
            slots.loaded(at, (long) l.blocks * CARRY * run, sh.myPe());
            for (int block = 0; block < l.blocks; block++) {
                in(at, b, l.at(block, l.positions()), run);
                in(at + run, b, l.at(block, l.positions() + 1), run);
                at += 2L * run;
            }
        }
        int pe = parts.predecessor(direction);
        boolean sends = q > 0;
        long to = sends ? backwardSlot(q - 1) : 0;
        if (sends && access == Access.PTR) slots.stored(to, (long) l.blocks * CARRY * run, pe);
        for (int block = 0; block < l.blocks; block++) {
            l.substitute(block, b);
            if (sends) packBack(l, b, block, run, to, pe);
            l.finish(block, b); // while the block is in the cache
        }
        sh.compute(SpWork.substitute(l.nodes()));
        sh.compute(SpWork.finish(l.nodes()));
        if (sends) send(1, parts.p() - q, to, l.blocks * CARRY * run, pe);
    }

    /// Brings the first two solved positions of a block on their way: with `ptr` to where they go.
    private void packBack(SpLines l, double[] b, int block, int run, long to, int pe) {
        int at = CARRY * block * run;
        if (access == Access.PTR) {
            watch.enter(Stopwatch.Phase.TRANSFER);
            MemorySegment there = slots.ptr(pe);
            out(b, l.at(block, 0), there, to + at, run);
            out(b, l.at(block, 1), there, to + at + run, run);
            watch.enter(Stopwatch.Phase.COMPUTE);
        } else {
            System.arraycopy(b, l.at(block, 0), packed, at, run);
            System.arraycopy(b, l.at(block, 1), packed, at + run, run);
        }
    }

    /// Tells the receiver that message `number` of this step is there, and puts it there where that is not yet
    /// done.
    private void send(int way, int number, long at, int n, int pe) {
        watch.enter(Stopwatch.Phase.TRANSFER);
        long count = (step - 1) * (parts.p() - 1) + number;
        // release: pairs with the wait in receive; publishes the message
        if (access == Access.PTR) arrived[way].set(count, pe);
        else slots.putSignal(at, packed, 0, n, arrived[way], count, SignalOp.SET, pe);
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    private void receive(int way, int number) {
        watch.enter(Stopwatch.Phase.WAITING);
        // acquire: pairs with the signal in send
        arrived[way].waitUntil(Cmp.GE, (step - 1) * (parts.p() - 1) + number);
        watch.enter(Stopwatch.Phase.COMPUTE);
    }

    /// Where the message for the cell in slab `q` > 0 lies.
    private long forwardSlot(int q) {
        return (q - 1L) * forwardDoubles;
    }

    /// Where the message for the cell in slab `q` < p - 1 lies.
    private long backwardSlot(int q) {
        return (parts.p() - 1L) * forwardDoubles + (long) q * backwardDoubles;
    }

    private void in(long from, double[] to, int at, int n) {
        MemorySegment.copy(own, ValueLayout.JAVA_DOUBLE, from * Double.BYTES, to, at, n);
    }

    private static void out(double[] from, int at, MemorySegment there, long to, int n) {
        MemorySegment.copy(from, at, there, ValueLayout.JAVA_DOUBLE, to * Double.BYTES, n);
    }

    /// Nothing comes from beyond the boundary.
    private static void clear(SpLines l, double[] b, int block, int position) {
        int at = l.at(block, position);
        Arrays.fill(b, at, at + CARRY * Pentadiagonal.ROWS * l.apart, 0);
    }
}
