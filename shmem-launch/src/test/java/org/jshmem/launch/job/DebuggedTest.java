// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DebuggedTest {
    @Test
    void aJvmWithoutSuchPesGetsNoOption() {
        assertEquals(List.of(), new Debugged(new TreeSet<>(), 4).flags(0, 4));
    }
}
