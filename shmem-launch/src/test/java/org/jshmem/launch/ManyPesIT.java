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
import org.jshmem.launch.hosts.MadeUpHost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One launcher and more PEs than a machine could run: the hosts, and the PEs on them, are made up.
class ManyPesIT {
    private static final int HOSTS = 4;
    private static final int PES = 10_000;

    /// Threads of the JVM itself and of the launcher where there are no hosts; each core may carry virtual ones.
    private static final int OWN_THREADS = 40 + Runtime.getRuntime().availableProcessors();

    /// Of the process that starts a host's agent.
    private static final int THREADS_OF_A_HOST = 4;

    @Test
    @Tag("long")
    void theLaunchersThreadsDoNotGrowWithPesAndItsMemoryStaysSmall(@TempDir Path folder) throws Exception {
        Path go = folder.resolve("go");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String agent = "env JSHMEM_HOST={host} '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -cp '%s' %s '%s'"
                .formatted(java, Launch.classPath(), MadeUpHost.class.getName(), go);
        String hosts = IntStream.range(0, HOSTS)
                .mapToObj(h -> "m" + h + ":" + PES / HOSTS)
                .collect(Collectors.joining(","));
        Process job = TwoHosts.over(
                        agent,
                        "-np",
                        Integer.toString(PES),
                        "--hosts",
                        hosts,
                        "--jvms",
                        Integer.toString(PES / HOSTS),
                        "--wire",
                        "tcp",
                        "--heap",
                        "1m",
                        "hello")
                .redirectErrorStream(true)
                .start();
        job.getOutputStream().close();
        var said = new StringBuilder();
        try (BufferedReader out = job.inputReader(StandardCharsets.UTF_8)) {
            int lines = 0;
            while (lines < 2 * PES) {
                String line = out.readLine();
                assertNotNull(line, said::toString);
                if (line.endsWith(" is up")) lines++;
                else said.append(line).append('\n');
            }
            String status = Files.readString(Path.of("/proc", Long.toString(job.pid()), "status"));
            long threads = number(status, "Threads:");
            long kib = number(status, "VmHWM:");
            assertTrue(threads <= OWN_THREADS + THREADS_OF_A_HOST * HOSTS, threads + " threads");
            assertTrue(kib <= 600 << 10, kib + " KiB");
            Files.createFile(go);
            said.append(out.lines().collect(Collectors.joining("\n")));
        }
        assertEquals(0, job.waitFor(), said::toString);
        assertEquals("", said.toString());
    }

    private static long number(String status, String name) throws IOException {
        String line = status.lines().filter(l -> l.startsWith(name)).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }
}
