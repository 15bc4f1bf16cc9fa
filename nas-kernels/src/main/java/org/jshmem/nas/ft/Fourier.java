// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.ft;

/// Fourier transforms of one length, a power of two, of many vectors at once. Element `k` of all vectors is row `k`
/// of an array, so that each loop runs along a row.
///
/// The transform is in place, by decimation in frequency, of radix 4 and at most one radix 2. A step of radix 4 leaves
/// the frequencies 4f, 4f + 1, 4f + 2 and 4f + 3 in the four quarters of its rows, and the next step does this to
/// each quarter. So the frequencies come out with their digits reversed, row `i` with `frequency[i]`:
///
/// ```
///   length 8   row        0 1 2 3 4 5 6 7           row = 2 a + b, a of 0..3 and b of 0..1
///              frequency  0 4 1 5 2 6 3 7           frequency = a + 4 b
///   length 16  row        0 1 2  3 4 5 6  7 8 ...   row = 4 a + b
///              frequency  0 4 8 12 1 5 9 13 2 ...   frequency = a + 4 b
/// ```
/// Nothing sorts the rows: a copy that happens anyway, to `send` or to the column of `evolve`, goes to or comes from
/// the row of its frequency. The transform back takes rows in natural order, and leaves the grid in the same disorder.
final class Fourier {
    final int length;

    /// The frequency that a transform leaves in each row.
    final int[] frequency;

    /// The roots `exp(2 pi i k / length)`.
    private final double[] cos;

    private final double[] sin;

    Fourier(int length) {
        this.length = length;
        frequency = new int[length];
        order(0, length, 0, 1);
        cos = new double[length];
        sin = new double[length];
        for (int k = 0; k < length; k++) {
            cos[k] = Math.cos(2 * Math.PI * k / length);
            sin[k] = Math.sin(2 * Math.PI * k / length);
        }
    }

    private static int radix(int size) {
        return size % 4 == 0 ? 4 : 2;
    }

    private void order(int row, int size, int first, int step) {
        if (size == 1) {
            frequency[row] = first;
            return;
        }
        int radix = radix(size);
        int part = size / radix;
        for (int q = 0; q < radix; q++) order(row + q * part, part, first + q * step, step * radix);
    }

    /// Transforms `lanes` vectors whose row `k` begins at `k * pitch + from`. `sign` is the sign of the exponent.
    void transform(double[] re, double[] im, int from, int pitch, int lanes, int sign) {
        for (int size = length; size > 1; size /= radix(size)) {
            int radix = radix(size);
            int part = size / radix;
            int root = length / size;
            for (int block = 0; block < length; block += size) {
                for (int j = 0; j < part; j++) {
                    int row = from + (block + j) * pitch;
                    if (radix == 4) four(re, im, row, part * pitch, lanes, j * root, sign);
                    else two(re, im, row, part * pitch, lanes, j * root, sign);
                }
            }
        }
    }

    private void two(double[] re, double[] im, int row, int apart, int lanes, int root, int sign) {
        double c = cos[root];
        double s = sign * sin[root];
        int other = row + apart;
        for (int i = 0; i < lanes; i++) {
            double aRe = re[row + i];
            double aIm = im[row + i];
            double bRe = re[other + i];
            double bIm = im[other + i];
            double dRe = aRe - bRe;
            double dIm = aIm - bIm;
            re[row + i] = aRe + bRe;
            im[row + i] = aIm + bIm;
            re[other + i] = dRe * c - dIm * s;
            im[other + i] = dRe * s + dIm * c;
        }
    }

    private void four(double[] re, double[] im, int row0, int apart, int lanes, int root, int sign) {
        double c1 = cos[root];
        double s1 = sign * sin[root];
        double c2 = cos[2 * root];
        double s2 = sign * sin[2 * root];
        double c3 = cos[3 * root];
        double s3 = sign * sin[3 * root];
        int row1 = row0 + apart;
        int row2 = row1 + apart;
        int row3 = row2 + apart;
        double turn = sign;
        for (int i = 0; i < lanes; i++) {
            double aRe = re[row0 + i] + re[row2 + i];
            double aIm = im[row0 + i] + im[row2 + i];
            double bRe = re[row0 + i] - re[row2 + i];
            double bIm = im[row0 + i] - im[row2 + i];
            double cRe = re[row1 + i] + re[row3 + i];
            double cIm = im[row1 + i] + im[row3 + i];
            double dRe = turn * (im[row3 + i] - im[row1 + i]); // i times the difference, with the sign of the exponent
            double dIm = turn * (re[row1 + i] - re[row3 + i]);
            re[row0 + i] = aRe + cRe;
            im[row0 + i] = aIm + cIm;
            double xRe = bRe + dRe;
            double xIm = bIm + dIm;
            re[row1 + i] = xRe * c1 - xIm * s1;
            im[row1 + i] = xRe * s1 + xIm * c1;
            double yRe = aRe - cRe;
            double yIm = aIm - cIm;
            re[row2 + i] = yRe * c2 - yIm * s2;
            im[row2 + i] = yRe * s2 + yIm * c2;
            double zRe = bRe - dRe;
            double zIm = bIm - dIm;
            re[row3 + i] = zRe * c3 - zIm * s3;
            im[row3 + i] = zRe * s3 + zIm * c3;
        }
    }
}
