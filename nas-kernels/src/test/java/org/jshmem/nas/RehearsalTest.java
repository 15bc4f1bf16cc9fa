// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RehearsalTest {
    @ParameterizedTest
    @CsvSource({"12,1,12", "36,2,36", "64,1,16", "64,2,32", "64,8,64", "102,1,22", "102,2,38", "162,9,162"})
    void rehearsedCellsLeaveTheRemaindersOfTheRealOnes(int nodes, int p, int small) {
        assertEquals(small, Multipartition.rehearsalNodes(nodes, p));
    }
}
