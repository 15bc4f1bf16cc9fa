// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.os.Refused;
import org.junit.jupiter.api.Test;

class PlacingTest {
    @Test
    void slotsAreFilledInTurnAndNodesAreDealt() {
        List<Slots> hosts = Hostlist.parse("a:3,b:1,c:2");
        assertArrayEquals(
                new int[] {0, 0, 0, 1, 2}, Placing.of(hosts, 5, 0, false).hostOf());
        assertArrayEquals(
                new int[] {0, 1, 2, 0, 2}, Placing.of(hosts, 5, 0, true).hostOf());
        assertArrayEquals(
                new int[] {0, 0, 0, 1, 2}, Placing.of(hosts, 5, 0, false).hostOf());
    }

    @Test
    void aPlacingIsReadFromItsText() {
        Placing placing = Placing.of(Hostlist.parse("a:2,b-1:2"), 3, 0, true);
        Placing parsed = Placing.parse(placing.text());
        assertEquals(placing.names(), parsed.names());
        assertArrayEquals(placing.hostOf(), parsed.hostOf());
        assertArrayEquals(new int[] {0, 2}, parsed.pes(0).toArray());
    }

    @Test
    void hostsWithoutPesTakeNoPart() {
        Placing placing = Placing.of(Hostlist.parse("a:2,b:2,c:2"), 3, 0, false);
        assertEquals(List.of("a", "b"), placing.names());
    }

    @Test
    void slotsOfAllHostsMayExceedAnInt() {
        assertEquals(
                2,
                Placing.of(Hostlist.parse("a:2000000000,b:2000000000"), 2, 0, true)
                        .names()
                        .size());
    }

    @Test
    void aNumberOfPesForEachHostIsKept() {
        Placing placing = Placing.of(Hostlist.parse("a:4,b:4,c:4"), 5, 2, false);
        assertArrayEquals(new int[] {0, 0, 1, 1, 2}, placing.hostOf());
        assertEquals(
                "-N 5 is more than host a has slots (4); lower it, or give a:5",
                refused(() -> Placing.of(Hostlist.parse("a:4"), 5, 5, false)));
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertEquals(
                "-np 5 is more than the hosts' slots (a:2,b:1, together 3); lower it or give more slots",
                refused(() -> Placing.of(Hostlist.parse("a:2,b"), 5, 0, false)));
    }

    private static String refused(Runnable call) {
        return assertThrows(Refused.class, call::run).getMessage();
    }
}
