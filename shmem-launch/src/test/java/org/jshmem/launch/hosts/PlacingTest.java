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
    }

    /// Slurm sorts the names of a list of hosts, and numbers its processes in that order.
    @Test
    void aLauncherFindsItsHostByItsNameNotByItsRank() {
        Placing placing = Placing.of(Hostlist.parse("b:8,a:4,c:1"), 13, 0, false);
        assertArrayEquals(new int[] {1, 0, 2}, placing.hostsOf(List.of("a", "b", "c")));
        assertArrayEquals(new int[] {1, 0, 2}, placing.hostsOf(List.of("A.cluster", "b.cluster", "c")));
    }

    @Test
    void launchersOfUnknownNamesAreOnTheRemainingHostsInOrder() {
        Placing aliases = Placing.of(Hostlist.parse("10.0.0.1:1,10.0.0.2:1,c:1"), 3, 0, false);
        assertArrayEquals(new int[] {0, 2, 1}, aliases.hostsOf(List.of("n1", "c", "n2")));
        assertArrayEquals(new int[] {1, 0, 2}, aliases.hostsOf(List.of("10.0.0.2", "10.0.0.1", "")));
        Placing same = Placing.of(Hostlist.parse("n.x:1,n.y:1"), 2, 0, false);
        assertArrayEquals(new int[] {0, 1}, same.hostsOf(List.of("n", "n")));
    }

    @Test
    void slotsAreRunLengths() {
        List<Slots> slots = Hostlist.parse("a:32,b:32,a:1,c");
        assertEquals("a:33,b:32,c:1", Placing.text(slots));
        assertEquals(slots, Hostlist.parse(Placing.text(slots)));
    }

    /// The slots of all hosts may exceed an int.
    @Test
    void hostsWithoutPesTakeNoPart() {
        List<Slots> hosts = Hostlist.parse("a:2,b:2000000000,c:2000000000");
        assertEquals(List.of("a", "b"), Placing.of(hosts, 3, 0, false).names());
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
