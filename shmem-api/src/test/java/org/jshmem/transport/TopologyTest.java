// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

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
}
