// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

/// The positions of tiles and memory controllers on the chip, and the numbers of routers between them.
///
/// ```
///        (0,3) (1,3) (2,3) | (3,3) (4,3) (5,3)         a tile: two cores, their buffers, a router
///   MC - (0,2) (1,2) (2,2) | (3,2) (4,2) (5,2) - MC    cores 2t and 2t + 1 on tile t = x + columns y
///        ------------------+------------------
///        (0,1) (1,1) (2,1) | (3,1) (4,1) (5,1)
///   MC - (0,0) (1,0) (2,0) | (3,0) (4,0) (5,0) - MC    each quarter has a memory controller
/// ```
///
/// Packets travel along x, then along y. They pass each router on the way, including those at both ends: 1 on the own
/// tile, 9 from corner to corner (Petrović 2012, section 3). The controllers are at the outer ends of rows 0 and `rows
/// / 2`.
///
/// @param flat whether all distances are one router, to measure the effect of distances
public record Mesh(int columns, int rows, int coresOfTile, boolean flat) {

    /// A router, at a column and a row.
    record Router(int x, int y) {}

    /// The number of cores.
    public int cores() {
        return columns * rows * coresOfTile;
    }

    /// The number of routers between two cores' tiles.
    public int hops(int core, int other) {
        return hops(router(core), router(other));
    }

    /// The router of a core's tile.
    Router router(int core) {
        return new Router(x(core), y(core));
    }

    /// The router at the memory controller of a core's quarter.
    Router controller(int core) {
        return new Router(2 * x(core) < columns ? 0 : columns - 1, 2 * y(core) < rows ? 0 : rows / 2);
    }

    /// The column of a core's tile.
    int x(int core) {
        return core / coresOfTile % columns;
    }

    /// The row of a core's tile.
    int y(int core) {
        return core / coresOfTile / columns;
    }

    /// The number of a tile.
    int tile(int x, int y) {
        return x + columns * y;
    }

    /// The number of tiles.
    int tiles() {
        return columns * rows;
    }

    int hops(Router from, Router to) {
        return flat ? 1 : Math.abs(from.x - to.x) + Math.abs(from.y - to.y) + 1;
    }
}
