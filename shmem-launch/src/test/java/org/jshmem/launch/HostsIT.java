// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jshmem.launch.programs.Flood;
import org.jshmem.launch.programs.Hang;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Neighbours;
import org.jshmem.launch.programs.UntilFile;
import org.jshmem.ucx.HostAgent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Jobs on two hosts, which are network namespaces that this test makes; where it may not, the hosts are this one, and
/// what takes a network apart is left out.
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
        String hint =
                "oshrun: %d PEs in %d JVMs, since PEs of a host outnumber its cores; --jvms %d gives each a process\n"
                        .formatted(most + 1, cores + 1, most);
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

    /// The programs of docs/internals/ordering-argument.md, their two PEs on two hosts; and contracts on three,
    /// all of them this one, over UCX if it is installed.
    @Test
    @Tag("long")
    void litmusProgramsAndContractsHoldBetweenProcessesOfTwoAndThreeHosts() throws Exception {
        String litmus = Path.of(System.getProperty("jshmem.root"), "examples", "Litmus.java")
                .toString();
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", hosts.with(1, 1), litmus, "1");
        job.assertStatus(0);
        var wires = HostAgent.missing() == null ? List.of("ucx", "ucx:64") : List.of("tcp");
        for (String wire : wires) {
            String three = "-np 6 --hosts a:1,b:2,c:3 --wire %s --heap 16m -J -Djshmem.seed=17 %s random"
                    .formatted(wire, ContractProgram.class.getName());
            job = TwoHosts.end(here(three.split(" ")));
            job.assertStatus(0);
        }
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
        TwoHosts.Ended job = hosts.run(2, 2, "--map-by node --tag-output", Neighbours.class);
        job.assertStatus(0);
        job.assertHas("[PE 0] PE 0: shares with 0 2");
        job.assertHas("[PE 3] PE 3: shares with 1 3");
    }

    /// A stream holds up its PE when its window, the pipes and the launcher's buffer are full, and nothing grows.
    @Test
    @Tag("long")
    void aReaderThatStallsHoldsUpThePesAndLosesNothing(@TempDir Path folder) throws Exception {
        int lines = 32 << 10; // of 1 KiB, by each of four PEs
        Process job = hosts.start(2, 2, "", Flood.class, lines, folder);
        long taken = -1;
        for (long now = 0; now != taken || now == 0; now = taken(folder)) { // until no PE gets on
            taken = now;
            Thread.sleep(500);
        }
        assertTrue(taken < 8 << 10, taken + " KiB were taken while nobody read");
        TwoHosts.Ended ended = TwoHosts.end(job);
        assertEquals(
                0,
                ended.status(),
                () -> ended.text()
                        .lines()
                        .filter(line -> line.length() != 1023)
                        .toList()
                        .toString());
        assertEquals(
                4L * lines,
                ended.text().lines().filter(line -> line.length() == 1023).count());
    }

    private static long taken(Path folder) throws IOException {
        long all = 0;
        for (int pe = 0; pe < 4; pe++) {
            Path file = folder.resolve("taken-" + pe);
            if (Files.exists(file)) all += Long.parseLong(Files.readString(file));
        }
        return all;
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

    /// A host whose network stops, one whose agent is stopped and one whose agent is killed: three jobs, the later ones
    /// on this host, while the time runs after which the earlier ones are given up.
    @Test
    void lostHostsEndTheirJobsAndAreNamed() throws Exception {
        Process cut = null;
        if (hosts.apart) {
            cut = hosts.start(hanging("8s"));
            TwoHosts.awaitHang(cut);
            assertTrue(TwoHosts.ip("-n", hosts.b, "link", "set", hosts.b, "down"));
        }
        Process stopped = here(hanging("5s"));
        ProcessHandle silent = TwoHosts.awaitHang(stopped);
        Launch.signal("STOP", silent.pid());
        Process killed = here(hanging("30s"));
        Launch.signal("KILL", TwoHosts.awaitHang(killed).pid());
        assertLost(killed, "'env JSHMEM_HOST=" + hosts.b + "' ended with status 137; the job is ended");
        assertLost(stopped, "it ");
        silent.destroyForcibly();
        if (cut != null) assertLost(cut, "");
    }

    private String[] hanging(String timeout) {
        String program = Neighbours.class.getName();
        return new String[] {"-np", "4", "--hosts", hosts.with(2, 2), "--host-timeout", timeout, program, "hang"};
    }

    private static Process here(String... arguments) throws IOException {
        return TwoHosts.over(TwoHosts.HERE, arguments).redirectErrorStream(true).start();
    }

    private void assertLost(Process job, String why) throws Exception {
        TwoHosts.Ended ended = TwoHosts.end(job);
        ended.assertStatus(137);
        String b = hosts.b;
        assertTrue(
                why.isEmpty()
                        ? ended.text().contains("does not answer host")
                        : ended.text().contains("oshrun: host " + b + " (PEs 2 to 3) is lost: " + why),
                ended.text());
    }

    /// The launcher gives the host up, and the host, which nothing tells of that, ends its PEs.
    @Test
    @Tag("long")
    void aControlLineThatGoesSilentEndsBothSides(@TempDir Path folder) throws Exception {
        Path relay = folder.resolve("relay");
        String name = "JSHMEM_RELAYED=" + hosts.a;
        Files.writeString(relay, "#!/bin/sh\nshift\ncat | env " + name + " \"$@\" | cat\n");
        assertTrue(relay.toFile().setExecutable(true));
        String two = "-np 2 --jvms 2 --hosts %s:2 --launch-agent %s --host-timeout 5s %s %s/never"
                .formatted(hosts.a, relay, UntilFile.class.getName(), folder);
        Process job = hosts.start(two.split(" "));
        assertEquals("up", job.inputReader(StandardCharsets.UTF_8).readLine());
        List<ProcessHandle> relays = job.descendants()
                .filter(p -> p.info().command().orElse("").endsWith("/cat"))
                .toList();
        assertEquals(2, relays.size());
        Set<Long> there = Leftovers.processesOf(name);
        assertEquals(3, there.size(), "an agent and two PEs");
        try {
            for (ProcessHandle cat : relays) Launch.signal("STOP", cat.pid());
            TwoHosts.Ended ended = TwoHosts.end(job);
            ended.assertStatus(137);
            ended.assertHas("it has not answered for 5 s (--host-timeout)");
            for (long pid : there) Terminal.awaitEnd(pid);
        } finally {
            relays.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void variablesOfUcxReachAgentsWhoseShellHasAnEnvironmentOfItsOwn() throws Exception {
        String shell = "env -i PATH=" + System.getenv("PATH")
                + (hosts.apart ? " ip netns exec {host}" : " JSHMEM_HOST={host}");
        String range = "UCX_TCP_PORT_RANGE=45000-45100";
        String program = Neighbours.class.getName();
        Process job = hosts.start(
                "-np", "4", "--hosts", hosts.with(2, 2), "--launch-agent", shell, "-x", range, program, "hang");
        ProcessHandle agent = TwoHosts.awaitHang(job);
        String variables = Files.readString(Path.of("/proc", Long.toString(agent.pid()), "environ"));
        assertTrue(variables.contains(range + "\0"), variables);
        Launch.signal("TERM", job.pid());
        TwoHosts.end(job);
    }

    @Test
    void aPeThatDoesNotReadHoldsUpTheInputAndNothingElse(@TempDir Path folder) throws Exception {
        Path input = folder.resolve("input");
        try (var file = new RandomAccessFile(input.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        Path go = folder.resolve("go");
        Process job = hosts.builder(1, 1, "", UntilFile.class, go)
                .redirectInput(input.toFile())
                .start();
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        assertEquals("up", out.readLine());
        long taken = -1;
        for (long now = position(job); now != taken || now == 0; now = position(job)) {
            taken = now;
            Thread.sleep(200);
        }
        assertTrue(taken > 0 && taken < 2 << 20, taken + " bytes were read");
        Files.createFile(go);
        assertEquals("done", out.readLine());
        assertEquals(0, job.waitFor());
    }

    /// How far the launcher has read its standard input.
    private static long position(Process job) throws IOException {
        String info = Files.readString(Path.of("/proc", Long.toString(job.pid()), "fdinfo", "0"));
        return Long.parseLong(info.lines().findFirst().orElseThrow().replaceAll("\\D", ""));
    }

    /// What a report says is read on the host, where the memory is.
    @Test
    void aReportSaysWhatTheWordsOfOtherHostsAre() throws Exception {
        Process job = hosts.start(2, 2, "--jvms 2", Hang.class);
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        for (int k = 0; k < 4; k++) assertEquals("up", out.readLine());
        var said = new StringBuilder();
        boolean found = false;
        for (int report = 0; report < 100 && !found; report++) {
            Launch.signal("QUIT", job.pid());
            said.setLength(0);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.append(line.strip()).append(' ');
                if (line.startsWith("3 ")) break;
            }
            found = said.toString().contains(" barrier() #");
        }
        assertTrue(found, said::toString);
        Launch.signal("TERM", job.pid());
        String rest = TwoHosts.end(job).text();
        assertFalse(rest.contains("Full thread dump"), rest);
    }

    /// A host that starts late is given the time that a process of one host is given.
    @Test
    @Tag("long")
    void theTimeoutCountsFromTheStartOfTheLastHost() throws Exception {
        TwoHosts.Ended job = hosts.run(1, 1, "--timeout 2s", UntilFile.class, "/", "late");
        job.assertStatus(0);
    }

    /// The agent takes the program away before it begins.
    @Test
    void aProgramThatAHostLacksIsRefusedWithTheHost(@TempDir Path folder) throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path agent = folder.resolve("agent");
        Files.writeString(agent, "#!/bin/sh\nshift\nrmdir '" + classes + "'\nexec \"$@\"\n");
        assertTrue(agent.toFile().setExecutable(true));
        TwoHosts.Ended job = hosts.run("-np 1 --hosts far:1,far2:1 --launch-agent %s -cp %s hello"
                .formatted(agent, classes)
                .split(" "));
        job.assertStatus(2);
        assertTrue(
                job.text().contains("oshrun: host far: class path entry " + classes + " does not exist on this host"),
                job.text());
    }

    @Test
    void aHostThatCannotBeReachedIsRefusedByName() throws Exception {
        TwoHosts.Ended job = hosts.run("-np", "2", "--hosts", "nowhere:2", "--launch-agent", "false", "hello");
        job.assertStatus(2);
        assertTrue(
                job.text()
                        .startsWith("oshrun: host nowhere: 'false nowhere' ended before the job began; try it by hand"),
                job.text());
    }
}
