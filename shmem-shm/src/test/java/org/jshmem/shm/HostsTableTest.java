// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.transport.Topology;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The meeting of the launchers and JVMs of two hosts, a with PEs 0 and 1 in a JVM, b with PE 2.
class HostsTableTest {
    private static final int[] HOST_OF = {0, 0, 1};

    private JobFile a;
    private JobFile b;

    @BeforeEach
    void place() throws IOException {
        a = JobFile.create(Path.of("/dev/shm"), Settings.shape(3, 2 << 20, 0), 4, new int[] {0, 1});
        b = JobFile.create(Path.of("/dev/shm"), Settings.shape(3, 1 << 20, 0), 2, new int[] {2});
        a.control().hosts.place(HOST_OF, List.of("a", "b"), 0);
        b.control().hosts.place(HOST_OF, List.of("a", "b"), 1);
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @Test
    void hostsHaveAllAddressesTheLeastRegionsAndOneKeyThatNoReportPrints() throws IOException {
        int[] first = {0};
        assertNull(HostsTable.facts(a.control(), first), "its JVM has no address yet");
        for (int pe = 0; pe < 2; pe++) a.control().started(pe, 1);
        assertTrue(a.control().isStarting(), "PEs of other hosts do");
        HostsTable.publish(a.control(), 0, 4, new byte[] {1, -1});
        HostsTable.publish(b.control(), 2, 2, new byte[1000]);
        List<String> facts =
                List.of(HostsTable.facts(a.control(), first), HostsTable.facts(b.control(), new int[] {2}));
        for (Control control : List.of(a.control(), b.control())) {
            assertEquals(0, control.hosts.key());
            HostsTable.join(control, facts);
            assertArrayEquals(new byte[] {1, -1}, HostsTable.address(control, 0));
            assertEquals(1000, HostsTable.address(control, 2).length);
            assertEquals(b.regionBytes(), control.get(JobLayout.COMMON_BYTES));
            Topology topology = HostsTable.topology(control);
            assertArrayEquals(new int[] {4, 2}, topology.cores());
            assertArrayEquals(new int[] {0, 1}, topology.neighbours(1));
            assertEquals(List.of(0, 0, 1), List.of(topology.jvm(0), topology.jvm(1), topology.jvm(2)));
        }
        assertFalse(a.control().isStarting());
        assertEquals(a.control().hosts.key(), b.control().hosts.key());
        for (JobFile file : List.of(a, b)) {
            assertNotEquals(
                    Long.parseUnsignedLong(file.control().id(), 16),
                    a.control().hosts.key());
        }
    }

    @Test
    void anAddressThatHasNoRoomIsRefused() {
        assertEquals(
                "PE 0/3: the address of this JVM has 1300 bytes, and the job file has room for about 1245; let UCX use fewer"
                        + " networks, as by UCX_NET_DEVICES=eth0",
                assertThrows(IllegalStateException.class, () -> HostsTable.publish(a.control(), 0, 4, new byte[1300]))
                        .getMessage());
    }
}
