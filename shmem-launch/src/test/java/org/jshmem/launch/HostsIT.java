// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.launch.programs.Cores;
import org.jshmem.launch.programs.Flood;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Neighbours;
import org.jshmem.launch.programs.Overflow;
import org.jshmem.launch.programs.Storm;
import org.jshmem.launch.programs.UntilFile;
import org.jshmem.launch.programs.WholeElements;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Jobs on two hosts, which are network namespaces that this test makes.
class HostsIT {
    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /// PE 2 shares a JVM with PEs 0 and 1, PE 4 has one for itself.
    @Test
    void pesOfAHostShareFewJvms() throws Exception {
        TwoHosts.Ended job = hosts.run(4, 2, "--jvms 2 --tag-output", Neighbours.class);
        job.assertStatus(0);
        job.assertHas("[PE 1] PE 1: shares with 0 1 2 3");
        job.assertHas("[PE 5] PE 5: shares with 4 5");
    }

    @Test
    void theHintOnJvmsNamesANumberThatIsTaken() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        int most = cores + 1;
        String hint = "oshrun: %d PEs in %d JVMs, since they outnumber the %d cores; --jvms %d gives each a process\n"
                .formatted(most, cores, cores, most);
        TwoHosts.Ended shared = hosts.run(most, 1, "", Neighbours.class);
        assertTrue(shared.text().contains(hint), shared.text());
        TwoHosts.Ended processes = hosts.run(most, 1, "--jvms " + most, Neighbours.class);
        processes.assertStatus(0);
        assertFalse(processes.text().contains("outnumber"), processes.text());
    }

    @Test
    @Tag("long")
    void allCollectivesAndRandomProgramsRunInFewJvmsOfTwoHosts() throws Exception {
        String options = "--jvms 1 --heap 16m -J -Djshmem.seed=20261121";
        TwoHosts.Ended job = hosts.run(3, 2, options, ContractProgram.class, "random", "collective");
        job.assertStatus(0);
    }

    /// The programs of docs/internals/ordering-argument.md, their two PEs on two hosts; and contracts on three, all of
    /// them this one.
    @Test
    @Tag("long")
    void litmusProgramsAndContractsHoldBetweenProcessesOfTwoAndThreeHosts() throws Exception {
        String litmus = Launch.root().resolve("examples/Litmus.java").toString();
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", hosts.with(1, 1), litmus, "1");
        job.assertStatus(0);
        String line = "-np 6 --hosts a:1,b:2,c:3 --heap 16m -J -Djshmem.seed=17 -cp %s %s random";
        Launched three = Launch.line(line.formatted(Launch.classPath(), ContractProgram.class.getName()))
                .variables(TwoHosts.variables())
                .run();
        three.assertStatus(0);
    }

    /// Each PE stores to all others by blocks of up to 256 KiB, and checks the sums of what it has received.
    @Test
    void aStormOfPutsGetsAndAtomicsLosesNothing() throws Exception {
        TwoHosts.Ended job = hosts.run(2, 2, "--jvms 2 --heap 16m", Storm.class, 60);
        job.assertStatus(0);
        job.assertHas("done");
    }

    /// PE 1 puts 1 MiB again and again, PE 2 loads its elements meanwhile; a signal never comes before its data.
    @Test
    void elementsOfLongPutsAreWholeAndSignalsFollowTheirData() throws Exception {
        TwoHosts.Ended job = hosts.run(2, 1, "--jvms 2 --heap 16m", WholeElements.class, 200);
        job.assertStatus(0);
        job.assertHas("done");
    }

    /// A stack overflow in a call that executes messages of other hosts reaches the program as on one host.
    @Test
    void aStackOverflowInACallToAnotherHostDoesNotEndTheJvm() throws Exception {
        TwoHosts.Ended job = hosts.run(1, 1, "-J -Xss400k", Overflow.class, 1000);
        job.assertStatus(0);
        job.assertHas("done");
    }

    /// All JVMs of a host would share a core, and take themselves for oversubscribed.
    @Test
    void noPeIsBoundToACore() throws Exception {
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", hosts.with(1, 1), Cores.class.getName());
        job.assertStatus(0);
        String all = Launch.shell("grep Cpus_allowed: /proc/self/status").run().out();
        assertEquals(2, job.text().lines().filter((all.strip())::equals).count(), job.text());
    }

    @Test
    void aKilledJvmOfAHostIsNamedWithItsPesAndThePlace() throws Exception {
        TwoHosts.Ended job = hosts.run(3, 2, "--jvms 1", Misfortune.class, "kill-while-computing", 4);
        job.assertStatus(137);
        assertTrue(
                job.text()
                        .replaceAll("pid \\d+", "pid N")
                        .contains(
                                "oshrun: the JVM of PEs 3 to 4 of 5 (pid N on " + hosts.b + ") was killed by SIGKILL"),
                job.text());
    }

    @Test
    void sharedIsTheHostAndPtrIsNullBeyond() throws Exception {
        TwoHosts.Ended job = hosts.run(2, 2, "--map-by node --wdir /tmp --tag-output", Neighbours.class);
        job.assertStatus(0);
        job.assertHas("[PE 0] PE 0: shares with 0 2");
        job.assertHas("[PE 3] PE 3: shares with 1 3");
        job.assertHas("[PE 3] PE 3 runs in /tmp");
    }

    /// The engine buffers what is not read. It forwards blocks, so a line of one host may stand in a line of another.
    @Test
    @Tag("long")
    void aReaderThatStallsLosesNothing(@TempDir Path folder) throws Exception {
        int lines = 4 << 10; // of 1 KiB, by each of four PEs
        Process job = hosts.start(2, 2, "", Flood.class, lines, folder);
        Thread.sleep(2000);
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(0);
        long printed = ended.text()
                .lines()
                .filter(line -> line.matches("x+"))
                .mapToLong(String::length)
                .sum();
        assertEquals(4L * lines * 1023, printed);
    }

    @Test
    void aFailureNamesThePe() throws Exception {
        TwoHosts.Ended job = hosts.run(2, 2, "", Neighbours.class, "fail");
        job.assertStatus(1);
        job.assertHas("PE 3/4 (pid");
        assertTrue(
                job.text().contains("exited with status 1: java.lang.IllegalStateException: PE 3 is unwell"),
                job.text());
    }

    /// The launcher of a host is killed, and then the engine's daemon there.
    @Test
    void aLostHostEndsTheJobOnAllHosts() throws Exception {
        for (boolean daemon : List.of(false, true)) {
            Process job = hosts.start(2, 2, "", Neighbours.class, "hang");
            ProcessHandle launcher = TwoHosts.awaitHang(job);
            Set<Long> all = new HashSet<>();
            job.descendants().forEach(process -> all.add(process.pid()));
            long start = System.nanoTime();
            Launch.signal("KILL", daemon ? launcher.parent().orElseThrow().pid() : launcher.pid());
            TwoHosts.Ended ended = TwoHosts.end(job);
            assertNotEquals(0, ended.status(), ended.text());
            for (long pid : all) Terminal.awaitEnd(pid);
            double seconds = (System.nanoTime() - start) / 1e9;
            assertTrue(seconds < 20, seconds + " s"); // 2 s on a machine with nothing else to do
        }
    }

    @Test
    void aSignalEndsTheJobOnAllHosts() throws Exception {
        Process job = hosts.start(2, 2, "", Neighbours.class, "hang");
        TwoHosts.awaitHang(job);
        Set<Long> all = new HashSet<>();
        job.descendants().forEach(process -> all.add(process.pid()));
        Launch.signal("TERM", job.pid());
        assertNotEquals(0, TwoHosts.end(job).status());
        for (long pid : all) Terminal.awaitEnd(pid);
    }

    @Test
    void variablesReachThePesOfAllHosts() throws Exception {
        ProcessBuilder builder = hosts.builder(1, 1, "", Neighbours.class);
        builder.environment().put("UCX_TCP_PORT_RANGE", "45000-45100");
        builder.environment().put("SHMEM_INFO", "1");
        TwoHosts.Ended job = TwoHosts.end(builder.redirectErrorStream(true).start());
        job.assertStatus(0);
        job.assertHas("SHMEM_INFO=1");
    }

    /// Each host proposes a heap by its own free memory. Here the variables of the second host's own shell do.
    @Test
    void theHostWithTheSmallestHeapDecidesForAll(@TempDir Path folder) throws Exception {
        Path shell = Files.writeString(
                folder.resolve("shell"),
                "#!/bin/sh\nexport SHMEM_SYMMETRIC_SIZE=48m\nexec %s \"$@\"\n"
                        .formatted(TwoHosts.variables().get("OMPI_MCA_plm_rsh_agent")));
        assertTrue(shell.toFile().setExecutable(true));
        ProcessBuilder builder = hosts.builder(1, 1, "", Neighbours.class);
        builder.environment().put("OMPI_MCA_plm_rsh_agent", shell.toString());
        TwoHosts.Ended job = TwoHosts.end(builder.redirectErrorStream(true).start());
        job.assertStatus(0);
        String heap = "heap of %d bytes".formatted(48 << 20);
        assertEquals(2, job.text().lines().filter(line -> line.endsWith(heap)).count(), job.text());
    }

    /// Each host records its own PEs.
    @Test
    void eachHostWritesATrace(@TempDir Path folder) throws Exception {
        Path trace = folder.resolve("trace");
        hosts.run(1, 1, "--trace " + trace, Neighbours.class).assertStatus(0);
        assertTrue(Files.size(Path.of(trace + "." + hosts.a)) > 0);
        assertTrue(Files.size(Path.of(trace + "." + hosts.b)) > 0);
    }

    @Test
    void thePesOfTheFirstHostReadTheInput(@TempDir Path folder) throws Exception {
        TwoHosts.Ended job =
                TwoHosts.end(hosts.builder(1, 1, "", UntilFile.class, Files.createFile(folder.resolve("go")))
                        .redirectErrorStream(true)
                        .start());
        job.assertStatus(0);
        job.assertHas("done");
    }

    /// A host that starts late is given the time that a process of one host is given.
    @Test
    @Tag("long")
    void theTimeoutCountsFromTheStartOfTheLastHost() throws Exception {
        TwoHosts.Ended job = hosts.run(1, 1, "--timeout 2s", UntilFile.class, "/", "late");
        job.assertStatus(0);
    }

    @Test
    void aHostThatCannotBeReachedEndsTheJobWithTheEnginesWords() throws Exception {
        ProcessBuilder builder = hosts.builder("-np", "2", "--hosts", hosts.a + ",nowhere", "hello");
        builder.environment().put("OMPI_MCA_plm_rsh_agent", "false");
        TwoHosts.Ended job = TwoHosts.end(builder.redirectErrorStream(true).start());
        assertNotEquals(0, job.status(), job.text());
        job.assertHas("daemon");
    }

    @Test
    void withoutAnEngineTheRefusalSaysWhatToInstall() {
        Launched job = Launch.line("-np 2 --hosts a,b hello")
                .variable("PATH", "/nonexistent")
                .run();
        assertTrue(job.status() == 2, job::toString);
    }
}
