// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

class TransposeTest {
    @Test
    void rowsBecomeColumns() {
        int rows = 16;
        int columns = 24;
        ScratchMemory memory = new ScratchMemory();
        long from = memory.take((long) rows * columns);
        long to = memory.take((long) rows * columns);
        for (int i = 0; i < rows * columns; i++) VectorMemory.set(from + i * 8L, i);
        Transpose.rectangle(from, columns * 8L, rows, columns, to, rows * 8L);
        for (int j = 0; j < rows; j++) {
            for (int i = 0; i < columns; i++) {
                assertEquals(j * columns + i, VectorMemory.get(to + (i * rows + j) * 8L), "row " + j + ", column " + i);
            }
        }
        Reference.reachabilityFence(memory); // the memory has lived until here
    }
}
