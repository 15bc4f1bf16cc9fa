// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A program that a test has run to its end.
///
/// @param status exit status
/// @param out standard output
/// @param err standard error
/// @param pid its process, or 0
/// @param millis how long it took
public record Ended(int status, String out, String err, long pid, long millis) {
    /// The project's folder.
    public static final Path ROOT =
            Path.of(System.getProperty("jshmem.root", "..")).toAbsolutePath();

    /// Above the time that a job of a busy machine takes, below the limit of a test.
    private static final long DEADLINE_SECONDS = 570;

    public Ended {
        out = withoutWarning(out);
        err = withoutWarning(err);
    }

    public Ended(int status, String out, String err) {
        this(status, out, err, 0, 0);
    }

    /// On a busy machine mpirun may find that its child has begun the remote shell, warns of that, and goes on.
    private static String withoutWarning(String printed) {
        return printed.replaceAll("(?m)^\\[.*] plm:rsh: Warning: setpgid.*\\R", "");
    }

    /// Runs `bin/oshrun` with the words of a line and then `more`, in an empty folder, since some programs
    /// write pictures where they start.
    public static Ended oshrun(String line, Object... more) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("oshrun");
        try {
            return of(launcher(folder, line, more));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    /// Returns the command of `bin/oshrun` with the words of a line and then `more`, which starts in
    /// `folder`.
    public static ProcessBuilder launcher(Path folder, String line, Object... more) {
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("bin/oshrun").toString()));
        command.addAll(List.of(line.split(" +")));
        for (Object word : more) command.add(word.toString());
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        // for jobs on several hosts: mpirun starts the processes of any host on this machine
        Path shell = ROOT.resolve("shmem-launch/src/test/scripts/on-host");
        builder.environment().put("OMPI_MCA_plm_rsh_agent", shell.toString());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        return builder;
    }

    /// Runs a command under a deadline. Its standard input is empty unless it is redirected.
    public static Ended of(ProcessBuilder command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("ended", ".out");
        Path err = Files.createTempFile("ended", ".err");
        if (command.redirectInput() == ProcessBuilder.Redirect.PIPE) command.redirectInput(new File("/dev/null"));
        long start = System.nanoTime();
        Process process =
                command.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            boolean over = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (!over) kill(process);
            long millis = (System.nanoTime() - start) / 1_000_000;
            var ended =
                    new Ended(process.waitFor(), Files.readString(out), Files.readString(err), process.pid(), millis);
            assertTrue(over, () -> command.command() + " ran into the deadline; " + ended);
            return ended;
        } finally {
            if (process.isAlive()) kill(process); // its test has no more time
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /// Runs the command of these words.
    public static Ended of(List<String> command) throws IOException, InterruptedException {
        return of(new ProcessBuilder(command));
    }

    /// Returns the command of a JVM that runs a program with these options and the class path of the tests.
    public static List<String> jvm(String options, Class<?> program, String... args) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of("-cp", path, program.getName()));
        command.addAll(List.of(args));
        return command;
    }

    /// Runs a program of this JVM that returns its status. Nothing else may print meanwhile, so a class that uses this
    /// beside others in one JVM is isolated from them, or shares a lock with those that print.
    public static Ended here(Callable<Integer> program) {
        return here(new ByteArrayOutputStream(), program);
    }

    /// The same, whose standard error can be read before its end.
    public static synchronized Ended here(ByteArrayOutputStream errors, Callable<Integer> program) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        var printed = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
            int status = program.call();
            return new Ended(status, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /// Asserts its status and returns it.
    public Ended with(int expected) {
        assertEquals(expected, status, this::toString);
        return this;
    }

    /// Asserts that it has printed this.
    public void assertHas(String part) {
        assertTrue(text().contains(part), () -> part + "\nis not in\n" + this);
    }

    /// Asserts that standard output has this.
    public void assertOut(String part) {
        assertTrue(out.contains(part), () -> part + "\nis not in\n" + this);
    }

    /// Asserts that standard error has this.
    public void assertErr(String part) {
        assertTrue(err.contains(part), () -> part + "\nis not in\n" + this);
    }

    /// Asserts that standard error matches this expression.
    public void assertErrMatches(String regex) {
        assertTrue(err.matches(regex), () -> regex + "\ndoes not match\n" + this);
    }

    /// Standard output line by line.
    public List<String> lines() {
        return out.lines().toList();
    }

    /// The lines of standard output in order, since PEs write in any order.
    public List<String> sorted() {
        return out.lines().sorted().toList();
    }

    /// Both outputs.
    public String text() {
        return out + err;
    }

    /// Everything it said, for the message of an assertion.
    @Override
    public String toString() {
        return "status %d%nstdout:%n%s%nstderr:%n%s".formatted(status, out, err);
    }
}
