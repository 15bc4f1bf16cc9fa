// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along x, in which the positions of a line are the lanes of a row: squares of 8 by 8 nodes are
/// transposed.
final class SweepX extends LineSweep {
    private static final int STRIP = 32;

    private final Field rhs;
    private final Field derived;
    private final long step;
    private final long coefficientStep;

    SweepX(Physics physics, Field rhs, Field derived, ScratchMemory memory) {
        super(physics, 0, even(physics.nodes, STRIP), stride(physics), memory);
        this.rhs = rhs;
        this.derived = derived;
        step = PointOperations.VARIABLES * lines.stride;
        coefficientStep = Lines.COEFFICIENTS * lines.stride;
        // rows for the padding of the field's rows too
        long f = memory.take((long) width * PointOperations.VARIABLES * lines.lanes);
        long c = memory.take((long) width * Lines.COEFFICIENTS * lines.lanes);
        for (int p = 0; p < nodes; p++) {
            lines.solveAt(p, f + p * step, f + p * step);
            lines.coefficientsAt(p, c + p * coefficientStep);
        }
        lines.velocity = lines.stride;
        lines.sound = 2 * lines.stride;
    }

    private static long stride(Physics physics) {
        return (long) even(physics.nodes, STRIP) * Double.BYTES;
    }

    @Override
    void load(int plane, int first) {
        int rows = lines.bytes / Double.BYTES;
        long from = rhs.at(plane, first);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            Transpose.rectangle(from + m * rhs.stride, rhs.row, rows, width, lines.rhs(0) + m * lines.stride, step);
        }
        // boundary nodes and padding do not change: 0 here stays 0 through all sweeps
        clear(0);
        for (int p = nodes - 1; p < width; p++) clear(p);
        load(plane, first, PointOperations.RECIPROCAL, 0);
        load(plane, first, PointOperations.VELOCITY, lines.velocity);
        load(plane, first, PointOperations.SOUND, lines.sound);
    }

    private void clear(int position) {
        VectorMemory.bytes(lines.rhs(0) + position * step, step).fill((byte) 0);
    }

    /// Transposes a derived field to row `to` of the coefficients.
    private void load(int plane, int first, int field, long to) {
        Transpose.rectangle(
                derived.at(plane, first) + field * derived.stride,
                derived.row,
                lines.bytes / Double.BYTES,
                width,
                lines.coefficients(0) + to,
                coefficientStep);
    }

    @Override
    void store(int plane, int first) {
        for (int p = 0; p < nodes; p++) PointOperations.ninvr(lines.rhs(p), lines.rhsStride, lines.bytes);
        int rows = lines.bytes / Double.BYTES;
        long to = rhs.at(plane, first);
        for (int m = 0; m < PointOperations.VARIABLES; m++) {
            Transpose.rectangle(lines.rhs(0) + m * lines.stride, step, width, rows, to + m * rhs.stride, rhs.row);
        }
    }
}
