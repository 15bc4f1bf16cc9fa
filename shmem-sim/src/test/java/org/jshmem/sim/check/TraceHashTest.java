// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.junit.jupiter.api.Test;

class TraceHashTest {
    private static final int PES = 16_384;

    private static long hash(long start, int region, long offset) {
        TraceHash hash = new TraceHash(PES);
        MachineAccess access = new MachineAccess(PES - 1).become(AccessKind.STORE, region, offset, Long.BYTES);
        hash.access(access, start);
        return hash.value();
    }

    @Test
    void twoTimesOfALatePeDiffer() {
        assertNotEquals(hash(2, 0, 0), hash(3, 0, 0));
    }

    @Test
    void twoRegionsOfALargeJobDiffer() {
        assertNotEquals(hash(0, 4_095, 8), hash(0, 4_095, 9)); // bit 16 is that of region 4,095 and of an odd offset
    }
}
