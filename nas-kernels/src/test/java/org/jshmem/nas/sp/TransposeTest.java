// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TransposeTest {
    @Test
    void rowsBecomeColumns() {
        int rows = 16;
        int columns = 24;
        ScratchMemory from = new ScratchMemory((long) rows * columns);
        ScratchMemory to = new ScratchMemory((long) rows * columns);
        for (int i = 0; i < rows * columns; i++) from.set(i, i);
        Transpose.rectangle(from.address(), columns * 8L, rows, columns, to.address(), rows * 8L);
        for (int j = 0; j < rows; j++) {
            for (int i = 0; i < columns; i++) {
                assertEquals(
                        j * columns + i, Lanes.get(to.address() + (i * rows + j) * 8L), "row " + j + ", column " + i);
            }
        }
        from.set(0, to.hashCode()); // both have lived until here
    }
}
