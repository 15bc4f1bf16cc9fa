// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// The partition of the cube into `p * p * p` cells for `p * p` PEs. Each PE owns one cell in every slab of every
/// direction, so it has work at every stage of a sweep in any direction.
///
/// ```
///   p = 3, cells by their PE          PE e = x + 3 y owns, for c = 0, 1, 2, the cell at
///    z = 0     z = 1     z = 2
///   0 1 2     5 3 4     7 8 6          ( (x + c) mod 3, (y - c) mod 3, c )
///   3 4 5     8 6 7     1 2 0
///   6 7 8     2 0 1     4 5 3          rows: y downwards; columns: x
/// ```
///
/// In each direction one PE owns the cells before all of a PE's cells, and one PE the cells after them.
record Multipartition(int nodes, int p, int pe) {
    /// Ghost layers and the dissipation stencil reach two nodes into the next cell.
    private static final int SMALLEST_CELL = 3;

    /// Returns the partition for one of `pes` PEs.
    static Multipartition of(int nodes, int pes, int pe) {
        int p = (int) Math.sqrt(pes);
        if (p * p != pes) {
            throw new IllegalArgumentException(
                    "npes=%d is not a square number; use %d or %d PEs".formatted(pes, p * p, (p + 1) * (p + 1)));
        }
        if (nodes / p < SMALLEST_CELL) {
            int most = nodes / SMALLEST_CELL;
            throw new IllegalArgumentException(
                    "npes=%d cuts %d nodes into cells with fewer than %d;".formatted(pes, nodes, SMALLEST_CELL)
                            + " use at most %d PEs or a larger class".formatted(most * most));
        }
        return new Multipartition(nodes, p, pe);
    }

    /// Returns the slab of the PE's cell number `c` along direction 0, 1 or 2 for x, y or z.
    int slab(int direction, int c) {
        return switch (direction) {
            case 0 -> (x() + c) % p;
            case 1 -> Math.floorMod(y() - c, p);
            default -> c;
        };
    }

    Box cell(int c) {
        int x = slab(0, c);
        int y = slab(1, c);
        int z = slab(2, c);
        return Box.of(nodes, low(x), low(y), low(z), extent(x), extent(y), extent(z));
    }

    int cellInSlab(int direction, int slab) {
        return switch (direction) {
            case 0 -> Math.floorMod(slab - x(), p);
            case 1 -> Math.floorMod(y() - slab, p);
            default -> slab;
        };
    }

    /// Returns the PE that owns the cells before this PE's cells in a direction.
    int predecessor(int direction) {
        return switch (direction) {
            case 0 -> at(x() - 1, y());
            case 1 -> at(x(), y() - 1);
            default -> at(x() + 1, y() - 1);
        };
    }

    /// Returns the PE that owns the cells after this PE's cells in a direction.
    int successor(int direction) {
        return switch (direction) {
            case 0 -> at(x() + 1, y());
            case 1 -> at(x(), y() + 1);
            default -> at(x() - 1, y() + 1);
        };
    }

    /// Returns the nodes of a slab: the first `nodes mod p` slabs have one more.
    int extent(int slab) {
        return nodes / p + (slab < nodes % p ? 1 : 0);
    }

    int low(int slab) {
        return slab * (nodes / p) + Math.min(slab, nodes % p);
    }

    private int x() {
        return pe % p;
    }

    private int y() {
        return pe / p;
    }

    private int at(int x, int y) {
        return Math.floorMod(x, p) + p * Math.floorMod(y, p);
    }
}
