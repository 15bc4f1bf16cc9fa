// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;

class JvmBlocksTest {
    @Test
    void theFirstBlocksAreTheLargerOnes() {
        var blocks = new JvmBlocks(7, 3);
        assertEquals(3, blocks.first(1));
        assertEquals(2, blocks.count(2));
        assertEquals("7 PEs in 3 JVMs", blocks.text());
    }

    @Test
    void aHostMayHaveAnyPesOfAJob() {
        var neighbours = new JvmBlocks(new int[] {4, 5, 6}, 2);
        assertEquals(4, neighbours.first(0));
        assertEquals(6, neighbours.first(1));
        assertEquals(3, neighbours.npes());
        assertEquals(3, new JvmBlocks(new int[] {1, 3}, 2).first(1));
        assertEquals(
                "--jvms puts neighbours into one JVM, and --map-by node puts them on different hosts; remove one of"
                        + " them",
                assertThrows(Refused.class, () -> new JvmBlocks(new int[] {1, 3}, 1))
                        .getMessage());
    }
}
