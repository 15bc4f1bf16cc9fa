// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import java.util.Arrays;

/// A block of NPB's random sparse matrix, by rows: the sum over `i` of `0.1^(i/n) x_i x_i^T`, where `x_i` is the random
/// sparse vector of [SparseVectors], with `0.1 - shift` added along the diagonal.
///
/// ```
///   a block of      5 . 1 .      start    0     2   3     5      row r has the elements start[r] to start[r + 1] - 1
///   three rows:     . 4 . .      column   0 2   1   0 3          ascending within a row
///                   2 . . 6      value    5 1   4   2 6
/// ```
/// The original's `sparse` inserts each product into its row, which it keeps sorted. Here `members[c]` lists the
/// entries of all vectors in column `c`, so that a block appends column after column: what it appends last to a row is
/// the only element that another product can be added to.
final class SparseBlock {
    private static final double CONDITION = 0.1;

    /// The index of the first element of each row, then the end of the last row.
    private final int[] start;

    /// The column of each element, counted from the block's first column.
    private final int[] column;

    final double[] value;

    /// Makes the block of rows `rowFrom <= r < rowTo` and columns `columnFrom <= c < columnTo`.
    /*
     * Each PE draws all vectors, and appends the elements of one column after the other to their rows. A row has room
     * for one element of each vector's products, so no list is sorted or grown.
     * Terms are added in the order of the vectors, so that an element has the same bits in any partition.
     * Each loop is a method that is called often, which the JVM compiles sooner than one long loop.
     */
    SparseBlock(CgClass problem, int rowFrom, int rowTo, int columnFrom, int columnTo) {
        SparseVectors vectors = new SparseVectors(problem);
        int[][] members = members(vectors, columnFrom, columnTo);
        start = new int[rowTo - rowFrom + 1];
        for (int i = 0; i < vectors.order; i++) makeRoom(vectors, i, rowFrom, columnFrom, columnTo);
        for (int r = 0; r < rows(); r++) start[r + 1] += start[r];
        column = new int[start[rows()]];
        value = new double[column.length];
        int[] end = Arrays.copyOf(start, rows());
        for (int c = columnFrom; c < columnTo; c++) {
            add(vectors, members[c - columnFrom], c - columnFrom, rowFrom, end);
            if (c >= rowFrom && c < rowTo) value[end[c - rowFrom] - 1] += CONDITION - problem.shift;
        }
        close(end);
    }

    /// Adds the products of a column's entries to the rows, which end before `end`.
    private void add(SparseVectors vectors, int[] entries, int c, int rowFrom, int[] end) {
        for (int entry : entries) {
            int i = vectors.vector(entry);
            double weight = vectors.weight[i];
            double factor = vectors.value[entry];
            for (int e = vectors.first(i); e < vectors.end(i); e++) {
                int r = vectors.position[e] - rowFrom;
                if (r < 0 || r >= end.length) continue;
                double term = factor * (weight * vectors.value[e]);
                int at = end[r];
                if (at > start[r] && column[at - 1] == c) {
                    value[at - 1] += term;
                } else {
                    column[at] = c;
                    value[at] = term;
                    end[r] = at + 1;
                }
            }
        }
    }

    /// Adds the room that the products of vector `i` take at most in a row to the start of the next row.
    private void makeRoom(SparseVectors vectors, int i, int rowFrom, int columnFrom, int columnTo) {
        int columns = 0;
        for (int e = vectors.first(i); e < vectors.end(i); e++) {
            int c = vectors.position[e];
            if (c >= columnFrom && c < columnTo) columns++;
        }
        for (int e = vectors.first(i); e < vectors.end(i); e++) {
            int r = vectors.position[e] - rowFrom;
            if (r >= 0 && r < rows()) start[r + 1] += columns;
        }
    }

    /// Moves each row to the end of the row before it.
    private void close(int[] end) {
        int at = 0;
        for (int r = 0; r < end.length; r++) {
            int n = end[r] - start[r];
            System.arraycopy(column, start[r], column, at, n);
            System.arraycopy(value, start[r], value, at, n);
            start[r] = at;
            at += n;
        }
        start[end.length] = at;
    }

    /// Bytes of Java heap that a PE needs at most while it computes its block. They hold the vectors, and an element
    /// for each product inside the block.
    static long javaBytes(CgClass problem, int npes) {
        long entries = problem.order * (problem.drawn + 1L);
        long elements = entries * (problem.drawn + 1L) / npes;
        return 24 * entries + (Integer.BYTES + Double.BYTES) * elements;
    }

    /// The entries of all vectors by their column.
    private static int[][] members(SparseVectors vectors, int from, int to) {
        int[] count = new int[to - from];
        int[][] members = new int[count.length][];
        for (int i = 0; i < vectors.order; i++) enter(vectors, i, from, count, null);
        for (int c = 0; c < count.length; c++) members[c] = new int[count[c]];
        Arrays.fill(count, 0);
        for (int i = 0; i < vectors.order; i++) enter(vectors, i, from, count, members);
        return members;
    }

    /// Counts the entries of vector `i` by their column, and enters them in the columns' lists if there are lists.
    private static void enter(SparseVectors vectors, int i, int from, int[] count, int[][] members) {
        for (int e = vectors.first(i); e < vectors.end(i); e++) {
            int c = vectors.position[e] - from;
            if (c < 0 || c >= count.length) continue;
            if (members != null) members[c][count[c]] = e;
            count[c]++;
        }
    }

    int rows() {
        return start.length - 1;
    }

    int elements() {
        return start[rows()];
    }

    /// Sets `product` to the block times `vector`.
    /*
     * Four sums for each row: with one sum each addition would wait for the one before.
     */
    void multiply(double[] vector, double[] product) {
        double[] v = value;
        int[] c = column;
        for (int r = 0; r < rows(); r++) product[r] = row(v, c, vector, start[r], start[r + 1]);
    }

    private static double row(double[] v, int[] c, double[] vector, int begin, int end) {
        int k = begin;
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        for (; k < end - 3; k += 4) {
            s0 += v[k] * vector[c[k]];
            s1 += v[k + 1] * vector[c[k + 1]];
            s2 += v[k + 2] * vector[c[k + 2]];
            s3 += v[k + 3] * vector[c[k + 3]];
        }
        for (; k < end; k++) s0 += v[k] * vector[c[k]];
        return (s0 + s1) + (s2 + s3);
    }
}
