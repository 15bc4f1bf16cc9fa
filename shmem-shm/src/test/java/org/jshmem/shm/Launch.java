// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// Runs the real `bin/oshrun` under a deadline.
final class Launch {
    private static final Path ROOT =
            Path.of(System.getProperty("jshmem.root", "..")).toAbsolutePath();
    private static final long DEADLINE_SECONDS = 60;

    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";

    /// How a run ended.
    record Result(int status, String out, String err, long millis, long launcher) {
        List<String> lines() {
            return out.lines().toList();
        }

        /// Nothing is left of this run: no file, no process.
        void assertNothingIsLeft() {
            try {
                assertEquals(Set.of(), leftovers(launcher));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assertEquals(Set.of(), processesWith("/proc/" + launcher + "/fd/"));
        }

        /// The status, or everything that was written where it is another one.
        void assertStatus(int expected) {
            assertEquals(expected, status, () -> "stdout:\n" + out + "\nstderr:\n" + err);
        }
    }

    static Path root() {
        return ROOT;
    }

    static Launch oshrun(Object... arguments) {
        var launch = new Launch();
        for (Object a : arguments) launch.arguments.add(a.toString());
        return launch;
    }

    /// A program of this module's tests.
    static Launch program(int npes, Class<?> program, Object... arguments) {
        var launch = oshrun("-np", npes, "-cp", testClasses(), program.getName());
        for (Object a : arguments) launch.arguments.add(a.toString());
        return launch;
    }

    static Path testClasses() {
        return ROOT.resolve("shmem-shm/target/test-classes");
    }

    /// Options before the others.
    Launch with(String... options) {
        arguments.addAll(0, List.of(options));
        return this;
    }

    Launch variable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Launch input(String text) {
        input = text;
        return this;
    }

    ProcessBuilder builder() {
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("bin/oshrun").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        environment.forEach((name, value) -> {
            if (value == null) builder.environment().remove(name);
            else builder.environment().put(name, value);
        });
        return builder;
    }

    /// Runs to the end.
    Result run() {
        try {
            File out = File.createTempFile("oshrun", ".out");
            File err = File.createTempFile("oshrun", ".err");
            try {
                long start = System.nanoTime();
                Process process =
                        builder().redirectOutput(out).redirectError(err).start();
                try (var stdin = process.getOutputStream()) {
                    stdin.write(input.getBytes(StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // it ended without reading its input
                }
                if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    fail("%s ran into the deadline; stdout:%n%s%nstderr:%n%s"
                            .formatted(arguments, Files.readString(out.toPath()), Files.readString(err.toPath())));
                }
                long millis = (System.nanoTime() - start) / 1_000_000;
                return new Result(
                        process.exitValue(),
                        Files.readString(out.toPath()),
                        Files.readString(err.toPath()),
                        millis,
                        process.pid());
            } finally {
                Files.delete(out.toPath());
                Files.delete(err.toPath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What a launcher that has ended left behind: job folders, of which none lives longer than its making, and its
    /// scratch folder.
    static Set<String> leftovers(long launcher) throws IOException, InterruptedException {
        Set<String> jobs = names("/dev/shm", "jshmem-*");
        for (int i = 0; i < 20 && !jobs.isEmpty(); i++) {
            Thread.sleep(50);
            jobs.retainAll(names("/dev/shm", "jshmem-*"));
        }
        jobs.addAll(names(System.getProperty("java.io.tmpdir"), "jshmem-scratch-" + launcher + "-*"));
        return jobs;
    }

    private static Set<String> names(String folder, String pattern) throws IOException {
        Set<String> names = new TreeSet<>();
        try (var files = Files.newDirectoryStream(Path.of(folder), pattern)) {
            for (Path file : files) names.add(file.toString());
        }
        return names;
    }

    /// Processes with this text on their command line.
    static Set<Long> processesWith(String text) {
        return ProcessHandle.allProcesses()
                .filter(p -> commandLine(p.pid()).contains(text))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline")).replace('\0', ' ');
        } catch (IOException e) {
            return ""; // gone in the meantime
        }
    }
}
