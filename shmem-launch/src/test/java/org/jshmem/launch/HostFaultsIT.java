// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.TimeUnit;
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

    /// Nothing that the launcher would do at its end is done: a shell ends the engine, which ends
    /// the launchers.
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

    /// A link that comes back holds up the job, which loses no message: TCP sends all packets of
    /// two seconds again.
    @Test
    @Tag("long")
    void aJobGoesOnAfterTheLinkWasDown() throws Exception {
        String options = "--jvms 2 --heap 16m -J -Djshmem.samples=all";
        Process job = hosts.start(2, 2, options, ContractProgram.class, "NamedObjects", "Rma", "Atomics");
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        while (!out.readLine().startsWith("NamedObjects: ")) continue; // warnings of JVMs come before
        for (int times = 0; times < 2; times++) {
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "down"));
            TimeUnit.SECONDS.sleep(2);
            assertTrue(TwoHosts.ip("-n", hosts.a, "link", "set", hosts.a, "up"));
            TimeUnit.MILLISECONDS.sleep(500);
        }
        assertTrue(job.isAlive(), "it had ended before");
        TwoHosts.end(job).with(0).assertHas("Atomics: ");
    }
}
