// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jshmem.contract.Ended;
import org.jshmem.contract.Pages;
import org.jshmem.contract.SampledRows;
import org.jshmem.launch.programs.Acts;
import org.jshmem.launch.programs.Talk;
import org.jshmem.shm.system.AllowedCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// Where PEs run and write, for how long, and which of them wait for a debugger.
class RunOptionsIT {
    private static final Path ACTS =
            Launch.root().resolve("shmem-launch/src/test/java/org/jshmem/launch/programs/Acts.java");

    @TempDir
    private Path folder;

    /// A job that asks for more memory than there is leaves the trace and the output of the job before it.
    @Test
    void whatAPeWritesGoesToAFileOfItsOwnWhichARefusedJobLeaves() throws IOException {
        Path trace = folder.resolve("t.trace");
        String[] files = {"--output-filename", folder + "/out.{pe}", "--trace", trace.toString()};
        var run = Launch.line("-np 3 hello").with(files).run(0);
        assertEquals("", run.out());
        byte[] recorded = Files.readAllBytes(trace);
        Launch.line("-np 3 --heap 100t hello").with(files).run(2);
        assertArrayEquals(recorded, Files.readAllBytes(trace));
        for (int pe = 0; pe < 3; pe++) {
            assertEquals("Hello from PE " + pe + " of 3\n", Files.readString(folder.resolve("out." + pe)));
        }
    }

    @Test
    void tagsTellOutputAndErrorsApartInAFileToo() throws IOException {
        Path file = folder.resolve("out.{pe}");
        Launch.program(2, Talk.class, "traces", 1)
                .with("--tag-output", "--output-filename", file.toString())
                .run(0);
        String first = Files.readAllLines(folder.resolve("out.1")).getFirst();
        assertEquals("[PE 1 err] java.lang.IllegalStateException: trace 0 of 1", first);
    }

    /// The example of docs/reference/cli.md, with more time, of which the default heap of 64 MiB refused 256.
    @Test
    void theConfigOfTheDocumentsNeedsNoOption() throws IOException {
        Path source = Files.writeString(folder.resolve("Large.java"), """
                import java.time.Duration;
                import org.jshmem.*;
                class Large {
                    public static void main(String[] args) {
                        var config = new Config(256 << 20, ThreadLevel.MULTIPLE, Duration.ofSeconds(60));
                        Shmem.run(args, config, (sh, a) -> System.out.println(sh.heapSize() >= 256 << 20));
                    }
                }
                """);
        Ended run = Launch.line("-np 2 " + source).run();
        assertEquals("true\ntrue\n", run.out(), run::toString);
    }

    @Test
    void anOptionThatHasNoEffectIsNamed() {
        var shared = Launch.program(2, Talk.class, "sleep", 1).with("--jvms", "2", "--share-classes");
        assertEquals(
                "oshrun: --share-classes has no effect, since each PE has a process; --jvms 1 puts all into one\n",
                shared.run().err());
        assertEquals("", shared.with("-q").run().err());
    }

    @Test
    void pesRunInTheirFolder() {
        Launch job = Launch.program(2, Talk.class, "property", "user.dir").with("--wdir", folder.toString());
        assertEquals(Collections.nCopies(2, "user.dir=" + folder), job.run(0).lines());
    }

    /// Batch systems leave the variable in environments in which the file does not exist any more.
    @Test
    void aSinglePeRunsHereInAnyAllocation() {
        var one = Launch.line("-np 1 hello").variable("PBS_NODEFILE", "/none").run();
        assertEquals("Hello from PE 0 of 1\n", one.out(), one::toString);
        assertEquals("", one.err());
    }

    /// Its classes, and the folder that programs see.
    @Test
    void temporaryFilesGoToTmpdir() throws IOException {
        Path source = Files.writeString(folder.resolve("Folder.java"), """
                class Folder {
                    public static void main(String[] args) {
                        System.out.println(System.getProperty("java.io.tmpdir"));
                    }
                }
                """);
        Path other = Files.createDirectory(folder.resolve("tmp"));
        Files.setLastModifiedTime(other, FileTime.fromMillis(0));
        var run = Launch.line("-np 1 " + source)
                .variable("TMPDIR", other.toString())
                .run(0);
        assertEquals(other + "\n", run.out());
        assertTrue(Files.getLastModifiedTime(other).toMillis() > 0, "nothing was made in it");
    }

    /// In a mount namespace. The engine of several hosts needs a folder too.
    @ParameterizedTest
    @SampledRows("''\n--hosts a:1,b:1")
    void aReadOnlyTmpHarmsNothing(String hosts) throws IOException {
        assumeTrue(hosts.isEmpty() || TwoHosts.isPossible(), "needs mpirun and UCX, and root");
        Path source = Files.writeString(folder.resolve("Plain.java"), """
                class Plain {
                    public static void main(String[] args) {
                        System.out.println("ran");
                    }
                }
                """);
        var run = Launch.shell("exec unshare -m sh -c 'mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp &&"
                        + " ! touch /tmp/x 2>/dev/null && exec bin/oshrun -q -np 2 " + hosts + " " + source + "'")
                .variables(TwoHosts.variables())
                .variable(Launch.MPIRUN_FOLDER, null)
                .variable("TMPDIR", null)
                .run(0);
        assertEquals("ran\nran\n", run.out(), run::toString);
    }

    /// What is reported is what the kernel does, also for PEs that share a JVM. A machine without NUMA is one node.
    @ParameterizedTest
    @SampledRows("none | 0\ncore | 0\nnuma | 0\ncore | 1")
    void pesRunOnTheCoresThatAreReported(String what, int jvms) {
        List<Integer> usable = AllowedCores.usable();
        List<Integer> firsts = AllowedCores.cores();
        int npes = usable.size() + 1;
        var run = Launch.program(npes, Acts.class, "cores")
                .with("-q", "--bind-to", what, "--report-bindings")
                .with("--jvms", Integer.toString(jvms == 0 ? npes : jvms))
                .run(0);
        assertEquals(npes, run.lines().size(), run::toString);
        for (String line : run.lines()) {
            int pe = Integer.parseInt(line.split(" ")[0]);
            List<Integer> cores = AllowedCores.parse(line.split(" ")[1]);
            if (what.equals("core")) assertEquals(List.of(firsts.get(pe % firsts.size())), cores);
            else assertTrue(usable.containsAll(cores), line);
            if (what.equals("none")) assertEquals(usable, cores);
            String list = String.join(",", cores.stream().map(String::valueOf).toList());
            String said = "oshrun: PE %d/%d may run on %s %s\n"
                    .formatted(pe, npes, cores.size() == 1 ? "core" : "cores", list);
            run.assertErr(said);
        }
    }

    @Test
    void aJobThatTakesLongerThanItMayIsEndedWithAReport() throws IOException {
        String line = "Acts.java:" + Pages.line(ACTS, "while (x != 0)");
        Ended run = limited("2s");
        if (!run.err().contains(line)) run = limited("40s"); // two seconds were too few to come there
        run.assertErr("when its time was over:");
        run.assertErr(line);
        assertTrue(
                run.err().endsWith("oshrun: the job is ended (status 124): it took longer than --time-limit allows\n"),
                run::toString);
        assertTrue(Leftovers.pes(run.pid()).isEmpty());
    }

    private static Ended limited(String time) {
        return Launch.program(3, Acts.class, "hang").with("--time-limit", time).run(124);
    }

    /// A PE in a process of its own, and two in one JVM, which wait at one port.
    @ParameterizedTest
    @SampledRows("""
            -np 2 --debug 1 hello            | 1
            -np 2 --jvms 1 --debug 0,1 hello | 0 1""")
    void pesWaitForTheirDebugger(String line, String pes) throws IOException, InterruptedException {
        Process job = Launch.line(line).builder().start();
        try (BufferedReader err = job.errorReader();
                BufferedReader out = job.inputReader()) {
            Set<String> ports = new HashSet<>();
            for (String pe : pes.split(" ")) {
                String waits = "oshrun: PE %s/2 waits for a debugger: jdb -attach 127.0.0.1:".formatted(pe);
                String said = err.readLine();
                assertTrue(said.startsWith(waits), said);
                ports.add(said.substring(waits.length()));
            }
            assertEquals(1, ports.size());
            String first = firstLineWhile(out, Integer.parseInt(ports.iterator().next()));
            assertEquals(Set.of("Hello from PE 0 of 2", "Hello from PE 1 of 2"), Set.of(first, out.readLine()));
            assertTrue(job.waitFor(600, TimeUnit.SECONDS));
            assertEquals(0, job.exitValue());
        } finally {
            job.destroyForcibly();
        }
    }

    /// Attaches as a debugger does, lets the PE go, and detaches: all PEs wait for each other before anyone speaks.
    private static String firstLineWhile(BufferedReader out, int port) throws IOException, InterruptedException {
        byte[] greeting = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
        for (int tries = 0; ; tries++) {
            try (Socket debugger = new Socket("127.0.0.1", port)) {
                var to = new DataOutputStream(debugger.getOutputStream());
                to.write(greeting);
                var from = new DataInputStream(debugger.getInputStream());
                assertEquals("JDWP-Handshake", new String(from.readNBytes(14), StandardCharsets.US_ASCII));
                // the event of its start, which a JVM sends after it has suspended its threads: it would lose a resume
                // that comes before
                from.skipNBytes(from.readInt() - Integer.BYTES);
                to.writeInt(11); // a packet without data
                to.writeInt(1); // its number
                to.writeByte(0);
                to.writeByte(1); // the virtual machine
                to.writeByte(9); // resume
                to.flush();
                return out.readLine();
            } catch (IOException e) {
                if (tries == 1000) throw e; // its JVM is not up yet
                Thread.sleep(100);
            }
        }
    }
}
