// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along z, in which a line may pass through the memory of many PEs: it is read once and solved in
/// scratch memory.
final class SweepZ extends LineSweep {
    /// The first and the last position with coefficients: one beyond the box's positions if the cube continues there.
    private final int low;

    private final int high;

    SweepZ(SpBlock block) {
        super(block, 2);
        low = box.interior(2, 0) ? -1 : 0;
        high = box.nz() - (box.nz() > 0 && box.interior(2, box.nz() - 1) ? 0 : 1);
    }

    @Override
    int width() {
        return box.width();
    }

    @Override
    int strip() {
        return fitting(box.nz(), SpPoint.VARIABLES + GridLines.COEFFICIENTS + GridLines.MATRIX);
    }

    @Override
    GridLines lines(int lanes, ScratchMemory.Space space) {
        GridLines l = new GridLines(box.nz(), lanes, (long) lanes * Double.BYTES, space);
        long f = l.room((long) box.nz() * SpPoint.VARIABLES * lanes);
        long c = l.room((box.nz() + 2L) * GridLines.COEFFICIENTS * lanes);
        for (int p = 0; p < box.nz(); p++) l.solveAt(p, 0, f + p * (SpPoint.VARIABLES * l.apart));
        for (int p = -1; p <= box.nz(); p++) l.coefficientsAt(p, c + (p + 1) * (GridLines.COEFFICIENTS * l.apart));
        l.sourceApart = block.rhs.apart;
        l.velocity = l.apart;
        l.sound = 2 * l.apart;
        return l;
    }

    @Override
    void bring(GridLines l, int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = 0; p < box.nz(); p++) l.readAt(p, block.rhs.at(p, plane) + shift);
        for (int p = low; p <= high; p++) {
            SpPoint.deriveAlongZ(block.u.at(p, plane) + shift, block.u.apart, l.coefficients(p), l.apart, l.bytes);
        }
    }

    @Override
    void finish(GridLines l, int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = box.first(2); p < box.end(2); p++) {
            long c = l.coefficients(p);
            SpPoint.tzetarAndAdd(
                    block.u.at(p, plane) + shift, block.u.apart, l.rhs(p), l.rhsApart, c, c + l.sound, l.bytes);
        }
    }
}
