// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The line solves along y, which run in the field itself.
final class SweepY extends LineSweep {
    private final Field rhs;
    private final Field derived;

    SweepY(Physics physics, Field rhs, Field derived, ScratchMemory memory) {
        super(physics, 1, fitting(physics.nodes, Lines.MATRIX), rhs.stride, memory);
        this.rhs = rhs;
        this.derived = derived;
        lines.velocity = (PointOperations.VELOCITY + 1) * derived.stride;
        lines.sound = PointOperations.SOUND * derived.stride;
    }

    @Override
    void load(int plane, int first) {
        long shift = first * (long) Double.BYTES;
        for (int p = 0; p < nodes; p++) {
            long at = rhs.at(plane, p) + shift;
            lines.solveAt(p, at, at);
            lines.coefficientsAt(p, derived.at(plane, p) + shift);
        }
    }

    @Override
    void store(int plane, int first) {
        for (int p = 0; p < nodes; p++) PointOperations.pinvr(lines.rhs(p), lines.rhsStride, lines.bytes);
    }
}
