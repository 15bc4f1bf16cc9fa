// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.util.ArrayList;
import java.util.List;

/// The addresses of lines of nodes along one direction, which are solved in parallel lanes.
///
/// ```
///   rows of a position                      for all lanes
///   right-hand sides    f1 f2 f3 | f4 | f5  read in one place, normalised and solved in another, or in place
///   coefficients        1/density, velocity along the direction, speed of sound
///   matrix              p4 p5 | q4 q5 | r4 r5    entries after the diagonal of a normalised position
/// ```
///
/// Positions run from -2 to n + 1: the two at either end belong to the neighbours, or stay zero.
final class GridLines {
    /// Positions that travel from PE to PE.
    static final int CARRY = 2;

    static final int COEFFICIENTS = 3;
    static final int MATRIX = 6;

    final int positions;

    /// The most lanes of a row.
    final int lanes;

    /// The computed bytes of a row.
    int bytes;

    /// Bytes from one right-hand side to the next at the source.
    long sourceApart;

    /// Bytes from one right-hand side to the next at the solution.
    final long rhsApart;

    /// Bytes from 1/density to the velocity and to the speed of sound.
    long velocity;

    long sound;

    /// Bytes from one row of a matrix to the next.
    final long apart;

    private final long[] source;
    private final long[] rhs;
    private final long[] coefficients;
    private final ScratchMemory matrices;
    private final ScratchMemory ends;
    private final ScratchMemory.Space space;
    private final List<ScratchMemory> rooms = new ArrayList<>();

    /// Creates lines whose scratch memory is taken from `space`.
    GridLines(int positions, int lanes, long rhsApart, ScratchMemory.Space space) {
        this.space = space;
        this.positions = positions;
        this.lanes = lanes;
        this.rhsApart = rhsApart;
        sourceApart = rhsApart;
        apart = (long) lanes * Double.BYTES;
        bytes = lanes * Double.BYTES;
        int all = positions + 2 * CARRY;
        source = new long[all];
        rhs = new long[all];
        coefficients = new long[all];
        matrices = space.take((all + 1L) * MATRIX * lanes);
        ends = space.take(2L * CARRY * SpPoint.VARIABLES * rhsApart / Double.BYTES);
        for (int i = 0; i < CARRY; i++) {
            long at = ends.address() + i * (SpPoint.VARIABLES * rhsApart);
            rhs[i] = at;
            rhs[CARRY + positions + i] = at + CARRY * SpPoint.VARIABLES * rhsApart;
        }
    }

    /// Returns the address of memory for `doubles` doubles that lives as long as this object.
    long room(long doubles) {
        ScratchMemory room = space.take(doubles);
        rooms.add(room);
        return room.address();
    }

    /// Sets the addresses of a position's right-hand sides: `from` to read them, `to` to solve them.
    void solveAt(int position, long from, long to) {
        source[position + CARRY] = from;
        rhs[position + CARRY] = to;
    }

    /// Sets the address from which a position's right-hand sides are read.
    void readAt(int position, long from) {
        source[position + CARRY] = from;
    }

    /// Sets the address of the coefficients of a position, -1 to n.
    void coefficientsAt(int position, long at) {
        coefficients[position + CARRY] = at;
    }

    long source(int position) {
        return source[position + CARRY];
    }

    long rhs(int position) {
        return rhs[position + CARRY];
    }

    long coefficients(int position) {
        return coefficients[position + CARRY];
    }

    long matrix(int position) {
        return matrices.address() + (position + CARRY) * (MATRIX * apart);
    }

    /// Returns the address of the other entries of a position's matrices during its normalisation: p2 1/p3 | q2 1/q3
    /// | r2 1/r3.
    long work() {
        return matrix(positions + CARRY);
    }
}
