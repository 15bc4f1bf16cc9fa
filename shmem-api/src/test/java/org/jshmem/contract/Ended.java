// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
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

/// A program that a test has run to its end: its exit status, standard output and standard error.
public record Ended(int status, String out, String err) {
    /// The project's folder.
    public static final Path ROOT =
            Path.of(System.getProperty("jshmem.root", "..")).toAbsolutePath();

    // on a busy machine mpirun may find that its child has begun the remote shell, warns of that, and goes on
    public Ended {
        err = err.replaceAll("(?m)^\\[.*] plm:rsh: Warning: setpgid.*\\R", "");
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

    /// Runs a command, for ten minutes at most.
    public static Ended of(ProcessBuilder command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("ended", ".out");
        Path err = Files.createTempFile("ended", ".err");
        try {
            Process process = command.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            if (!process.waitFor(10, TimeUnit.MINUTES)) process.destroy();
            return new Ended(process.waitFor(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /// Runs a program of this JVM that returns its status; no other thread of the test may print meanwhile.
    public static Ended here(Callable<Integer> program) {
        return here(new ByteArrayOutputStream(), program);
    }

    /// The same, whose standard error can be read before its end.
    public static Ended here(ByteArrayOutputStream errors, Callable<Integer> program) {
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
        assertEquals(expected, status, this::text);
        return this;
    }

    /// Both outputs.
    public String text() {
        return out + err;
    }
}
