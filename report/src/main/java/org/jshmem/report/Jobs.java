// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Starts of other programs with a time limit, whose output is collected.
public final class Jobs {
    private Jobs() {}

    /// The end of a program.
    ///
    /// @param status its exit status, or [#TIMEOUT] if it was ended at the limit
    /// @param seconds from start to end
    /// @param lines its output until then
    public record Finished(int status, double seconds, List<String> lines) {
        /// The status of a program that was ended at its limit.
        public static final int TIMEOUT = -1;

        /// The status of a benchmark that wrote its results, some rows of which were not at rest.
        public static final int RESTLESS = 4;
    }

    /// Runs a program with empty input. It shares this process's standard error, and receives none of this
    /// process's `JSHMEM_` variables. At the time limit it is ended with all processes that it has started.
    public static Finished run(List<String> command, Map<String, String> environment, Duration limit)
            throws IOException {
        var builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("JSHMEM_"));
        builder.environment().putAll(environment);
        long start = System.nanoTime();
        Process process = builder.start();
        var lines = new ArrayList<String>();
        // a program that hangs keeps its output open: another thread reads it
        Thread reader = Thread.ofPlatform().daemon().start(() -> read(process, lines));
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            reader.join(GRACE_MILLIS); // a process that it started may still hold its output open
            synchronized (lines) {
                return new Finished(ended ? process.exitValue() : Finished.TIMEOUT, seconds, List.copyOf(lines));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.getFirst() + " ran", e);
        }
    }

    private static final long GRACE_MILLIS = 2_000;

    private static void read(Process process, List<String> lines) {
        try (BufferedReader output = process.inputReader()) {
            for (String line; (line = output.readLine()) != null; ) {
                synchronized (lines) {
                    lines.add(line);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            return; // the program was ended
        }
    }

    /// Runs a job whose program writes its results to a file that the option `into` names. Throws
    /// IllegalStateException if the job fails.
    public static List<Result> results(
            List<String> command, String into, Map<String, String> environment, Duration limit) throws IOException {
        Path file = Files.createTempFile("jshmem-results", ".jsonl");
        try {
            var line = new ArrayList<>(command);
            line.addAll(List.of(into, file.toString()));
            Finished job = run(line, environment, limit);
            if (job.status() != 0 && job.status() != Finished.RESTLESS) {
                throw new IllegalStateException("'" + String.join(" ", line) + "' "
                        + (job.status() == Finished.TIMEOUT
                                ? "did not end within " + limit.toSeconds() + " s"
                                : "ended with status " + job.status())
                        + "; run it by hand to see why");
            }
            return Results.read(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /// The path of `bin/oshrun` in the build that a class belongs to; empty if there is none above its classes.
    public static Optional<Path> launcher(Class<?> anchor) {
        for (Path folder = Where.home(anchor); folder != null; folder = folder.getParent()) {
            Path launcher = folder.resolve("bin").resolve("oshrun");
            if (Files.isExecutable(launcher)) return Optional.of(launcher);
        }
        return Optional.empty();
    }
}
