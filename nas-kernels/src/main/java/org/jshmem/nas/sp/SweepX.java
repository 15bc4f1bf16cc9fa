// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along x, in which the positions of a line are the lanes of a row: squares of 8 by 8 nodes are
/// transposed.
final class SweepX extends LineSweep {
    private static final int STRIP = 32;

    private final int columns;

    SweepX(SpBlock block) {
        super(block, 0);
        columns = box.width();
    }

    @Override
    int width() {
        return Lanes.padded(box.ny());
    }

    @Override
    int strip() {
        return even(STRIP);
    }

    @Override
    GridLines lines(int lanes, ScratchMemory.Space space) {
        GridLines l = new GridLines(box.nx(), lanes, (long) lanes * Double.BYTES, space);
        int ghosts = block.ghostLanes;
        long f = l.room((long) columns * SpPoint.VARIABLES * lanes);
        long c = l.room((columns + 2L * ghosts) * GridLines.COEFFICIENTS * lanes);
        for (int p = 0; p < box.nx(); p++) l.solveAt(p, f + p * step(l), f + p * step(l));
        for (int p = -Math.min(ghosts, 1); p < columns + ghosts && p <= box.nx(); p++) {
            l.coefficientsAt(p, c + (p + ghosts) * coefficientStep(l));
        }
        l.velocity = l.apart;
        l.sound = 2 * l.apart;
        return l;
    }

    @Override
    void bring(GridLines l, int plane, int first) {
        int rows = l.bytes / Double.BYTES;
        Field rhs = block.rhs;
        long from = rhs.at(plane, first);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            Transpose.rectangle(from + m * rhs.apart, rhs.row, rows, columns, l.rhs(0) + m * l.apart, step(l));
        }
        // boundary nodes and padding do not change: 0 here stays 0 through all sweeps
        for (int p = 0; p < columns; p++) {
            if (p < box.nx() && box.interior(0, p)) continue;
            Lanes.bytes(l.rhs(0) + p * step(l), step(l)).fill((byte) 0);
        }
        bring(l, plane, first, SpPoint.RECIPROCAL, 0);
        bring(l, plane, first, SpPoint.VELOCITY, l.velocity);
        bring(l, plane, first, SpPoint.SOUND, l.sound);
    }

    /// Transposes a derived field to row `to` of the coefficients.
    private void bring(GridLines l, int plane, int first, int field, long to) {
        Field derived = block.derived;
        int ghosts = block.ghostLanes;
        Transpose.rectangle(
                derived.at(plane, first) + field * derived.apart - ghosts * (long) Double.BYTES,
                derived.row,
                l.bytes / Double.BYTES,
                columns + 2 * ghosts,
                l.coefficients(0) + to - ghosts * coefficientStep(l),
                coefficientStep(l));
    }

    @Override
    void finish(GridLines l, int plane, int first) {
        for (int p = 0; p < box.nx(); p++) SpPoint.ninvr(l.rhs(p), l.rhsApart, l.bytes);
        int rows = l.bytes / Double.BYTES;
        Field rhs = block.rhs;
        long to = rhs.at(plane, first);
        for (int m = 0; m < SpPoint.VARIABLES; m++) {
            Transpose.rectangle(l.rhs(0) + m * l.apart, step(l), columns, rows, to + m * rhs.apart, rhs.row);
        }
    }

    private static long step(GridLines l) {
        return SpPoint.VARIABLES * l.apart;
    }

    private static long coefficientStep(GridLines l) {
        return GridLines.COEFFICIENTS * l.apart;
    }
}
