// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

import java.util.Arrays;

/// A block of NPB's random sparse matrix, by rows: the sum over `i` of `0.1^(i/n) x_i x_i^T`, where `x_i` is the random
/// sparse vector of [SparseVectors], with `0.1 - shift` added along the diagonal.
final class SparseBlock {
    private static final double CONDITION = 0.1;

    /// The index of the first element of each row, then the end of the last row.
    private final int[] start;

    /// The column of each element, counted from the block's first column.
    private int[] column;

    double[] value;

    /// Makes the block of rows `rowFrom <= r < rowTo` and columns `columnFrom <= c < columnTo`.
    /*
     * Each PE draws all vectors. A row is the sum of the vectors with an element in it, computed in a dense row.
     * Terms are added in the order of the vectors, so that an element has the same bits in any partition.
     * Each loop is a method that is called often, which the JVM compiles sooner than one long loop.
     */
    SparseBlock(CgClass problem, int rowFrom, int rowTo, int columnFrom, int columnTo) {
        SparseVectors vectors = new SparseVectors(problem);
        int[][] members = members(vectors, rowFrom, rowTo);
        double[] dense = new double[columnTo - columnFrom];
        boolean[] touched = new boolean[dense.length];
        int[] list = new int[dense.length];
        start = new int[rowTo - rowFrom + 1];
        column = new int[dense.length];
        value = new double[dense.length];
        for (int r = rowFrom; r < rowTo; r++) {
            int n = 0;
            for (int entry : members[r - rowFrom]) n = add(vectors, entry, columnFrom, dense, touched, list, n);
            if (r >= columnFrom && r < columnTo) dense[r - columnFrom] += CONDITION - problem.shift;
            append(r - rowFrom, list, n, dense, touched);
        }
    }

    /// Adds the row of an entry's product to a dense row. Returns the number of listed columns, with those that are
    /// new.
    private static int add(
            SparseVectors vectors,
            int entry,
            int columnFrom,
            double[] dense,
            boolean[] touched,
            int[] list,
            int listed) {
        int n = listed;
        int i = vectors.vector(entry);
        double scale = vectors.weight(i) * vectors.value[entry];
        for (int e = vectors.first(i); e < vectors.end(i); e++) {
            int c = vectors.position[e] - columnFrom;
            if (c < 0 || c >= dense.length) continue;
            if (!touched[c]) list[n++] = c;
            touched[c] = true;
            dense[c] += vectors.value[e] * scale;
        }
        return n;
    }

    /// Bytes of Java heap that a PE needs at most while it computes its block. They hold the vectors, and an element
    /// for each product inside the block, in arrays that grow by half.
    static long javaBytes(CgClass problem, int npes) {
        long entries = problem.order * (problem.drawn + 1L);
        long elements = entries * (problem.drawn + 1L) / npes;
        return 16 * entries + 2 * (Integer.BYTES + Double.BYTES) * elements;
    }

    /// The entries of all vectors by their row.
    private static int[][] members(SparseVectors vectors, int rowFrom, int rowTo) {
        int[] count = new int[rowTo - rowFrom];
        int[][] members = new int[count.length][];
        for (int i = 0; i < vectors.order; i++) enter(vectors, i, rowFrom, count, null);
        for (int r = 0; r < count.length; r++) members[r] = new int[count[r]];
        Arrays.fill(count, 0);
        for (int i = 0; i < vectors.order; i++) enter(vectors, i, rowFrom, count, members);
        return members;
    }

    /// Counts the entries of vector `i` by their row, and enters them in the rows' lists if there are lists.
    private static void enter(SparseVectors vectors, int i, int rowFrom, int[] count, int[][] members) {
        for (int e = vectors.first(i); e < vectors.end(i); e++) {
            int r = vectors.position[e] - rowFrom;
            if (r < 0 || r >= count.length) continue;
            if (members != null) members[r][count[r]] = e;
            count[r]++;
        }
    }

    /// Moves the `n` listed columns of a dense row after the rows before it, and clears the dense row.
    private void append(int row, int[] columns, int n, double[] dense, boolean[] touched) {
        int at = start[row];
        if (at + n > column.length) {
            int room = Math.max(at + n, (int) Math.min(Integer.MAX_VALUE - 8L, column.length * 3L / 2));
            column = Arrays.copyOf(column, room);
            value = Arrays.copyOf(value, room);
        }
        Arrays.sort(columns, 0, n);
        for (int k = 0; k < n; k++) {
            int c = columns[k];
            column[at + k] = c;
            value[at + k] = dense[c];
            dense[c] = 0;
            touched[c] = false;
        }
        start[row + 1] = at + n;
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
