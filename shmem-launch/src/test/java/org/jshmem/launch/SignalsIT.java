// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jshmem.contract.SampledRows;
import org.jshmem.contract.Samples;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignalsIT {
    private static final String SOURCE = """
            public class Sleeper {
                public static void main(String[] args) throws Exception {
                    System.out.println("up");
                    Thread.sleep(3_600_000);
                }
            }
            """;

    /// Returns the seconds after which a launcher whose PEs were all up, and its processes, have ended.
    private static double afterSignal(String signal, int status, String options, String path, Path folder)
            throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Sleeper.java"), SOURCE);
        var launch = Launch.line("-q -np 8 " + options + " " + source).variable("PATH", path);
        Process process = launch.builder().redirectErrorStream(true).start();
        var out = process.inputReader();
        for (int k = 0; k < 8; k++) assertEquals("up", out.readLine());
        Launch.signal(signal, process.pid());
        long start = System.nanoTime();
        assertTrue(process.waitFor(600, TimeUnit.SECONDS), "the launcher did not end");
        Leftovers.awaitNoneWith("jshmem-scratch-" + process.pid() + "-");
        double seconds = (System.nanoTime() - start) / 1e9;
        assertEquals(Set.of(), Leftovers.files(process.pid()));
        assertEquals(status, process.exitValue());
        return seconds;
    }

    /// A killed launcher leaves nothing after a second; also where all commands of busybox come
    /// before the others, whose `env` cannot block signals. Other programs may keep the machine
    /// busy: again then, a few times.
    @ParameterizedTest
    @Tag(Samples.TAG)
    @SampledRows("""
            KILL | 137 | --jvms 8  | false
            KILL | 137 | --jvms 8  | true
            TERM | 143 | --jvms 8  | true
            TERM | 143 | --threads | false
            """)
    void aSignalToTheLauncherEndsEverything(
            String signal, int status, String options, boolean busybox, @TempDir Path folder) throws Exception {
        Path bin = Files.createTempDirectory(Launch.root().resolve("shmem-launch/target"), "busybox");
        if (busybox) Launch.shell("busybox --install -s " + bin).run(0);
        double seconds = Double.MAX_VALUE;
        for (int again = 0; again == 0 || again < 5 && signal.equals("KILL") && seconds > 1; again++) {
            seconds = afterSignal(signal, status, options, bin + ":" + System.getenv("PATH"), folder);
        }
        assertTrue(!signal.equals("KILL") || seconds <= 1, seconds + " s");
    }

    /// Each PE has a hook that writes a file, and a last line.
    private static final String HOOKS = """
            import java.nio.file.*;
            public class Hooks {
                public static void main(String[] args) throws Exception {
                    String pe = System.getProperty("jshmem.number");
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                        try {
                            Thread.sleep(Long.parseLong(args[1]));
                            Files.writeString(Path.of(args[0], "whole." + pe), "all of it");
                            System.out.println("last words of " + pe);
                        } catch (Exception e) {
                            e.printStackTrace();
                        }
                    }));
                    System.out.println("up");
                    Thread.sleep(3_600_000);
                }
            }
            """;

    /// A launcher whose two PEs need this time for their last words; up. Its process group is its own or the test's.
    private static Process withHooks(Path folder, long millis, String options, boolean group) throws IOException {
        assumeTrue(!options.contains("--hosts") || TwoHosts.isPossible(), "needs mpirun and UCX, and root");
        Path source = Files.writeString(folder.resolve("Hooks.java"), HOOKS);
        ProcessBuilder builder = Launch.oshrun("-q", "-np", 2, source, folder, millis)
                .with(options.split(" "))
                .variables(TwoHosts.variables())
                .builder()
                .redirectErrorStream(true);
        if (group) builder.command().addFirst("setsid");
        Process job = builder.start();
        for (int up = 0; up < 2; ) if (job.inputReader().readLine().equals("up")) up++;
        return job;
    }

    /// Each launcher of a host gives its PEs the time. The key of a terminal signals the whole process group, the
    /// engine of several hosts too.
    @ParameterizedTest
    @Tag(Samples.TAG)
    @SampledRows("""
            TERM | 143 | --jvms 2                                 | false
            INT  | 130 | --jvms 2                                 | false
            HUP  | 129 | --jvms 2                                 | false
            ''   | 124 | --jvms 2 --time-limit 10s                | false
            TERM | 143 | --jvms 1 --hosts a:1,b:1                 | false
            INT  | 130 | --jvms 1 --hosts a:1,b:1                 | true
            ''   | 124 | --jvms 1 --hosts a:1,b:1 --time-limit 25s | false
            """)
    void shutdownHooksOfPesRunBeforeTheJobEnds(
            String signal, int status, String options, boolean group, @TempDir Path folder) throws Exception {
        Process job = withHooks(folder, 700, options, group);
        List<Long> all = job.descendants().map(ProcessHandle::pid).toList();
        if (!signal.isEmpty()) Launch.signal(signal, group ? -job.pid() : job.pid());
        String text = job.inputReader().lines().collect(Collectors.joining("\n"));
        assertEquals(status, job.waitFor(), text);
        for (int pe = 0; pe < 2; pe++) {
            assertTrue(text.contains("last words of " + pe), text);
            assertEquals("all of it", Files.readString(folder.resolve("whole." + pe)));
        }
        for (long pid : all) Terminal.awaitEnd(pid);
        assertEquals(Set.of(), Leftovers.files(job.pid()));
    }

    /// At once on a second signal.
    @ParameterizedTest
    @CsvSource({"false, 5, 60", "true, 0, 4.5"})
    void hooksThatDoNotEndAreKilled(boolean twice, double least, double most, @TempDir Path folder) throws Exception {
        Process job = withHooks(folder, 3_600_000, "--jvms 2", false);
        long start = System.nanoTime();
        Launch.signal("TERM", job.pid());
        Thread.sleep(500);
        if (twice) Launch.signal("TERM", job.pid());
        assertEquals(143, job.waitFor());
        double seconds = (System.nanoTime() - start) / 1e9;
        assertTrue(seconds >= least && seconds < most, seconds + " s");
        assertEquals(Set.of(), Leftovers.pes(job.pid()));
    }

    @Test
    void userSignalsReachAllPesAndSigtermEndsTheJob(@TempDir Path folder) throws Exception {
        String text = SOURCE.replace("Sleeper", "Heard")
                .replace(
                        "System.out.println(\"up\");",
                        "sun.misc.Signal.handle(new sun.misc.Signal(\"USR1\"), s -> System.out.println(\"heard\"));"
                                + " System.out.println(\"up\");");
        Path source = Files.writeString(folder.resolve("Heard.java"), text);
        Process process = Launch.oshrun("-np", 3, "--jvms", 3, source) // a handler belongs to a JVM
                .builder()
                .redirectError(ProcessBuilder.Redirect.DISCARD) // javac does not like sun.misc
                .start();
        var out = process.inputReader();
        for (int k = 0; k < 3; k++) assertEquals("up", out.readLine());
        Launch.signal("USR1", process.pid());
        for (int k = 0; k < 3; k++) assertEquals("heard", out.readLine());
        var jobs = Launch.oshrun("--ps").run(0);
        assertTrue(jobs.out().matches("(?s).* " + process.pid() + " +3 .*"), jobs.out());
        Launch.signal("TERM", process.pid());
        assertEquals(143, process.waitFor());
    }

    @Test
    void aUserSignalDoesNotEndAPeThatIsBeingStarted() throws Exception {
        Process process = Launch.oshrun("-q", "-np", 3, "--jvms", 3, "hello")
                .builder()
                .redirectErrorStream(true)
                .start();
        Path state = Path.of("/proc", Long.toString(process.pid()), "status");
        String quitIsIgnored = "(?s).*SigIgn:\\s\\w+[4-7c-f]\n.*"; // the last act of the script, which handles none
        for (boolean ready = false; process.isAlive(); ) {
            ready = ready || Files.readString(state).matches(quitIsIgnored);
            if (ready) Launch.signal("USR1", process.pid());
            if (ready) Launch.signal("USR2", process.pid());
        }
        String text = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), text);
    }
}
