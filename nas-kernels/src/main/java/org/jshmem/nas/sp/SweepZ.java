// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along z, in which a line passes through the memory of many PEs: it is read once and solved in
/// scratch memory.
final class SweepZ extends LineSweep {
    private final Field u;
    private final Field rhs;

    SweepZ(Physics physics, Field u, Field rhs, ScratchMemory memory) {
        super(physics, 2, lanes(physics), (long) lanes(physics) * Double.BYTES, memory);
        this.u = u;
        this.rhs = rhs;
        long f = lines.room(PointOperations.VARIABLES);
        long c = lines.room(Lines.COEFFICIENTS);
        for (int p = 0; p < nodes; p++) {
            lines.solveAt(p, 0, f + p * (PointOperations.VARIABLES * lines.stride));
            lines.coefficientsAt(p, c + p * (Lines.COEFFICIENTS * lines.stride));
        }
        lines.sourceStride = rhs.stride;
        lines.velocity = lines.stride;
        lines.sound = 2 * lines.stride;
    }

    private static int lanes(Physics physics) {
        return fitting(physics.nodes, PointOperations.VARIABLES + Lines.COEFFICIENTS + Lines.MATRIX);
    }

    @Override
    void load(int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = 0; p < nodes; p++) {
            lines.readAt(p, rhs.at(p, plane) + shift);
            PointOperations.deriveAlongZ(
                    u.at(p, plane) + shift, u.stride, lines.coefficients(p), lines.stride, lines.bytes);
        }
    }

    @Override
    void store(int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = 1; p < nodes - 1; p++) {
            long c = lines.coefficients(p);
            PointOperations.tzetarAndAdd(
                    u.at(p, plane) + shift, u.stride, lines.rhs(p), lines.rhsStride, c, c + lines.sound, lines.bytes);
        }
    }
}
