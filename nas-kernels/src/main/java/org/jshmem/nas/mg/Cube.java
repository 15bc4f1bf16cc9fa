// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

/// Planes of a cube of points, stored plane by plane, row by row, with one ghost point on every side.
///
/// @param a the array with the points, which other cubes may share
/// @param at the index of the first ghost
/// @param edge points along each edge, without ghosts
/// @param planes planes of this PE, without ghosts
record Cube(double[] a, int at, int edge, int planes) {
    /// A quarter of a page of memory. Cubes begin this far apart within a page: a processor that loads from one cube
    /// where it has stored in another, at the same distance from a page's begin, waits for the store.
    private static final int APART = 4096 / 4 / Double.BYTES;

    /// Makes `count` cubes of zeros, in one array if that can hold them.
    /*
     * The JVM allocates an array that is larger than its young generation in the old one. Smaller arrays are
     * copied there when the young generation is full.
     */
    static Cube[] zeros(int count, int edge, int planes) {
        Cube[] cubes = new Cube[count];
        int points = planes == 0 ? 0 : Math.toIntExact((planes + 2L) * (edge + 2) * (edge + 2));
        int size = points + Math.floorMod(APART - points, 4 * APART);
        boolean together = (long) count * size + Stencils.SLACK < Integer.MAX_VALUE - 8L;
        double[] a = new double[(together ? count * size : size) + Stencils.SLACK];
        for (int i = 0; i < count; i++) {
            if (i > 0 && !together) a = new double[a.length];
            cubes[i] = new Cube(a, together ? i * size : 0, edge, planes);
        }
        return cubes;
    }

    /// Points along each edge, ghosts included.
    int side() {
        return edge + 2;
    }

    /// Returns the index of the first ghost of a plane; plane 0 is the ghost plane below.
    int plane(int z) {
        return at + z * side() * side();
    }

    /// Returns the index of the first ghost of a row.
    int row(int z, int y) {
        return plane(z) + y * side();
    }
}
