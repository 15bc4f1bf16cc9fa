// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.launch.programs.Flood;
import org.jshmem.launch.programs.Hang;
import org.jshmem.launch.programs.Misfortune;
import org.jshmem.launch.programs.Neighbours;
import org.jshmem.launch.programs.UntilFile;
import org.jshmem.ucx.HostAgent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs on two hosts, which are network namespaces that this test makes; where it may not, the hosts are this one, and
/// what takes a network apart is left out.
class HostsIT {
    private static final String A = "jsa" + ProcessHandle.current().pid() % 10_000;
    private static final String B = "jsb" + ProcessHandle.current().pid() % 10_000;
    private static final Pattern HANGS = Pattern.compile("PE (\\d) waits for ever, a child of (\\d+)");

    private boolean namespaces;

    /// What a job left: its status and all it printed.
    private record Ended(int status, String text) {}

    @BeforeEach
    void hosts() throws Exception {
        String missing = HostAgent.missing();
        assumeTrue(missing == null, missing);
        namespaces = ip("netns", "add", A) && ip("netns", "add", B);
        if (!namespaces) return;
        assertTrue(ip("link", "add", A, "netns", A, "type", "veth", "peer", "name", B, "netns", B));
        int k = 1;
        for (String host : List.of(A, B)) {
            assertTrue(ip("-n", host, "addr", "add", "10.79.0." + k++ + "/24", "dev", host));
            assertTrue(ip("-n", host, "link", "set", "lo", "up"));
            assertTrue(ip("-n", host, "link", "set", host, "up"));
        }
        for (String host : List.of(A, B)) assertTrue(carries(host), host);
    }

    /// A link that was made this moment carries nothing yet.
    private static boolean carries(String host) throws Exception {
        for (int tries = 0; tries < 1200; tries++) {
            Process show = new ProcessBuilder("ip", "-n", host, "link", "show", "dev", host, "up")
                    .redirectErrorStream(true)
                    .start();
            String text = new String(show.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (text.contains("state UP")) return true;
            Thread.sleep(50);
        }
        return false;
    }

    @AfterEach
    void noHosts() throws Exception {
        ip("netns", "del", A);
        ip("netns", "del", B);
    }

    private static boolean ip(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no ip
        }
    }

    private Process start(String... arguments) throws IOException {
        return builder(arguments).redirectErrorStream(true).start();
    }

    private ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("jshmem.root"), "bin", "oshrun").toString());
        command.addAll(List.of(
                "--launch-agent",
                namespaces ? "ip netns exec {host}" : "env JSHMEM_HOST={host}",
                "-cp",
                Launch.classPath()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /// Reads until all four PEs of [Neighbours] are where they stay; the process that started PE 2, the first of the
    /// second host.
    private static ProcessHandle awaitHang(Process job) throws IOException {
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        var said = new StringBuilder();
        ProcessHandle agent = null;
        for (int hanging = 0; hanging < 4; ) {
            String line = out.readLine();
            assertNotNull(line, said::toString);
            said.append(line).append('\n');
            Matcher hangs = HANGS.matcher(line);
            if (!hangs.matches()) continue;
            hanging++;
            if (hangs.group(1).equals("2"))
                agent = ProcessHandle.of(Long.parseLong(hangs.group(2))).orElseThrow();
        }
        assertNotNull(agent, said::toString);
        return agent;
    }

    private static Ended end(Process process) throws Exception {
        process.getOutputStream().close();
        String text;
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            text = in.lines().collect(Collectors.joining("\n", "", "\n"));
        }
        return new Ended(process.waitFor(), text);
    }

    private Ended run(String... arguments) throws Exception {
        return end(start(arguments));
    }

    /// PE 2 shares a JVM with PEs 0 and 1, PE 4 has one for itself.
    @Test
    void pesOfAHostShareFewJvms() throws Exception {
        String program = Neighbours.class.getName();
        Ended job = run("-np", "6", "--hosts", A + ":4," + B + ":2", "--jvms", "2", "--tag-output", program);
        assertEquals(0, job.status, job.text);
        assertTrue(job.text.contains("[PE 1] PE 1: shares with 0 1 2 3"), job.text);
        assertTrue(job.text.contains("[PE 5] PE 5: shares with 4 5"), job.text);
    }

    @Test
    void allCollectivesAndRandomProgramsRunInFewJvmsOfTwoHosts() throws Exception {
        Ended job = run(
                "-np",
                "5",
                "--hosts",
                A + ":3," + B + ":2",
                "--jvms",
                "1",
                "--heap",
                "16m",
                "-J",
                "-Djshmem.seed=20261121",
                ContractProgram.class.getName(),
                "random",
                "collective");
        assertEquals(0, job.status, job.text);
    }

    /// The programs of docs/internals/ordering-argument.md, their two PEs on two hosts; and contracts on three,
    /// all of them this one.
    @Test
    void litmusProgramsAndContractsHoldBetweenProcessesOfTwoAndThreeHosts() throws Exception {
        String litmus = Path.of(System.getProperty("jshmem.root"), "examples", "Litmus.java")
                .toString();
        Ended job = run("-np", "2", "--hosts", A + ":1," + B + ":1", litmus, "1");
        assertEquals(0, job.status, job.text);
        namespaces = false;
        String program = ContractProgram.class.getName();
        job = run("-np", "6", "--hosts", "a:1,b:2,c:3", "--heap", "16m", "-J", "-Djshmem.seed=17", program, "random");
        assertEquals(0, job.status, job.text);
    }

    @Test
    void aKilledJvmOfAHostIsNamedWithItsPesAndThePlace() throws Exception {
        Ended job = run(
                "-np",
                "5",
                "--hosts",
                A + ":3," + B + ":2",
                "--jvms",
                "1",
                Misfortune.class.getName(),
                "kill-while-computing",
                "4");
        assertEquals(137, job.status, job.text);
        assertTrue(
                job.text
                        .replaceAll("pid \\d+", "pid N")
                        .contains("oshrun: the JVM of PEs 3 to 4 of 5 (pid N on " + B + ") was killed by SIGKILL"),
                job.text);
    }

    @Test
    void sharedIsTheHostAndPtrIsNullBeyond() throws Exception {
        String program = Neighbours.class.getName();
        Ended job = run("-np", "4", "--hosts", A + ":2," + B + ":2", "--map-by", "node", "--tag-output", program);
        assertEquals(0, job.status, job.text);
        assertTrue(job.text.contains("[PE 0] PE 0: shares with 0 2"), job.text);
        assertTrue(job.text.contains("[PE 3] PE 3: shares with 1 3"), job.text);
    }

    /// A stream holds up its PE when its window, the pipes and the launcher's buffer are full, and nothing grows.
    @Test
    void aReaderThatStallsHoldsUpThePesAndLosesNothing(@TempDir Path folder) throws Exception {
        int lines = 32 << 10; // of 1 KiB, by each of four PEs
        Process job = start(
                "-np",
                "4",
                "--hosts",
                A + ":2," + B + ":2",
                Flood.class.getName(),
                Integer.toString(lines),
                folder.toString());
        long taken = -1;
        for (long now = 0; now != taken || now == 0; now = taken(folder)) { // until no PE gets on
            taken = now;
            Thread.sleep(500);
        }
        assertTrue(taken < 8 << 10, taken + " KiB were taken while nobody read");
        Ended ended = end(job);
        assertEquals(
                0,
                ended.status,
                () -> ended.text
                        .lines()
                        .filter(line -> line.length() != 1023)
                        .toList()
                        .toString());
        assertEquals(
                4L * lines,
                ended.text.lines().filter(line -> line.length() == 1023).count());
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
        String program = Neighbours.class.getName();
        Ended job = run("-np", "4", "--hosts", A + ":2," + B + ":2", program, "fail");
        assertEquals(1, job.status, job.text);
        assertTrue(job.text.contains("PE 3/4 (pid"), job.text);
        assertTrue(
                job.text.contains("exited with status 1: java.lang.IllegalStateException: PE 3 is unwell"), job.text);
    }

    @Test
    void aKilledAndAStoppedAgentEndTheJobAndNameTheHost() throws Exception {
        for (String signal : List.of("-KILL", "-STOP")) {
            Process job = start(
                    "-np",
                    "4",
                    "--hosts",
                    A + ":2," + B + ":2",
                    "--host-timeout",
                    "5s",
                    Neighbours.class.getName(),
                    "hang");
            ProcessHandle agent = awaitHang(job);
            new ProcessBuilder("kill", signal, Long.toString(agent.pid()))
                    .start()
                    .waitFor();
            Ended ended = end(job);
            agent.destroyForcibly();
            assertEquals(137, ended.status, ended.text);
            assertTrue(ended.text.contains("oshrun: lost host " + B + " with PE 2 and all others there"), ended.text);
        }
    }

    /// The launcher gives the host up, and the host, which nothing tells of that, ends its PEs.
    @Test
    void aControlLineThatGoesSilentEndsBothSides(@TempDir Path folder) throws Exception {
        Path relay = folder.resolve("relay");
        String name = "JSHMEM_RELAYED=" + A;
        Files.writeString(relay, "#!/bin/sh\nshift\ncat | env " + name + " \"$@\" | cat\n");
        assertTrue(relay.toFile().setExecutable(true));
        Process job = start(
                "-np",
                "2",
                "--hosts",
                A + ":2",
                "--launch-agent",
                relay.toString(),
                "--host-timeout",
                "5s",
                UntilFile.class.getName(),
                folder.resolve("never").toString());
        assertEquals("up", job.inputReader(StandardCharsets.UTF_8).readLine());
        List<ProcessHandle> relays = job.descendants()
                .filter(p -> p.info().command().orElse("").endsWith("/cat"))
                .toList();
        assertEquals(2, relays.size());
        Set<Long> there = Leftovers.processesOf(name);
        assertEquals(3, there.size(), "an agent and two PEs");
        try {
            for (ProcessHandle cat : relays) signal("STOP", cat.pid());
            Ended ended = end(job);
            assertEquals(137, ended.status, ended.text);
            assertTrue(ended.text.contains("it has not answered for 5 s (--host-timeout)"), ended.text);
            for (long pid : there) Terminal.awaitEnd(pid);
        } finally {
            relays.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static void signal(String name, long pid) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    @Test
    void variablesOfUcxReachAgentsWhoseShellHasAnEnvironmentOfItsOwn() throws Exception {
        Process job = start(
                "-np",
                "4",
                "--hosts",
                A + ":2," + B + ":2",
                "--launch-agent",
                "env -i PATH=" + System.getenv("PATH") + (namespaces ? " ip netns exec {host}" : " JSHMEM_HOST={host}"),
                "-x",
                "UCX_TCP_PORT_RANGE=45000-45100",
                Neighbours.class.getName(),
                "hang");
        ProcessHandle agent = awaitHang(job);
        String variables = Files.readString(Path.of("/proc", Long.toString(agent.pid()), "environ"));
        assertTrue(variables.contains("UCX_TCP_PORT_RANGE=45000-45100\0"), variables);
        signal("TERM", job.pid());
        end(job);
    }

    @Test
    void aPeThatDoesNotReadHoldsUpTheInputAndNothingElse(@TempDir Path folder) throws Exception {
        Path input = folder.resolve("input");
        try (var file = new RandomAccessFile(input.toFile(), "rw")) {
            file.setLength(1L << 30);
        }
        Path go = folder.resolve("go");
        Process job = builder("-np", "2", "--hosts", A + ":1," + B + ":1", UntilFile.class.getName(), go.toString())
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
        Process job = start("-np", "4", "--hosts", A + ":2," + B + ":2", Hang.class.getName());
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        for (int k = 0; k < 4; k++) assertEquals("up", out.readLine());
        var said = new StringBuilder();
        boolean found = false;
        for (int report = 0; report < 100 && !found; report++) {
            signal("QUIT", job.pid());
            said.setLength(0);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.append(line.strip()).append(' ');
                if (line.startsWith("3 ")) break;
            }
            found = said.toString().contains(" barrier() #");
        }
        assertTrue(found, said::toString);
        signal("TERM", job.pid());
        String rest = end(job).text;
        assertFalse(rest.contains("Full thread dump"), rest);
    }

    /// A host that starts late is given the time that a process of one host is given.
    @Test
    void theTimeoutCountsFromTheStartOfTheLastHost() throws Exception {
        String program = UntilFile.class.getName();
        Ended job = run("-np", "2", "--hosts", A + ":1," + B + ":1", "--timeout", "2s", program, "/", "late");
        assertEquals(0, job.status, job.text);
    }

    @Test
    void anInterfaceThatGoesDownEndsTheJob() throws Exception {
        assumeTrue(namespaces, "no network namespaces may be made here");
        Process job = start(
                "-np",
                "4",
                "--hosts",
                A + ":2," + B + ":2",
                "--host-timeout",
                "8s",
                Neighbours.class.getName(),
                "hang");
        awaitHang(job);
        assertTrue(ip("-n", B, "link", "set", B, "down"));
        Ended ended = end(job);
        assertEquals(137, ended.status, ended.text);
        assertTrue(ended.text.contains("does not answer host"), ended.text);
    }

    /// The agent takes the program away before it begins.
    @Test
    void aProgramThatAHostLacksIsRefusedWithTheHost(@TempDir Path folder) throws Exception {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path agent = folder.resolve("agent");
        Files.writeString(agent, "#!/bin/sh\nshift\nrmdir '" + classes + "'\nexec \"$@\"\n");
        assertTrue(agent.toFile().setExecutable(true));
        Ended job = run(
                "-np",
                "1",
                "--hosts",
                "far:1,far2:1",
                "--launch-agent",
                agent.toString(),
                "-cp",
                classes.toString(),
                "hello");
        assertEquals(2, job.status, job.text);
        assertTrue(
                job.text.contains("oshrun: host far: class path entry " + classes + " does not exist on this host"),
                job.text);
    }

    @Test
    void aHostThatCannotBeReachedIsRefusedByName() throws Exception {
        Ended job = run("-np", "2", "--hosts", "nowhere:2", "--launch-agent", "false", "hello");
        assertEquals(2, job.status, job.text);
        assertTrue(
                job.text.startsWith("oshrun: host nowhere: 'false nowhere' ended before the job began; try it by hand"),
                job.text);
    }
}
