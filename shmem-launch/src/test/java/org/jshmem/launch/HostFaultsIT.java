// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jshmem.launch.programs.Exchange;
import org.jshmem.launch.programs.Fill;
import org.jshmem.launch.programs.Neighbours;
import org.jshmem.launch.programs.UntilFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Faults of hosts that jobs survive, or that end everything on every host.
class HostFaultsIT {
    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /// Nothing that the launcher would do at its end is done: agents find its end, and the kernel ends their PEs.
    @Test
    void nothingIsLeftOnAnyHostOfALauncherThatWasKilled() throws Exception {
        String own = "JSHMEM_TEST_OF=" + hosts.a;
        ProcessBuilder builder = hosts.builder(
                "-np", "4", "--jvms", "2", "--hosts", hosts.with(2, 2), Neighbours.class.getName(), "hang");
        builder.environment().put("JSHMEM_TEST_OF", hosts.a);
        Process job = builder.redirectErrorStream(true).start();
        TwoHosts.awaitHang(job);
        Set<Long> all = Leftovers.processesOf(own);
        assertTrue(all.size() >= 7, "a launcher, two agents and four PEs, not " + all);
        job.destroyForcibly();
        for (long pid : all) Terminal.awaitEnd(pid);
    }

    /// An agent that is stopped for less than `--host-timeout` holds up its host, and is not given up.
    @Test
    @Tag("long")
    void aJobGoesOnAfterAnAgentWasStopped(@TempDir Path folder) throws Exception {
        Path go = folder.resolve("go");
        Process job = hosts.start(1, 1, "", UntilFile.class, go);
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        assertEquals("up", out.readLine());
        var agents = job.descendants()
                .filter(p -> p.children().findAny().isPresent())
                .filter(p -> p.info().command().orElse("").endsWith("/java"))
                .toList();
        assertEquals(2, agents.size());
        for (ProcessHandle agent : agents) Launch.signal("STOP", agent.pid());
        Files.createFile(go);
        TimeUnit.SECONDS.sleep(1);
        for (ProcessHandle agent : agents) Launch.signal("CONT", agent.pid());
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(0);
        assertEquals("done\n", ended.text());
    }

    /// The memory of one host is used up: PEs of both are told which PE has none, and go on.
    @Test
    @Tag("long")
    void anAllocationThatFindsAHostFullFailsOnAllHosts(@TempDir Path folder) throws Exception {
        Path heaps = Files.createDirectory(folder.resolve("heaps"));
        Path agent = folder.resolve("agent");
        Files.writeString(agent, """
                #!/bin/sh
                host=$1; shift
                [ "$host" = full ] || exec "$@"
                exec unshare -m sh -c 'mount -t tmpfs -o size=12m jshmem-test %s && exec "$@"' sh "$@"
                """.formatted(heaps));
        assertTrue(agent.toFile().setExecutable(true));
        assumeTrue(
                new ProcessBuilder(agent.toString(), "full", "true").start().waitFor() == 0,
                "needs the right to mount a file system");
        String line = "-np 3 --hosts roomy:1,full:2 --heap 10m --heap-dir %s %s".formatted(heaps, Fill.class.getName());
        Process job = TwoHosts.over(agent.toString(), line.split(" "))
                .redirectErrorStream(true)
                .start();
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(0);
        for (int pe = 0; pe < 3; pe++) {
            String text = "PE " + pe + "/3: out of memory behind the heaps: PE [12] could not get its ";
            assertTrue(ended.text().matches("(?s).*" + text + ".*"), ended.text());
        }
    }

    /// A link of 5 ms, 100 Mbit/s and one lost packet of a hundred: each operation does what it does on a good link.
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ucx"})
    @Tag("long")
    void aJobRunsOverASlowCableThatLosesPackets(String wire) throws Exception {
        assumeTrue(hosts.apart && SlowCable.isPossible(), "needs network namespaces and /dev/net/tun");
        assertTrue(TwoHosts.ip("-n", hosts.a, "link", "del", hosts.a));
        try (var cable = new SlowCable(hosts.a, "10.79.0.1", hosts.b, "10.79.0.2", 5_000_000, 0.01, 100e6)) {
            TwoHosts.Ended ended = hosts.run(2, 2, "--jvms 2 --wire " + wire, Exchange.class, 20);
            ended.assertStatus(0);
            assertEquals("round 1\ndone 80\n", ended.text());
            assertTrue(cable.lost() > 0, "no packet was lost");
        }
    }

    /// A link that comes back before `--host-timeout` holds up the job, which loses no message.
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ucx"})
    @Tag("long")
    void aJobGoesOnAfterTheLinkWasDown(String wire) throws Exception {
        assumeTrue(hosts.apart, "needs network namespaces");
        Process job = hosts.start(2, 2, "--jvms 2 --wire " + wire, Exchange.class, 400);
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        assertEquals("round 1", out.readLine());
        for (int times = 0; times < 2; times++) {
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "down"));
            TimeUnit.SECONDS.sleep(2);
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "up"));
            TimeUnit.MILLISECONDS.sleep(500);
        }
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(0);
        assertEquals("done 1600\n", ended.text());
    }
}
