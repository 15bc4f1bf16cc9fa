// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

/// One plane of the grid, `ny` rows of `nx` complex numbers, and its transforms along x and along y.
final class Slab2d {
    /// Vectors transformed together: their elements fit into a core's second-level cache.
    private static final int LANES = 64;

    private final int nx;
    private final int ny;
    private final Fourier alongX;
    private final Fourier alongY;
    final double[] re;
    final double[] im;
    private final double[] turnedRe;
    private final double[] turnedIm;

    Slab2d(int nx, int ny) {
        this.nx = nx;
        this.ny = ny;
        alongX = new Fourier(nx);
        alongY = nx == ny ? alongX : new Fourier(ny);
        re = new double[nx * ny];
        im = new double[nx * ny];
        turnedRe = new double[nx * LANES];
        turnedIm = new double[nx * LANES];
    }

    /// Returns the frequency along y that row `row` holds after [#transformY].
    int frequency(int row) {
        return alongY.frequency[row];
    }

    /// Transforms each column; rows come out in the order of [#frequency].
    void transformY(int sign) {
        for (int x = 0; x < nx; x += LANES) alongY.transform(re, im, x, nx, Math.min(LANES, nx - x), sign);
    }

    void transformX(int sign) {
        for (int y = 0; y < ny; y += LANES) {
            int lanes = Math.min(LANES, ny - y);
            turn(re, turnedRe, y, lanes);
            turn(im, turnedIm, y, lanes);
            alongX.transform(turnedRe, turnedIm, 0, lanes, lanes, sign);
            turnBack(turnedRe, re, y, lanes);
            turnBack(turnedIm, im, y, lanes);
        }
    }

    private void turn(double[] rows, double[] columns, int y, int lanes) {
        for (int from = 0; from < nx; from += 8) {
            for (int j = 0; j < lanes; j++) {
                int row = (y + j) * nx + from;
                for (int i = 0; i < 8; i++) columns[(from + i) * lanes + j] = rows[row + i];
            }
        }
    }

    /// Turns columns back into rows: row `i` of `columns` holds frequency `alongX.frequency[i]`.
    private void turnBack(double[] columns, double[] rows, int y, int lanes) {
        int[] frequency = alongX.frequency;
        for (int from = 0; from < nx; from += 8) {
            for (int j = 0; j < lanes; j++) {
                int row = (y + j) * nx;
                for (int i = from; i < from + 8; i++) rows[row + frequency[i]] = columns[i * lanes + j];
            }
        }
    }
}
