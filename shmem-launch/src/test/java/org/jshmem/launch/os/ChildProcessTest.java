// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Processes whose output comes through pipes.
@Timeout(300)
class ChildProcessTest {
    private static final int BYTES = 8_000_000;

    private static ChildProcess sh(String script) throws IOException {
        return ChildProcess.start(new ProcessBuilder("sh", "-c", script));
    }

    private static String text(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    /// More output than waits for a reader fills the pipe, and the process waits.
    @Test
    void aSlowReaderHoldsUpTheProcessAndLosesNothing() throws Exception {
        ChildProcess process = sh("head -c " + BYTES + " /dev/zero; echo end >&2");
        assertThrows(
                TimeoutException.class,
                () -> process.end.get(500, TimeUnit.MILLISECONDS),
                "it has room for all output");
        assertEquals(BYTES, process.output.readAllBytes().length);
        assertEquals("end\n", text(process.errors));
        assertEquals(0, process.end.join());
    }

    @ParameterizedTest
    @CsvSource({"exit 3, 3", "kill -9 $$, 137", "kill -15 $$, 143"})
    void theStatusIsThatOfTheExitOrOfTheSignal(String script, int status) throws Exception {
        assertEquals(status, sh("sleep 0.1; " + script).end.join());
    }

    /// Its number may be another process's by then.
    @Test
    void aProcessThatHasEndedGetsNoSignal() throws Exception {
        ChildProcess process = sh("exit 0");
        assertEquals(0, process.end.join());
        process.kill();
        assertEquals(0, process.end.join());
    }

    @Test
    void aFolderAndVariablesAreThoseOfTheCommand(@TempDir Path folder) throws Exception {
        var command = new ProcessBuilder("sh", "-c", "pwd; echo $COLOUR; echo ${HOME-none}")
                .directory(folder.toFile())
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
        command.environment().put("COLOUR", "blue = green");
        command.environment().remove("HOME");
        assertEquals(folder.toRealPath() + "\nblue = green\nnone\n", text(ChildProcess.start(command).output));
    }

    /// A launcher blocks the signals for which it waits.
    @Test
    void aProcessBlocksNoneOfThem() throws Exception {
        Process process = jvm("env --block-signal=INT,USR1", "grep SigBlk /proc/self/status")
                .start();
        assertEquals(
                "SigBlk:\t" + "0".repeat(16), text(process.getInputStream()).strip());
    }

    @Test
    void aProcessEndsWithTheKilledOneThatStartedIt() throws Exception {
        ProcessBuilder builder = jvm("env", "echo $$; exec sleep 1000");
        Process launcher = builder.start();
        Path process = Path.of("/proc", launcher.inputReader().readLine());
        assertTrue(Files.exists(process));
        launcher.destroyForcibly();
        while (Files.exists(process)) Thread.sleep(10);
    }

    /// The JVM that runs [#main], after these words.
    private static ProcessBuilder jvm(String before, String script) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(before.split(" ")));
        command.addAll(List.of(java, "--enable-native-access=ALL-UNNAMED", "-cp"));
        command.addAll(List.of(System.getProperty("java.class.path"), ChildProcessTest.class.getName(), script));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    }

    /// Starts a shell in another process, and prints what it prints.
    public static void main(String[] args) throws Exception {
        sh(args[0]).output.transferTo(System.out);
    }

    @Test
    void outputOfAProcessThatOutlivesItsParentIsNotLost() throws Exception {
        ChildProcess process = sh("(sleep 0.5; echo late) & exit 0");
        assertEquals(0, process.end.join());
        assertEquals("late\n", text(process.output));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Cannot run program "taskset": Exec failed, error: 2 (No such file or directory) | ''
            Exec failed, error: 13 (Permission denied) | ''
            Exec failed, error: 7 (Argument list too long) | '; shorten the class path, the options or the environment'
            Exec failed, error: 11 (Resource temporarily unavailable) | '; the limit on processes (ulimit -u) or the memory is too low: raise it, or start fewer PEs'
            Exec failed, error: 24 (Too many open files) | '; the limit on open files (ulimit -n) is too low: raise it, or start fewer PEs'
            """)
    void adviceFitsTheReason(String reason, String advice) {
        assertEquals(reason + advice, ChildProcess.advice(new IOException(reason)));
    }

    @Test
    void aLongListOfWordsIsRefused() {
        var command = new ProcessBuilder("true", "x".repeat(1 << 20));
        String why = ChildProcess.advice(assertThrows(IOException.class, () -> ChildProcess.start(command)));
        assertTrue(why.endsWith("; shorten the class path, the options or the environment"), why);
    }

    /// A process that kept other descriptors would hold the pipes of the others open.
    @Test
    void aProcessHasItsStandardStreamsAlone() throws Exception {
        List<ChildProcess> others = new ArrayList<>();
        for (int k = 0; k < 10; k++) others.add(sh("sleep 10"));
        assertEquals("0\n1\n2\n3\n", text(sh("ls /proc/self/fd").output), "3 is the folder that ls reads");
        others.forEach(ChildProcess::kill);
    }

    @Test
    void aFolderThatDoesNotExistIsNamedAndLeavesNoDescriptorOpen() throws Exception {
        ChildProcess.start(new ProcessBuilder("true")).end.join();
        long before = descriptors();
        for (int k = 0; k < 100; k++) {
            var command = new ProcessBuilder("true").directory(new File("/no/such"));
            String refused = assertThrows(IOException.class, () -> ChildProcess.start(command))
                    .getMessage();
            assertTrue(refused.contains("(in directory \"/no/such\")"), refused);
        }
        while (descriptors() > before + 20) Thread.sleep(1); // another thread closes them
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
