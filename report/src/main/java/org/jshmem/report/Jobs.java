// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
    }

    /// Runs a program with empty input. It shares this process's standard error, and receives none of this
    /// process's `JSHMEM_` variables. At the time limit, and at the end of this JVM, it is ended with all processes
    /// that it has started.
    public static Finished run(List<String> command, Map<String, String> environment, Duration limit)
            throws IOException {
        var builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("JSHMEM_"));
        builder.environment().putAll(environment);
        // a pipe would stay open as long as a process that outlives the program has it
        Path output = Files.createTempFile("jshmem-job", ".out");
        output.toFile().deleteOnExit(); // a stop of this JVM runs no finally
        try {
            long start = System.nanoTime();
            var started = new CompletableFuture<Process>();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> started.thenAccept(Jobs::end)));
            Process process = builder.redirectOutput(output.toFile()).start();
            started.complete(process);
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) end(process);
            double seconds = (System.nanoTime() - start) / 1e9;
            int status = ended ? process.exitValue() : Finished.TIMEOUT;
            return new Finished(status, seconds, Files.readAllLines(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.getFirst() + " ran", e);
        } finally {
            Files.delete(output);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
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
