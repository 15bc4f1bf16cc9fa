// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TopologyTest {
    @Test
    void theLatestValueIsSharedAsLongAsItFits() {
        Topology topology = Topology.oneJvm(4, 4);
        String[] values = new String[4];
        for (int pe = 0; pe < 4; pe++) {
            String team = pe < 2 ? "first" : "second";
            values[pe] =
                    topology.shared(String.class, made -> made.equals(team), () -> new StringBuilder(team).toString());
        }
        assertSame(values[0], values[1]);
        assertSame(values[2], values[3]);
        assertNotSame(values[1], values[2]);
    }

    @Test
    void eachOfSeveralHostsHasAtMost4096Pes() {
        int[] host = new int[Shape.MOST_PES + 2];
        host[0] = 1;
        var refused = assertThrows(
                IllegalArgumentException.class, () -> new Topology(host, new int[host.length], new int[2]));
        assertEquals("4097 PEs on one of several hosts; place at most 4096 on each", refused.getMessage());
        host[1] = 1;
        assertEquals(2, new Topology(host, new int[host.length], new int[2]).hosts());
    }
}
