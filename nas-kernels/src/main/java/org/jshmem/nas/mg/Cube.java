// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.mg;

/// Planes of a cube of points, stored plane by plane, row by row, with one ghost point on every side.
///
/// @param a the array with the points, and [Stencils#SLACK] doubles after them
/// @param edge points along each edge, without ghosts
/// @param planes planes of this PE, without ghosts
record Cube(double[] a, int edge, int planes) {
    /// Makes a cube of zeros.
    static Cube zeros(int edge, int planes) {
        int points = planes == 0 ? 0 : Math.toIntExact((planes + 2L) * (edge + 2) * (edge + 2));
        return new Cube(new double[points + Stencils.SLACK], edge, planes);
    }

    /// Points along each edge, ghosts included.
    int side() {
        return edge + 2;
    }

    /// Returns the index of the first ghost of a plane; plane 0 is the ghost plane below.
    int plane(int z) {
        return z * side() * side();
    }

    /// Returns the index of the first ghost of a row.
    int row(int z, int y) {
        return plane(z) + y * side();
    }
}
