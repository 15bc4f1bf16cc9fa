// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along y, which run in the field itself.
final class SweepY extends LineSweep {
    SweepY(SpBlock block) {
        super(block, 1);
    }

    @Override
    int width() {
        return box.width();
    }

    @Override
    int strip() {
        return fitting(box.ny(), GridLines.MATRIX);
    }

    @Override
    GridLines lines(int lanes, ScratchMemory.Space space) {
        GridLines l = new GridLines(box.ny(), lanes, block.rhs.apart, space);
        l.velocity = (SpPoint.VELOCITY + 1) * block.derived.apart;
        l.sound = SpPoint.SOUND * block.derived.apart;
        return l;
    }

    @Override
    void bring(GridLines l, int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = 0; p < box.ny(); p++) {
            long at = block.rhs.at(plane, p) + shift;
            l.solveAt(p, at, at);
        }
        for (int p = -1; p <= box.ny(); p++) l.coefficientsAt(p, block.derived.at(plane, p) + shift);
    }

    @Override
    void finish(GridLines l, int plane, int first) {
        for (int p = 0; p < box.ny(); p++) SpPoint.pinvr(l.rhs(p), l.rhsApart, l.bytes);
    }
}
