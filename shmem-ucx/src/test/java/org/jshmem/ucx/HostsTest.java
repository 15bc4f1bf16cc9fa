// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of a job's hosts, as PEs get it.
class HostsTest {
    private static final int HOSTS = 1000;
    private static final int PES_OF_A_HOST = 16;
    private static final int LONGEST_VARIABLE = 128 << 10; // MAX_ARG_STRLEN of Linux

    /// Hosts with addresses as UCX has them for one TCP interface.
    private static Hosts many() {
        List<Hosts.Host> list = new ArrayList<>();
        for (int h = 0; h < HOSTS; h++) {
            byte[] address = new byte[108];
            address[0] = (byte) h;
            list.add(new Hosts.Host("node" + h, 16, address));
        }
        int[] hostOf = IntStream.range(0, HOSTS * PES_OF_A_HOST)
                .map(pe -> pe / PES_OF_A_HOST)
                .toArray();
        return new Hosts(0x1234, 0x5678, list, hostOf);
    }

    /// A PE gets the position of the table in its job file: an environment variable has no room for the table itself.
    @Test
    void aThousandHostsReachThePes(@TempDir Path folder) throws IOException {
        Hosts hosts = many();
        assertTrue(hosts.text().length() > LONGEST_VARIABLE, "the table is small");
        Path jobFile = Files.write(folder.resolve("job"), new byte[12_288]);
        long position = hosts.append(jobFile);
        assertEquals(12_288, position);
        Hosts read = Hosts.read(jobFile, position);
        assertEquals(HOSTS, read.count());
        assertArrayEquals(hosts.hostOf(), read.hostOf());
        assertEquals("node999", read.hosts().get(999).name());
        assertArrayEquals(
                hosts.hosts().get(999).address(), read.hosts().get(999).address());
        assertEquals(0x5678, read.token());
    }
}
