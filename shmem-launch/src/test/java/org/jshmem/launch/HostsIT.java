// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.contract.Ended;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.programs.Neighbours;
import org.jshmem.launch.programs.UntilFile;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.ControlCopy;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.system.AllowedCores;
import org.jshmem.transport.Shape;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Jobs on two hosts, which are network namespaces that this test makes.
class HostsIT {
    @RegisterExtension
    final TwoHosts hosts = new TwoHosts();

    /// Each host proposes a heap by its own free memory; here the variables of the second host's own shell do. PEs
    /// that were bound would share a core, and take themselves for oversubscribed.
    @Test
    void whatAJobIsGivenReachesThePesOfBothHosts(@TempDir Path folder) throws Exception {
        String shell = loginWith(folder, "export SHMEM_SYMMETRIC_SIZE=48m;");
        Path trace = folder.resolve("trace");
        String options = "--map-by node --wdir /tmp --tag-output --trace " + trace;
        ProcessBuilder builder = hosts.builder(2, 2, options, Neighbours.class, "given", "UCX_TCP_PORT_RANGE");
        builder.environment().put("OMPI_MCA_plm_rsh_agent", shell);
        builder.environment().put("UCX_TCP_PORT_RANGE", "45000-45100");
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        builder.environment().put("TMPDIR", temporary.toString());
        Ended job = TwoHosts.end(builder.redirectErrorStream(true).start(), "some text\n")
                .with(0);
        String cores =
                Launch.shell("grep Cpus_allowed: /proc/self/status").run().out().strip();
        for (int pe = 0; pe < 4; pe++) {
            String tag = "[PE " + pe + "] ";
            job.assertHas(tag
                    + "PE %d: shares with %s, heap of %d bytes".formatted(pe, pe % 2 == 0 ? "0 2" : "1 3", 48 << 20));
            job.assertHas(tag + "PE " + pe + " runs in /tmp");
            job.assertHas(tag + "PE " + pe + " has 45000-45100, and temporary files in " + temporary);
            job.assertHas(tag + cores);
        }
        job.assertHas("[PE 0] read some text");
        for (String host : List.of(hosts.a, hosts.b)) assertTrue(Files.size(Path.of(trace + "." + host)) > 0, host);
    }

    /// A remote shell for mpirun that first sets variables.
    private static String loginWith(Path folder, String variables) throws IOException {
        String text = "#!/bin/sh\nhost=$1\nshift\nexec %s \"$host\" '%s' \"$@\"\n";
        String login = TwoHosts.variables().get("OMPI_MCA_plm_rsh_agent");
        Path shell = Files.writeString(folder.resolve("shell"), text.formatted(login, variables));
        assertTrue(shell.toFile().setExecutable(true));
        return shell.toString();
    }

    /// mpirun takes a `:` for the beginning of another program. The other host has none of the launcher's variables.
    @Test
    @Tag("long")
    void aProgramsWordsAndVariablesReachOtherHostsAsTheyAre() throws Exception {
        ProcessBuilder builder =
                hosts.builder(1, 1, "-x MINE -x YOURS=1,5 -x EMPTY=", Neighbours.class, "words", ":", "");
        builder.environment().put("MINE", "a b\n: c");
        Ended job = TwoHosts.end(builder.redirectErrorStream(true).start()).with(0);
        for (int pe = 0; pe < 2; pe++) {
            job.assertHas("PE " + pe + " has the words [words, :, ] and {EMPTY=, MINE=a b\n: c, YOURS=1,5}");
        }
    }

    /// PEs of a host that are no neighbours share no JVM, unasked.
    @Test
    @Tag("long")
    void morePesThanCoresAreDealtToHosts() throws Exception {
        int each = AllowedCores.count() + 1;
        String np = Integer.toString(2 * each);
        Ended job = hosts.run("-np", np, "--map-by", "node", "--hosts", hosts.with(each, each), "hello");
        assertEquals(2L * each, job.with(0).text().lines().count(), job::toString);
    }

    @Test
    @Tag("long")
    void allCollectivesAndRandomProgramsRunInFewJvmsOfTwoHosts() throws Exception {
        String options = "--jvms 1 --heap 16m -J -Djshmem.seed=20261121";
        hosts.run(3, 2, options, ContractProgram.class, "Rma", "Atomics", "Collectives")
                .with(0);
    }

    /// The programs of docs/internals/ordering-argument.md, their two PEs on two hosts; and contracts on three, all
    /// of them this one.
    @Test
    @Tag("long")
    void litmusProgramsAndContractsHoldBetweenProcessesOfTwoAndThreeHosts() throws Exception {
        String litmus = Launch.root().resolve("examples/benchmarks/Litmus.java").toString();
        hosts.run("-np", "2", "--hosts", hosts.with(1, 1), litmus, "1").with(0);
        String line = "-np 6 --hosts a:1,b:2,c:3 --heap 16m -J -Djshmem.seed=17 -cp %s %s %s";
        Launch.line(line.formatted(Launch.classPath(), ContractProgram.class.getName(), "Rma Atomics"))
                .variables(TwoHosts.variables())
                .run(0);
    }

    /// A stack overflow in a call that executes messages of other hosts reaches the program as on one host.
    @Test
    @Tag("long")
    void aStackOverflowInACallToAnotherHostDoesNotEndTheJvm() throws Exception {
        hosts.run(1, 1, "-J -Xss400k", Acts.class, "overflow", 1000).with(0).assertHas("done");
    }

    /// The rest of the job's output up to the last row of a report, whose first line ends with these words.
    private static String report(Process job, String when) throws IOException {
        BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
        var text = new StringBuilder();
        boolean begun = false;
        String line = "";
        while (!begun || !line.startsWith("3 ")) {
            line = out.readLine();
            assertNotNull(line, text::toString);
            text.append(line).append('\n');
            begun |= line.startsWith("oshrun: job ") && line.endsWith(when + ":");
        }
        return text.toString();
    }

    /// PE 2 computes on the second host; the others wait. Returns the rows of PEs that the text lacks.
    private List<String> missingRows(String text) {
        String waits = " +\\d+  waiting +[\\d.]+ s +\\d+%  Acts.java:\\d+";
        String on = " on " + hosts.b;
        String computes = " +\\d+  running +\\d+%  Acts.java:\\d+";
        return Stream.of("0" + waits, "1" + waits, "2" + computes + on, "3" + waits + on)
                .filter(row -> !Pattern.compile("^" + row + "$", Pattern.MULTILINE)
                        .matcher(text)
                        .find())
                .toList();
    }

    @Test
    @Tag("long")
    void theTimeoutOfAnyHostPrintsOneTableOfAllPes() throws Exception {
        Ended job = hosts.run(2, 2, "--timeout 12s", Acts.class, "hang").with(1);
        assertEquals(2, job.text().split("after --timeout:").length, job.text());
        assertEquals(List.of(), missingRows(job.text()), job.text());
    }

    @Test
    @Tag("long")
    void aStandstillOfAllHostsIsReportedOnce() throws Exception {
        Process job = hosts.start(2, 2, "", Neighbours.class, "hang");
        TwoHosts.awaitHang(job);
        String table = report(job, "no PE has gone on for 10 s");
        for (int pe = 0; pe < 4; pe++) {
            String row = "(?s).*\n%d +\\d+  waiting +\\d+[.]\\d s +\\d+%%  Neighbours.java:\\d+%s\n.*";
            assertTrue(table.matches(row.formatted(pe, pe < 2 ? "" : " on " + hosts.b)), table);
        }
        Launch.signal("TERM", job.pid());
        assertFalse(TwoHosts.end(job).text().contains("gone on"));
    }

    /// The launcher waits for 6 s for the rows of a host that does not answer.
    @Test
    @Tag("long")
    void aTimeLimitPrintsItsReportAlsoIfAHostDoesNotAnswer() throws Exception {
        Process job = hosts.start(2, 2, "--time-limit 20s", Neighbours.class, "hang");
        for (ProcessHandle jvm : TwoHosts.awaitHang(job).children().toList()) Launch.signal("STOP", jvm.pid());
        Ended ended = TwoHosts.end(job).with(124);
        ended.assertHas("when its time was over:");
        ended.assertHas("elsewhere");
    }

    /// The engine buffers what is not read. It forwards blocks, so a line of one host may stand in a line of another.
    @Test
    @Tag("long")
    void aReaderThatStallsLosesNothing() throws Exception {
        int lines = 4 << 10; // of 1 KiB, by each of four PEs
        Process job = hosts.start(2, 2, "", Acts.class, "flood", lines);
        Thread.sleep(2000);
        Ended ended = TwoHosts.end(job).with(0);
        long printed = ended.text()
                .lines()
                .filter(line -> line.matches("x+"))
                .mapToLong(String::length)
                .sum();
        assertEquals(4L * lines * 1023, printed);
    }

    /// The launcher of a host is killed, and then the engine's daemon there.
    @Test
    @Tag("long")
    void aLostHostEndsTheJobOnAllHosts() throws Exception {
        for (boolean daemon : List.of(false, true)) {
            Process job = hosts.start(2, 2, "", Neighbours.class, "hang");
            ProcessHandle launcher = TwoHosts.awaitHang(job);
            Set<Long> all = new HashSet<>();
            job.descendants().forEach(process -> all.add(process.pid()));
            long start = System.nanoTime();
            Launch.signal("KILL", daemon ? launcher.parent().orElseThrow().pid() : launcher.pid());
            Ended ended = TwoHosts.end(job);
            assertNotEquals(0, ended.status(), ended.text());
            for (long pid : all) Terminal.awaitEnd(pid);
            double seconds = (System.nanoTime() - start) / 1e9;
            assertTrue(seconds < 60, seconds + " s"); // 2 s on a machine with nothing else to do
        }
    }

    /// It passes no signal on.
    @Test
    @Tag("long")
    void anEngineThatIgnoresSigtermIsKilledAndNamed(@TempDir Path folder) throws Exception {
        String text = "#!/bin/sh\n[ \"$1\" != --version ] || exec echo 'mpirun (Open MPI) 4.1.4'\n"
                + "trap '' TERM HUP XCPU PWR\nexec sleep 60\n";
        Path engine = Files.writeString(folder.resolve("mpirun"), text);
        assertTrue(engine.toFile().setExecutable(true));
        Ended job = Launch.line("-np 2 --hosts a,b --time-limit 1s hello")
                .variable("JSHMEM_ENGINE", engine.toString())
                .run(124);
        assertTrue(
                job.err()
                        .matches(
                                "oshrun: .*/mpirun \\(pid \\d+\\) has not ended on a signal, and is killed\noshrun: the job"
                                        + " is ended .*\n"),
                job::toString);
        assertTrue(job.millis() < 20_000, job.millis() + " ms"); // 7 s on a quiet machine
    }

    /// As on one host, the start of all PEs may exceed the limit by 30 s.
    @Test
    @Tag("long")
    void aPeThatNeverBeginsIsReportedAndTimedOut() throws Exception {
        Ended job =
                hosts.run(1, 1, "--timeout 1s", UntilFile.class, "/", "never").with(1);
        job.assertHas("after --timeout:");
        String rows = "(?s).*\n0 +\\d+  waiting +\\d+[.]\\d s +\\d+%%  UntilFile.java:\\d+\n"
                + "     for all PEs of other hosts to begin\n1 +elsewhere +on %s\n.*"
                + "PE 0/2: waited 31\\d{3} ms for all PEs of other hosts to begin; the job allows 1000 ms [(]--timeout[)].*";
        assertTrue(job.text().matches(rows.formatted(hosts.b)), job.text());
    }

    /// A host that starts late is given the time that a process of one host is given.
    @Test
    @Tag("long")
    void theTimeoutCountsFromTheStartOfTheLastHost() throws Exception {
        hosts.run(1, 1, "--timeout 2s", UntilFile.class, "/", "late").with(0);
    }

    /// What the library uses before a program allocates is backed before PEs start, the part for several hosts too.
    @Test
    @Tag("long")
    void aFullMemoryFileSystemIsARefusal(@TempDir Path folder) throws Exception {
        Shape shape = Settings.onHosts(2, Settings.shape(2, 4096, 0));
        long room = JobLayout.controlBytes(2) + shape.startBytes() - Shape.PAGE;
        List<String> mount = List.of("mount", "-t", "tmpfs", "-o", "size=" + room, "tmpfs", folder.toString());
        assumeTrue(Ended.of(mount).status() == 0, "needs a file system of its own");
        try {
            Ended job = hosts.run(1, 1, "--heap 4k --heap-dir " + folder, Neighbours.class);
            job.with(2).assertHas("oshrun: " + folder + " has room for ");
        } finally {
            Ended.of(List.of("umount", folder.toString()));
        }
    }

    /// A login to another host has a locale of its own.
    @Test
    @Tag("long")
    void aFolderWithAnUmlautIsFoundWhereTheLocaleHasNone(@TempDir Path folder) throws Exception {
        String shell = loginWith(folder, "export LC_ALL=C;");
        String text = "class Plain { public static void main(String[] args) { System.out.println(\"ran\"); } }";
        Files.writeString(folder.resolve("Plain.java"), text);
        // the shell writes the name, as this JVM may have no locale either
        String line =
                "name=%1$s/$(printf 'h\\303\\266her') && mkdir $name && mv %1$s/Plain.java $name && bin/oshrun -np 2"
                        + " --hosts a:1,b:1 $name/Plain.java; status=$?; rm -r $name; exit $status";
        Ended job = Launch.shell(line.formatted(folder))
                .variables(TwoHosts.variables())
                .variables(Map.of("OMPI_MCA_plm_rsh_agent", shell, "LANG", "C.UTF-8"))
                .variable("LC_ALL", null)
                .run(0);
        assertEquals("ran\nran\n", job.text());
    }

    /// A network namespace has its own devices.
    @Test
    void aRefusalOfAHostNamesTheHost() throws Exception {
        String folder = "/sys/class/net/" + hosts.a;
        Ended job = hosts.run(1, 1, "--wdir " + folder, Neighbours.class).with(2);
        String refusal = "oshrun: --wdir '%s' is not a directory; create it, or give another one (host %s)";
        job.assertHas(refusal.formatted(folder, hosts.b));
    }

    /// The key opens the memory of all PEs, and anybody may read the id: reports print it.
    @Test
    @Tag("long")
    void theKeyOfAJobWithoutOshrunIsNotTheIdOfItsFiles() throws Exception {
        List<String> words = new ArrayList<>(List.of("--host", "a:1,b:1", "--map-by", "ppr:1:node"));
        words.addAll(Launch.java(Acts.class).builder().command());
        words.add("hang");
        Process job = Launch.mpirun(2, words.toArray(String[]::new))
                .builder()
                .redirectErrorStream(true)
                .start();
        try {
            BufferedReader out = job.inputReader(StandardCharsets.UTF_8);
            for (int up = 0; up < 2; ) if (out.readLine().equals("up")) up++;
            Set<String> ids = new HashSet<>();
            Set<Long> keys = new HashSet<>();
            for (ProcessHandle process : job.descendants().toList()) {
                for (Path file : PmixIT.jobFiles(process.pid())) {
                    Control control = ControlCopy.of(file);
                    ids.add(control.id());
                    keys.add(control.hosts.key());
                }
            }
            assertEquals(2, ids.size());
            assertEquals(1, keys.size());
            String key = HexFormat.of().toHexDigits(keys.iterator().next());
            assertFalse(ids.contains(key) || keys.contains(0L), key);
        } finally {
            job.destroy();
            job.waitFor();
        }
    }

    @Test
    void aHostThatCannotBeReachedEndsTheJobWithTheEnginesWords() throws Exception {
        ProcessBuilder builder = hosts.builder("-np", "2", "--hosts", hosts.a + ",nowhere", "hello");
        builder.environment().put("OMPI_MCA_plm_rsh_agent", "false");
        Ended job = TwoHosts.end(builder.redirectErrorStream(true).start());
        assertNotEquals(0, job.status(), job.text());
        job.assertHas("daemon");
    }

    @Test
    void withoutAnEngineTheRefusalSaysWhatToInstall() {
        Ended job = Launch.shell("path=$(mktemp -d) && trap 'rm -r $path' EXIT && ln -s /usr/bin/* $path"
                        + " && rm -f $path/mpirun $path/prterun $path/srun"
                        + " && PATH=$path bin/oshrun -np 2 --hosts a,b hello")
                .variable("JSHMEM_JAVA_HOME", System.getProperty("java.home"))
                .run(2);
        String refusal = "oshrun: several hosts need an engine that starts processes there, and PATH has no mpirun,";
        assertTrue(job.err().startsWith(refusal), job::toString);
    }
}
