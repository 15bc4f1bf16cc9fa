// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.cg;

/// The partition of the matrix among PEs: a grid of `rows` x `columns` blocks. PE `r * columns + c` has the block of
/// row `r` and column `c`.
///
/// ```
///              columns of the matrix
///              0 ..      ..      .. n
///            +-------+-------+-------+
///   rows  0  | PE 0  | PE 1  | PE 2  |   the sums of a row of blocks are added up by its PEs;
///            +-------+-------+-------+   each PE then fetches the part of its own columns
///         n  | PE 3  | PE 4  | PE 5  |   from its own column of blocks
///            +-------+-------+-------+
/// ```
record MatrixBlocks(int order, int rows, int columns, int pe) {
    /// Returns the grid that is as square as the number of PEs allows, with more rows than columns: sums across a row
    /// cost more than fetches.
    static MatrixBlocks of(int order, int npes, int pe) {
        int columns = (int) Math.sqrt(npes);
        while (npes % columns != 0) columns--;
        return new MatrixBlocks(order, npes / columns, columns, pe);
    }

    int row() {
        return pe / columns;
    }

    int column() {
        return pe % columns;
    }

    /// The first row of the matrix in the `r`-th row of blocks.
    int firstRow(int r) {
        return (int) ((long) order * r / rows);
    }

    /// The first column of the matrix in the `c`-th column of blocks.
    int firstColumn(int c) {
        return (int) ((long) order * c / columns);
    }
}
