// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

/// Rows of nodes to rows of lines and back, eight at a time, so that each cache line is written whole.
final class Transpose {
    private Transpose() {}

    /// `to[i * toApart + r] = from[r * fromApart + i]` for `r < rows`, `i < n`, counted from the two starts.
    static void in(double[] from, int at, int fromApart, int rows, int n, double[] to, int start, int toApart) {
        int r = 0;
        for (; r + 8 <= rows; r += 8) in8(from, at + r * fromApart, fromApart, n, to, start + r, toApart);
        for (; r < rows; r++) in1(from, at + r * fromApart, n, to, start + r, toApart);
    }

    /// `to[r * toApart + i] = from[i * fromApart + r]` for `r < rows`, `i < n`, counted from the two starts.
    static void out(double[] from, int at, int fromApart, int rows, int n, double[] to, int start, int toApart) {
        int r = 0;
        for (; r + 8 <= rows; r += 8) out8(from, at + r, fromApart, n, to, start + r * toApart, toApart);
        for (; r < rows; r++) out1(from, at + r, fromApart, n, to, start + r * toApart);
    }

    private static void in8(double[] from, int at, int apart, int n, double[] to, int start, int toApart) {
        int o = start;
        for (int i = at; i < at + n; i++) {
            to[o] = from[i];
            to[o + 1] = from[i + apart];
            to[o + 2] = from[i + 2 * apart];
            to[o + 3] = from[i + 3 * apart];
            to[o + 4] = from[i + 4 * apart];
            to[o + 5] = from[i + 5 * apart];
            to[o + 6] = from[i + 6 * apart];
            to[o + 7] = from[i + 7 * apart];
            o += toApart;
        }
    }

    private static void in1(double[] from, int at, int n, double[] to, int start, int toApart) {
        int o = start;
        for (int i = at; i < at + n; i++) {
            to[o] = from[i];
            o += toApart;
        }
    }

    private static void out8(double[] from, int at, int fromApart, int n, double[] to, int start, int apart) {
        int o = at;
        for (int i = start; i < start + n; i++) {
            to[i] = from[o];
            to[i + apart] = from[o + 1];
            to[i + 2 * apart] = from[o + 2];
            to[i + 3 * apart] = from[o + 3];
            to[i + 4 * apart] = from[o + 4];
            to[i + 5 * apart] = from[o + 5];
            to[i + 6 * apart] = from[o + 6];
            to[i + 7 * apart] = from[o + 7];
            o += fromApart;
        }
    }

    private static void out1(double[] from, int at, int fromApart, int n, double[] to, int start) {
        int o = at;
        for (int i = start; i < start + n; i++) {
            to[i] = from[o];
            o += fromApart;
        }
    }
}
