// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.launch.hosts.MadeUpHosts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One launcher and more hosts and PEs than a machine could run: the hosts, and the PEs on them, are made up.
class ManyPesIT {
    /// Threads of the JVM itself and of the launcher, for any number of hosts. Each core may carry virtual
    /// ones.
    private static final int MOST_THREADS = 200;

    @ParameterizedTest
    @CsvSource({"4, 10000, 600", "32, 32, 200", "128, 128, 300", "500, 500, 600", "500, 10000, 600"})
    @Tag("long")
    void theLaunchersThreadsDoNotGrowWithPesAndItsMemoryStaysSmall(
            int hosts, int npes, int mebibytes, @TempDir Path folder) throws Exception {
        String names = IntStream.range(0, hosts)
                .mapToObj(h -> "m" + h + ":" + npes / hosts)
                .collect(Collectors.joining(","));
        var said = new StringBuilder();
        try (var madeUp = new MadeUpHosts(folder)) {
            long start = System.nanoTime();
            String line = "-np %d --hosts %s --jvms %d --wire tcp --heap 1m hello";
            Process job = TwoHosts.over(
                            madeUp.agent(),
                            line.formatted(npes, names, npes / hosts).split(" "))
                    .redirectErrorStream(true)
                    .start();
            job.getOutputStream().close();
            try (BufferedReader out = job.inputReader(StandardCharsets.UTF_8)) {
                int lines = 0;
                while (lines < 2 * npes) {
                    String next = out.readLine();
                    assertNotNull(next, said::toString);
                    if (next.endsWith(" is up")) lines++;
                    else said.append(next).append('\n');
                }
                double seconds = (System.nanoTime() - start) / 1e9;
                String status = Files.readString(Path.of("/proc", Long.toString(job.pid()), "status"));
                long threads = number(status, "Threads:");
                long kib = number(status, "VmHWM:");
                System.out.printf(
                        "%d hosts, %d PEs: %.1f s, %d MiB, %d threads%n", hosts, npes, seconds, kib >> 10, threads);
                assertTrue(threads <= MOST_THREADS, threads + " threads");
                assertTrue(kib <= (long) mebibytes << 10, kib + " KiB");
                madeUp.end();
                said.append(out.lines().collect(Collectors.joining("\n")));
            }
            assertEquals(0, job.waitFor(), said::toString);
        }
        assertEquals("", said.toString());
    }

    private static long number(String status, String name) throws IOException {
        String line = status.lines().filter(l -> l.startsWith(name)).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }
}
