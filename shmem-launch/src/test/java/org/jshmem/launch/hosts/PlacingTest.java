// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.launch.hosts.Placing.Slots;
import org.jshmem.launch.system.Refused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacingTest {
    @TempDir
    Path folder;

    @Test
    void slotsAreFilledInTurnAndNodesAreDealt() {
        List<Slots> hosts = Placing.hosts("a:3,b:1,c:2");
        assertArrayEquals(
                new int[] {0, 0, 0, 1, 2}, Placing.of(hosts, 5, "slot").hostOf());
        assertArrayEquals(
                new int[] {0, 1, 2, 0, 2}, Placing.of(hosts, 5, "node").hostOf());
        assertArrayEquals(new int[] {3, 1, 1}, Placing.of(hosts, 5, "slot").counts());
        assertTrue(Placing.of(hosts, 5, "slot").isInBlocks());
        assertFalse(Placing.of(hosts, 5, "node").isInBlocks());
    }

    @Test
    void hostsWithoutPesTakeNoPart() {
        Placing placing = Placing.of(Placing.hosts("a:2,b:2,c:2"), 3, "slot");
        assertEquals(List.of("a", "b"), placing.names());
    }

    @Test
    void whatIsNoHostIsRefusedByName() {
        assertEquals(
                "--hosts: 'b' with '0' slots is no host; give host:slots with slots from 1 on",
                refused(() -> Placing.hosts("a:2,b:0")));
        assertEquals("--hosts names host a twice; add up its slots", refused(() -> Placing.hosts("a:2,a:1")));
        assertEquals(
                "-np 5 is more than the 3 slots of the hosts (a:2,b:1); lower it or give more slots",
                refused(() -> Placing.of(Placing.hosts("a:2,b"), 5, "slot")));
        assertEquals(
                "--map-by 'core' is unknown; give slot or node",
                refused(() -> Placing.of(Placing.hosts("a"), 1, "core")));
    }

    @Test
    void aHostfileHasALineForEachHost() throws IOException {
        Path file =
                Files.writeString(folder.resolve("hosts"), "# two\na slots=8\n\nb   slots = 2 # the small one\nc\n");
        assertEquals(List.of(new Slots("a", 8), new Slots("b", 2), new Slots("c", 1)), Placing.hostfile(file));
        Files.writeString(file, "a b c\n");
        assertEquals("--hostfile " + file + ": 'a b c' is not 'host slots=N'", refused(() -> Placing.hostfile(file)));
    }

    @Test
    void anAllocationOfSlurmSaysHowManyTasksEachNodeHas() {
        assertEquals(
                List.of(new Slots("n1", 8), new Slots("n2", 8), new Slots("n3", 4)),
                Placing.allocation(List.of("n1", "n2", "n3"), "8(x2),4"));
        assertEquals(List.of(), Placing.slurm(Map.of()));
    }

    private static String refused(Runnable call) {
        return assertThrows(Refused.class, call::run).getMessage();
    }
}
