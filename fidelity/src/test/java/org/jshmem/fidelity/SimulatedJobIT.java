// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jshmem.contract.Compiled;
import org.jshmem.contract.Ended;
import org.jshmem.contract.SampledRows;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/// Simulated jobs through the launcher; here, since this module is behind launcher and simulator.
class SimulatedJobIT {
    private static final String PROGRAM = """
            import org.jshmem.Shmem;

            public class Act {
                public static void main(String[] args) {
                    Shmem.run(args, (sh, a) -> {
                        if (a[0].equals("spin") && sh.myPe() == 1) while (true) Thread.onSpinWait();
                        if (a[0].equals("hold") && sh.myPe() == 1) System.out.println("holds");
                        while (a[0].equals("hold") && sh.myPe() == 1 && !new java.io.File("go").exists()) Thread.sleep(10);
                        while (a[0].equals("lines") && sh.myPe() == 0) System.out.println("one of many");
                        if (a[0].equals("exit-of-pe") && sh.myPe() == 2) System.exit(7);
                        if (a[0].equals("global-exit") && sh.myPe() == 2) Thread.ofPlatform().start(() -> sh.globalExit(6));
                        if (a[0].equals("global-exit") && sh.myPe() == 2) while (true) Thread.onSpinWait();
                        while (a[0].equals("go-on") && sh.myPe() != 2) try { sh.barrierAll(); } catch (Throwable e) { }
                        if (a[0].equals("go-on")) throw new IllegalStateException("the reactor is hot");
                        sh.barrierAll();
                        long me = ProcessHandle.current().pid();
                        if (a[0].equals("kill")) new ProcessBuilder("kill", "-9", "" + me).start().waitFor();
                        if (a[0].startsWith("halt-")) Runtime.getRuntime().halt(Integer.parseInt(a[0].substring(5)));
                        if (a[0].equals("exit-0-of-pe") && sh.myPe() == 2) System.exit(0);
                        if (a[0].equals("exit")) Thread.ofPlatform().start(() -> System.exit(9)).join();
                        if (sh.myPe() == 0) System.out.println(sh.machine());
                    });
                }
            }
            """;
    private static final String LEAVE = """
            import org.jshmem.Shmem;

            public class Leave {
                public static void main(String[] args) {
                    int[] me = {-1};
                    Shmem.run(args, (sh, a) -> me[0] = sh.myPe());
                    System.out.println("left " + me[0]);
                    String end = args[me[0]];
                    if (end.equals("throw")) throw new IllegalStateException("late");
                    if (!end.equals("-")) System.exit(Integer.parseInt(end));
                }
            }
            """;
    private static final Pattern RUNS = Pattern.compile("(?m)^  PE 1 runs at Act.java:6, virtual time ");
    private static final Pattern NAMED =
            Pattern.compile("(?m)^oshrun: PE 1/4 has made no call for [0-9.]+ s of real time at Act.java:6; ");
    private static final Pattern WAITS = Pattern.compile("(?m)^  PE 2 (waits .*|is ready) at Act.java:5,? ");
    private static final String END =
            "oshrun: the job is ended (status 124): it took longer than --time-limit allows\n";

    @TempDir
    private Path folder;

    @TempDir
    private static Path sources;

    private static String act;
    private static String leave;

    @BeforeAll
    static void compile() throws IOException {
        act = compiled("Act", PROGRAM);
        leave = compiled("Leave", LEAVE);
    }

    /// The folder of the classes of a program.
    private static String compiled(String name, String source) throws IOException {
        Path file = Files.writeString(sources.resolve(name + ".java"), source);
        return Compiled.of(file).classes().toString();
    }

    /// The launcher of four PEs that do this.
    private ProcessBuilder job(String action, String options) {
        return Ended.launcher(folder, "-np 4 " + options, "-cp", act, "Act", action);
    }

    private static String output(ProcessBuilder job, int status) throws IOException, InterruptedException {
        return Ended.of(job).with(status).text();
    }

    @Test
    void aTimeLimitReportsWhereThePesAre() throws IOException, InterruptedException {
        String report = limited("5s");
        if (!NAMED.matcher(report).find()) report = limited("60s"); // where five seconds are too few to start
        assertTrue(RUNS.matcher(report).find(), report);
        assertTrue(NAMED.matcher(report).find(), report);
        assertTrue(WAITS.matcher(report).find(), report);
        assertTrue(report.endsWith(END), report);
    }

    /// The largest simulated job: PE 0 prints how much memory the JVM of all PEs has had.
    @Test
    @Tag("long")
    void sixteenThousandPesTakeLessThanFourGibibytes() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("Wide.java"), """
                import java.nio.file.Files;
                import java.nio.file.Path;
                import org.jshmem.Shmem;
                import org.jshmem.SymLongs;

                public class Wide {
                    public static void main(String[] args) {
                        Shmem.run(args, (sh, a) -> {
                            SymLongs x = sh.longs(1024);
                            if (sh.myPe() == 0) x.set(1023, 41);
                            sh.barrierAll();
                            sh.world().broadcast(x, x, 1024, 0);
                            if (x.get(1023) != 41) throw new AssertionError("PE " + sh.myPe() + ": " + x.get(1023));
                            sh.barrierAll();
                            if (sh.myPe() > 0) return;
                            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                                if (line.startsWith("VmHWM:")) System.out.println(line.replaceAll("[^0-9]", ""));
                            }
                        });
                    }
                }
                """);
        String line = "-np 16384 --machine cluster --set hosts=2048 --heap 1m Wide.java";
        String text = output(Ended.launcher(folder, line), 0);
        assertTrue(Long.parseLong(text.strip()) < 4L << 20, text + " KiB");
    }

    @Test
    void anOutputThatIsFullEndsTheJob() throws IOException, InterruptedException {
        ProcessBuilder job =
                job("none", "--machine knc").redirectOutput(Path.of("/dev/full").toFile());
        Process process = job.start();
        String text = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(141, process.waitFor(), text);
        assertEquals("oshrun: standard output cannot be written, No space left on device; the job is ended\n", text);
    }

    @Test
    void aReaderThatEndsEndsTheJob() throws IOException, InterruptedException {
        Process process = job("lines", "--machine knc").start();
        process.getInputStream().close();
        String text = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(141, process.waitFor(), text);
        assertEquals("", text);
    }

    @Test
    void aReportAtRequestIsNoOutputOfTheProgram() throws IOException, InterruptedException {
        ProcessBuilder job = job("hold", "--machine knc")
                .redirectError(Redirect.to(folder.resolve("err").toFile()));
        Process process = job.start();
        try (var output = process.inputReader()) {
            assertEquals("holds", output.readLine());
            new ProcessBuilder("kill", "-QUIT", "" + process.pid()).start().waitFor();
            long end = System.nanoTime() + 60_000_000_000L;
            String report = "";
            while (!report.contains("PE 2") && System.nanoTime() < end) {
                Thread.sleep(50);
                report = Files.readString(folder.resolve("err"));
            }
            assertTrue(report.startsWith("oshrun: simulated job on request at virtual time "), report);
            assertTrue(
                    Pattern.compile("(?m)^  PE 1 runs at Act.java:8, virtual time ")
                            .matcher(report)
                            .find(),
                    report);
            Files.createFile(folder.resolve("go"));
            assertEquals("knc", output.readLine());
            assertEquals(null, output.readLine());
        }
        assertEquals(0, process.waitFor());
    }

    private String limited(String time) throws IOException, InterruptedException {
        return output(job("spin", "--machine knc --time-limit " + time), 124);
    }

    /// The archive exists soon after the first simulated job of this build. A job that starts while another launcher
    /// makes it runs without: other classes of tests start such launchers at the same time.
    @Test
    void theSimulatorIsLoadedFromItsArchive() throws IOException, InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        String source = "";
        while (!source.endsWith("shared objects file") && System.nanoTime() < end) source = sourceOfSimulator();
        assertTrue(source.endsWith("shared objects file"), source);
    }

    private String sourceOfSimulator() throws IOException, InterruptedException {
        Path loaded = folder.resolve("loaded");
        output(job("none", "--machine scc -J -Xlog:class+load:file=" + loaded), 0);
        List<String> simulator = Files.readAllLines(loaded).stream()
                .filter(line -> line.contains(" org.jshmem.sim.Simulation source: "))
                .toList();
        assertEquals(1, simulator.size());
        return simulator.getFirst();
    }

    @Test
    void aToolRunsOnThisHostInAnAllocationOfOthers() throws IOException, InterruptedException {
        Path nodes = Files.writeString(folder.resolve("nodes"), "n1\nn2\n");
        var tool = Ended.launcher(folder, "machine knc");
        tool.environment().put("PBS_NODEFILE", nodes.toString());
        assertTrue(output(tool, 0).startsWith("{"));
    }

    /// What PEs do, the job's status and what is printed. Nothing else would end a PE that makes no calls, or that
    /// makes calls in spite of their exceptions. A job of which PEs were missing has not ended well.
    @ParameterizedTest
    @SampledRows("""
            kill         | 137 | oshrun: the simulator \\(pid \\d+\\) was killed by SIGKILL \\(status 137\\)\\n
            exit         | 9   | oshrun: the program called System.exit while PEs were running.*
            exit-of-pe   | 7   | oshrun: PE 2/4 called System.exit while PEs were running.*
            exit-0-of-pe | 1   | .*oshrun: PE 2/4 called System.exit while PEs were running.*
            halt-0       | 1   | oshrun: the simulator \\(pid \\d+\\) exited with status 0 before its PEs had ended; a program that calls Runtime.halt has to call globalExit, or return from main\\n
            halt-6       | 6   | oshrun: the simulator \\(pid \\d+\\) exited with status 6 before its PEs had ended; a program that calls Runtime.halt has to call globalExit, or return from main\\n
            global-exit  | 6   | .*oshrun: PE 2/4 ended the job by globalExit\\(6\\)\\noshrun: PE 2/4 went on for 0.6 s after that at Act.java:12 and was stopped.*
            go-on        | 1   | .*oshrun: PE 2/4 exited with status 1.*
            """)
    @Timeout(120)
    void anEndOfAJobIsNamed(String action, int status, String words) throws IOException, InterruptedException {
        String text = output(job(action, "--machine knc"), status);
        assertTrue(text.matches("(?s)" + words), text);
        assertFalse(text.contains("JobEnd"), text);
    }

    /// The port of a C program whose main returns its number of errors calls `System.exit` after finalize. The
    /// arguments say how each PE ends.
    @ParameterizedTest
    @SampledRows("""
            - - 7 -     | 7 | oshrun: PE 2/4 exited with status 7
            0 0 0 0     | 0 | with which it shares a JVM: the status of PE
            - 0 throw - | 1 | oshrun: PE 2/4 exited with status 1: java.lang.IllegalStateException: late
            """)
    @Timeout(120)
    void aPeThatExitsAfterFinalizeEndsAlone(String ends, int status, String how) throws Exception {
        Object[] words = ("-cp " + leave + " Leave " + ends).split(" ");
        String text = output(Ended.launcher(folder, "-np 4 --machine knc", words), status);
        for (int pe = 0; pe < 4 && status != 1; pe++) assertTrue(text.contains("left " + pe + "\n"), text);
        assertTrue(text.contains(how), text);
    }

    @Test
    void aClassOfANewerJdkIsRefusedInOneLine() throws IOException, InterruptedException {
        ClassFile.of().buildTo(folder.resolve("Newer.class"), ClassDesc.of("Newer"), c -> c.withVersion(255, 0));
        String text = output(Ended.launcher(folder, "-np 2 --machine knc -cp", folder, "Newer"), 2);
        assertEquals(1, text.lines().count(), text);
        assertTrue(text.startsWith("oshrun: Newer cannot be loaded, java.lang.UnsupportedClassVersionError"), text);
        assertTrue(text.endsWith("by javac --release 25, or set JSHMEM_JAVA_HOME to a newer JDK\n"), text);
    }

    @Test
    void anUnknownMachineIsRefusedWithTheRemedy() throws IOException, InterruptedException {
        String known = "calibrated, cluster, knc, knc-se10p, scc";
        assertEquals(
                "oshrun: --machine 'knd' is unknown; did you mean knc? If not, use one of " + known
                        + ", or a file NAME.json\n",
                output(job("", "--machine knd"), 2));
        assertEquals(
                "oshrun: machine file %s does not exist; give another file, or one of %s; 'oshrun machine --check FILE' checks a file\n"
                        .formatted(folder.resolve("none.json"), known),
                output(job("", "--machine none.json"), 2));
    }

    /// A JVM of several PEs has the program, and what comes with it, off its own class path.
    @Test
    void aMemoryOfAnotherModuleIsFoundWithTheProgram() throws IOException, InterruptedException {
        Path numa = Ended.ROOT.resolve("shmem-sim/target/test-classes").toAbsolutePath();
        String options = "-np 4 --machine " + numa.resolve("numa.json");
        assertEquals(
                "two-sockets\n",
                output(Ended.launcher(folder, options, "-cp", act + File.pathSeparator + numa, "Act", "none"), 0));
    }

    @Test
    void aMachineFileIsThatOfTheLaunchersFolder() throws IOException, InterruptedException {
        Files.copy(Ended.ROOT.resolve("examples/machines/epiphany.json"), folder.resolve("mine.json"));
        Path there = Files.createDirectory(folder.resolve("there"));
        String name = output(job("print", "--machine mine.json --wdir " + there), 0);
        assertEquals("epiphany\n", name);
    }
}
