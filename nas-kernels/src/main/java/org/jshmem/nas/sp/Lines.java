// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The addresses of lines of nodes along one direction, which are solved in parallel lanes.
///
/// ```
///   rows of a position                      for all lanes
///   right-hand sides    f1 f2 f3 | f4 | f5  read in one place, normalised and solved in another, or in place
///   coefficients        1/density, velocity along the direction, speed of sound
///   matrix              p4 p5 | q4 q5 | r4 r5    entries after the diagonal of a normalised position
/// ```
///
/// Right-hand sides and matrices have two positions more at either end, which stay zero: -2, -1, n and n + 1.
final class Lines {
    private static final int ENDS = 2;

    static final int COEFFICIENTS = 3;
    static final int MATRIX = 6;

    private final int positions;

    /// The most lanes of a row.
    final int lanes;

    /// The computed bytes of a row.
    int bytes;

    /// Bytes from one right-hand side to the next at the source.
    long sourceStride;

    /// Bytes from one right-hand side to the next at the solution.
    final long rhsStride;

    /// Bytes from 1/density to the velocity and to the speed of sound.
    long velocity;

    long sound;

    /// Bytes from one row of a matrix to the next.
    final long stride;

    private final long[] source;
    private final long[] rhs;
    private final long[] coefficients;
    private final long matrices;
    private final ScratchMemory memory;

    Lines(int positions, int lanes, long rhsStride, ScratchMemory memory) {
        this.positions = positions;
        this.lanes = lanes;
        this.rhsStride = rhsStride;
        this.memory = memory;
        sourceStride = rhsStride;
        stride = (long) lanes * Double.BYTES;
        bytes = lanes * Double.BYTES;
        int all = positions + 2 * ENDS;
        source = new long[all];
        rhs = new long[all];
        coefficients = new long[all];
        matrices = memory.take((all + 1L) * MATRIX * lanes);
        long ends = memory.take(2L * ENDS * PointOperations.VARIABLES * rhsStride / Double.BYTES);
        for (int i = 0; i < ENDS; i++) {
            rhs[i] = ends + i * (PointOperations.VARIABLES * rhsStride);
            rhs[ENDS + positions + i] = rhs[i] + ENDS * PointOperations.VARIABLES * rhsStride;
        }
    }

    /// Returns the address of memory for `rows` rows at each position, the first one's.
    long room(int rows) {
        return memory.take((long) positions * rows * lanes);
    }

    /// Sets the addresses of a position's right-hand sides: `from` to read them, `to` to solve them.
    void solveAt(int position, long from, long to) {
        source[position + ENDS] = from;
        rhs[position + ENDS] = to;
    }

    /// Sets the address from which a position's right-hand sides are read.
    void readAt(int position, long from) {
        source[position + ENDS] = from;
    }

    void coefficientsAt(int position, long at) {
        coefficients[position + ENDS] = at;
    }

    long source(int position) {
        return source[position + ENDS];
    }

    long rhs(int position) {
        return rhs[position + ENDS];
    }

    long coefficients(int position) {
        return coefficients[position + ENDS];
    }

    long matrix(int position) {
        return matrices + (position + ENDS) * (MATRIX * stride);
    }

    /// Returns the address of the other entries of a position's matrices during its normalisation: p2 1/p3 | q2 1/q3
    /// | r2 1/r3.
    long work() {
        return matrix(positions + ENDS);
    }
}
