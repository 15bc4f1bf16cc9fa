// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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

    /// How a launcher ended.
    private record Ended(long launcher, int status, double seconds) {}

    /// Sends a signal to a launcher whose PEs are all up.
    private static Ended afterSignal(String signal, int npes, Path folder, String... options)
            throws IOException, InterruptedException {
        return afterSignal(signal, npes, folder, Map.of(), options);
    }

    private static Ended afterSignal(
            String signal, int npes, Path folder, Map<String, String> variables, String... options)
            throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Sleeper.java"), SOURCE);
        var launch = Launch.oshrun("-q", "-np", npes, source).with(options).variables(variables);
        Process process = launch.builder().redirectErrorStream(true).start();
        var out = process.inputReader();
        for (int k = 0; k < npes; k++) assertEquals("up", out.readLine());
        Launch.signal(signal, process.pid());
        long start = System.nanoTime();
        assertTrue(process.waitFor(600, TimeUnit.SECONDS), "the launcher did not end");
        while (!Leftovers.processesWith("jshmem-scratch-" + process.pid() + "-").isEmpty()) {
            assertTrue(System.nanoTime() - start < 60_000_000_000L, "PEs outlive their launcher");
            Thread.sleep(10);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!signal.equals("KILL")) assertEquals(Set.of(), Leftovers.files(process.pid()));
        return new Ended(process.pid(), process.exitValue(), seconds);
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143", "KILL, 137"})
    void aSignalToTheLauncherEndsEverything(String signal, int status, @TempDir Path folder) throws Exception {
        assertEndsEverything(signal, status, 8, folder, Map.of());
    }

    /// A killed launcher leaves nothing after a second. Other programs may keep the machine busy: again then, a few
    /// times.
    private static void assertEndsEverything(
            String signal, int status, int npes, Path folder, Map<String, String> variables)
            throws IOException, InterruptedException {
        double seconds = Double.MAX_VALUE;
        for (int again = 0; again == 0 || again < 5 && signal.equals("KILL") && seconds > 1; again++) {
            Ended ended = afterSignal(signal, npes, folder, variables);
            assertEquals(status, ended.status());
            seconds = ended.seconds();
        }
        assertTrue(!signal.equals("KILL") || seconds <= 1, seconds + " s");
    }

    /// Busybox has another `setpriv`, and another `env`: a shell ends the PEs of a killed launcher.
    @ParameterizedTest
    @CsvSource({"setpriv, KILL, 137", "env setpriv, KILL, 137", "env setpriv, TERM, 143"})
    void withBusyboxFirstOnThePathASignalEndsEverythingToo(
            String names, String signal, int status, @TempDir Path folder) throws Exception {
        assertEndsEverything(signal, status, 4, folder, busybox(folder, names));
    }

    /// A PATH with these commands of busybox before the others.
    private static Map<String, String> busybox(Path folder, String names) throws IOException {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        for (String name : names.split(" "))
            Files.copy(Path.of("/usr/bin/busybox"), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        return Map.of("PATH", bin + ":" + System.getenv("PATH"));
    }

    /// Each PE has a hook that writes a file, and a last line.
    static final String HOOKS = """
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

    /// A launcher whose two PEs need this time for their last words; up.
    private static Process withHooks(Path folder, long millis, String... options) throws IOException {
        Path source = Files.writeString(folder.resolve("Hooks.java"), HOOKS);
        Process process = Launch.oshrun("-q", "-np", 2, "--jvms", 2, source, folder, millis)
                .with(options)
                .builder()
                .redirectErrorStream(true)
                .start();
        for (int k = 0; k < 2; k++) assertEquals("up", process.inputReader().readLine());
        return process;
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129", "'', 124"})
    void shutdownHooksOfPesRunBeforeTheJobEnds(String signal, int status, @TempDir Path folder) throws Exception {
        String[] limit = signal.isEmpty() ? new String[] {"--time-limit", "10s"} : new String[0];
        Process job = withHooks(folder, 700, limit);
        if (!signal.isEmpty()) Launch.signal(signal, job.pid());
        String text = job.inputReader().lines().collect(Collectors.joining("\n"));
        assertEquals(status, job.waitFor(), text);
        for (int pe = 0; pe < 2; pe++) {
            assertTrue(text.contains("last words of " + pe), text);
            assertEquals("all of it", Files.readString(folder.resolve("whole." + pe)));
        }
    }

    /// At once on a second signal.
    @ParameterizedTest
    @CsvSource({"false, 5, 60", "true, 0, 4.5"})
    void hooksThatDoNotEndAreKilled(boolean twice, double least, double most, @TempDir Path folder) throws Exception {
        Process job = withHooks(folder, 3_600_000);
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

    @Test
    void threadsEndWithTheirLauncherToo(@TempDir Path folder) throws Exception {
        assertEquals(143, afterSignal("TERM", 2, folder, "--threads").status());
    }

    @Test
    void theNextJobSweepsWhatAKilledLauncherLeft(@TempDir Path folder) throws Exception {
        Ended killed = afterSignal("KILL", 1, folder);
        assertEquals(137, killed.status());
        // it sweeps beside its job, which may be over first
        for (int again = 0; again == 0 || again < 5 && !scratchOf(killed).isEmpty(); again++) {
            assertEquals(130, afterSignal("INT", 1, folder).status());
        }
        assertEquals(List.of(), scratchOf(killed));
    }

    private static List<Path> scratchOf(Ended launcher) throws IOException {
        Path tmp = Path.of(System.getProperty("java.io.tmpdir"));
        try (var files = Files.list(tmp)) {
            return files.filter(file ->
                            file.getFileName().toString().startsWith("jshmem-scratch-" + launcher.launcher() + "-"))
                    .toList();
        }
    }
}
