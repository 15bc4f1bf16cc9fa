// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Exchange;
import org.jshmem.launch.programs.Neighbours;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;

/// Faults of hosts that jobs survive, or that end everything on every host.
@Isolated("the end of a job has a time limit")
class HostFaultsIT {
    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /// Nothing that the launcher would do at its end is done: the kernel ends the engine, which ends the launchers.
    @Test
    void nothingIsLeftOnAnyHostOfALauncherThatWasKilled() throws Exception {
        String own = "JSHMEM_TEST_OF=" + hosts.a;
        ProcessBuilder builder = hosts.builder(
                "-np", "4", "--jvms", "2", "--hosts", hosts.with(2, 2), Neighbours.class.getName(), "hang");
        builder.environment().put("JSHMEM_TEST_OF", hosts.a);
        Process job = builder.redirectErrorStream(true).start();
        TwoHosts.awaitHang(job);
        Set<Long> all = Leftovers.processesOf(own);
        assertTrue(all.size() >= 7, "three launchers and four PEs, not " + all);
        job.destroyForcibly();
        for (long pid : all) Terminal.awaitEnd(pid);
    }

    /// A link of 5 ms, 100 Mbit/s and one lost packet of a hundred: each operation does what it does on a good link.
    @Test
    @Tag("long")
    void aJobRunsOverASlowCableThatLosesPackets() throws Exception {
        assumeTrue(SlowCable.isPossible(), "needs network namespaces and /dev/net/tun");
        assertTrue(TwoHosts.ip("-n", hosts.a, "link", "del", hosts.a));
        try (var cable = new SlowCable(hosts.a, "10.79.0.1", hosts.b, "10.79.0.2", 5_000_000, 0.01, 100e6)) {
            Ended ended = hosts.run(2, 2, "--jvms 2", Exchange.class, 20).with(0);
            assertEquals("round 1\ndone 80\n", ended.text());
            assertTrue(cable.lost() > 0, "no packet was lost");
        }
    }

    /// A link that comes back holds up the job, which loses no message.
    @Test
    @Tag("long")
    void aJobGoesOnAfterTheLinkWasDown() throws Exception {
        Process job = hosts.start(2, 2, "--jvms 2", Exchange.class, 400);
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        assertEquals("round 1", out.readLine());
        for (int times = 0; times < 2; times++) {
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "down"));
            TimeUnit.SECONDS.sleep(2);
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "up"));
            TimeUnit.MILLISECONDS.sleep(500);
        }
        Ended ended = TwoHosts.end(job).with(0);
        assertEquals("done 1600\n", ended.text());
    }
}
