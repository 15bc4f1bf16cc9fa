// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

/// A part of the cube of `nodes` per edge: `extent` nodes along x, y and z from node `low` on.
record Box(int nodes, int[] low, int[] extent) {
    static final int DIRECTIONS = 3;

    static Box of(int nodes, int x, int y, int z, int nx, int ny, int nz) {
        return new Box(nodes, new int[] {x, y, z}, new int[] {nx, ny, nz});
    }

    int nx() {
        return extent[0];
    }

    int ny() {
        return extent[1];
    }

    int nz() {
        return extent[2];
    }

    long size() {
        return (long) extent[0] * extent[1] * extent[2];
    }

    /// Returns the number of lanes of a loop over a row of nodes.
    int width() {
        return Lanes.padded(extent[0]);
    }

    /// Whether a position along a direction is not a boundary node of the cube.
    boolean interior(int direction, int position) {
        int node = low[direction] + position;
        return node > 0 && node < nodes - 1;
    }

    /// Returns the first interior position along a direction.
    int first(int direction) {
        return low[direction] == 0 ? 1 : 0;
    }

    /// Returns one more than the last interior position along a direction.
    int end(int direction) {
        return extent[direction] - (low[direction] + extent[direction] == nodes ? 1 : 0);
    }

    /// Whether a position, inside this box or outside, is in the cube.
    boolean inside(int i, int j, int k) {
        return inside(0, i) && inside(1, j) && inside(2, k);
    }

    private boolean inside(int direction, int position) {
        int node = low[direction] + position;
        return node >= 0 && node < nodes;
    }

    /// The coordinate of a position in the unit cube.
    double coordinate(int direction, int position) {
        return (low[direction] + position) / (double) (nodes - 1);
    }
}
