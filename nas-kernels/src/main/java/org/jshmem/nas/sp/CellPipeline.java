// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.nas.npb.Stopwatch;

/// The line solves of one direction as a pipeline through the slabs of a multipartition.
///
/// ```
///   p = 3, one direction    slab     0      1      2
///   forward   stage 0       PE a  eliminates, sends the last two positions of every line to b
///             stage 1       PE b         "      PE b's cell in slab 1, and so on: in every stage every PE is busy,
///             stage 2       PE c                since it owns one cell in each slab
///   backward  stages 2..0   the first two solved positions travel the other way
/// ```
///
/// Each stage has its own slot in the symmetric memory of the receiver. The writer writes a slot again one time step
/// later, after a message that this PE sends after it has read the slot: no barrier is needed. One signal for each
/// way counts messages.
final class CellPipeline {
    private static final int FORWARD = 0;
    private static final int BACKWARD = 1;
    private static final int CARRY = GridLines.CARRY;
    private static final int VARIABLES = SpPoint.VARIABLES;

    private final Shmem sh;
    private final Multipartition parts;
    private final int direction;
    private final LineSweep[] sweeps;
    /// For each cell, the lines of each plane: they stay between elimination and substitution.
    private final GridLines[][] lines;

    private final long forwardBytes;
    private final long backwardBytes;
    private final CellMessages messages;
    private long step;

    /// Collective: allocates symmetric memory.
    ///
    /// @param sweeps the sweep of each cell along `direction`
    CellPipeline(Shmem sh, Multipartition parts, int direction, LineSweep[] sweeps, Access access, Stopwatch watch) {
        this.sh = sh;
        this.parts = parts;
        this.direction = direction;
        this.sweeps = sweeps;
        lines = new GridLines[sweeps.length][];
        for (int c = 0; c < sweeps.length; c++) {
            lines[c] = new GridLines[planes(sweeps[c].box)];
            for (int i = 0; i < lines[c].length; i++)
                lines[c][i] = sweeps[c].lines(sweeps[c].width(), ScratchMemory.Space.own());
        }
        int edge = parts.extent(0);
        long rowsBytes = (long) edge * Lanes.padded(edge) * Double.BYTES;
        forwardBytes = CARRY * (VARIABLES + GridLines.MATRIX) * rowsBytes;
        backwardBytes = (long) CARRY * VARIABLES * rowsBytes;
        long slotBytes = (parts.p() - 1L) * (forwardBytes + backwardBytes);
        messages = new CellMessages(sh, slotBytes, 2, forwardBytes / Double.BYTES, access, watch);
    }

    void free() {
        messages.free();
    }

    /// Returns the number of planes of lines in a box.
    private int planes(Box box) {
        return direction == 2 ? box.ny() : box.nz();
    }

    void run() {
        step++;
        for (int q = 0; q < parts.p(); q++) forward(q);
        for (int q = parts.p() - 1; q >= 0; q--) backward(q);
    }

    private void forward(int q) {
        int c = parts.cellInSlab(direction, q);
        LineSweep sweep = sweeps[c];
        if (q > 0) {
            long at = receive(FORWARD, q, forwardSlot(q), forwardBytes);
            for (GridLines l : lines[c]) {
                for (int p = -CARRY; p < 0; p++) at = carry(l, p, true, at, false);
            }
        }
        for (int plane = 0; plane < lines[c].length; plane++) {
            sweep.eliminate(lines[c][plane], plane, 0, sweep.width());
        }
        sh.compute(SpWork.eliminate(sweep.box.size()));
        if (q + 1 == parts.p()) return;
        long end = messages.packed();
        for (GridLines l : lines[c]) {
            for (int p = l.positions - CARRY; p < l.positions; p++) end = carry(l, p, true, end, true);
        }
        send(FORWARD, q + 1, forwardSlot(q + 1), end - messages.packed(), parts.successor(direction));
    }

    private void backward(int q) {
        int c = parts.cellInSlab(direction, q);
        LineSweep sweep = sweeps[c];
        if (q + 1 < parts.p()) {
            long at = receive(BACKWARD, parts.p() - 1 - q, backwardSlot(q), backwardBytes);
            for (GridLines l : lines[c]) {
                for (int p = l.positions; p < l.positions + CARRY; p++) at = carry(l, p, false, at, false);
            }
        }
        long end = messages.packed();
        for (GridLines l : lines[c]) {
            sweep.substitute(l);
            if (q == 0) continue;
            for (int p = 0; p < CARRY; p++) end = carry(l, p, false, end, true);
        }
        if (q > 0) {
            send(BACKWARD, parts.p() - q, backwardSlot(q - 1), end - messages.packed(), parts.predecessor(direction));
        }
        for (int plane = 0; plane < lines[c].length; plane++) sweep.finish(lines[c][plane], plane, 0);
        sh.compute(SpWork.substitute(sweep.box.size()));
        sh.compute(SpWork.finish(sweep.box.size()));
    }

    /// Copies the carried rows of a position to the message at `at` (`out`) or from it. Returns the next address of
    /// the message.
    private static long carry(GridLines l, int p, boolean matrix, long at, boolean out) {
        long message = at;
        for (int m = 0; m < VARIABLES; m++) message = row(l.rhs(p) + m * l.rhsApart, message, l.bytes, out);
        for (int m = 0; matrix && m < GridLines.MATRIX; m++) {
            message = row(l.matrix(p) + m * l.apart, message, l.bytes, out);
        }
        return message;
    }

    private static long row(long row, long message, int bytes, boolean out) {
        long n = Lanes.step(bytes);
        long from = Lanes.row(out ? row : message);
        long to = Lanes.row(out ? message : row);
        for (int i = 0; i < n; i += Lanes.BYTES) Lanes.store(Lanes.load(from + i), to + i);
        return message + bytes;
    }

    private void send(int way, int number, long at, long bytes, int pe) {
        messages.send(way, count(number), at, bytes, pe);
    }

    private long receive(int way, int number, long at, long bytes) {
        messages.await(way, count(number));
        return messages.read(at, bytes);
    }

    /// Messages of a way up to message `number` of this step.
    private long count(int number) {
        return (step - 1) * (parts.p() - 1) + number;
    }

    /// Returns the offset of the message for the cell in slab `q` > 0.
    private long forwardSlot(int q) {
        return (q - 1L) * forwardBytes;
    }

    /// Returns the offset of the message for the cell in slab `q` < p - 1.
    private long backwardSlot(int q) {
        return (parts.p() - 1L) * forwardBytes + q * backwardBytes;
    }
}
