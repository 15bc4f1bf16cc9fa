// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

/// The planes of one level that a PE has. On a level with fewer planes than PEs some PEs have no plane.
///
/// ```
///   8 PEs, finest level 16 planes     PE   0   1   2   3   4   5   6   7
///   level 4, 2 planes a PE                0 1 2 3 4 5 6 7 8 9 ...
///   level 3, 1 plane a PE                  0   1   2   3   4   5   6   7
///   level 2                                -   0   -   1   -   2   -   3      plane j lies where plane 2j + 1 of the
///   level 1                                -   -   -   0   -   -   -   1      finer level does
/// ```
record Slab(int level, int npes, int pe) {
    /// Planes of the whole level, and points along each edge.
    int edge() {
        return 1 << level;
    }

    /// Whether each PE has at least two planes of this level: then planes `2z` and `2z + 1` lie on one PE.
    boolean isDense() {
        return edge() >= 2 * npes;
    }

    int planes() {
        if (edge() >= npes) return edge() / npes;
        return (pe + 1) % apart() == 0 ? 1 : 0;
    }

    /// Returns the distance from one PE with planes to the next.
    private int apart() {
        return Math.max(1, npes / edge());
    }

    int first() {
        return edge() >= npes ? pe * (edge() / npes) : (pe + 1) / apart() - 1;
    }

    /// Returns the PE with the planes before this PE's planes.
    int below() {
        return Math.floorMod(pe - apart(), npes);
    }

    /// Returns the PE with the planes after this PE's planes.
    int above() {
        return Math.floorMod(pe + apart(), npes);
    }
}
