// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A run of the launcher as a process of its own, with the class path of the tests: what it said and how it ended.
///
/// @param status exit status
/// @param out standard output
/// @param err standard error
record Launched(int status, String out, String err) {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /// Runs `oshrun` with these arguments.
    static Launched oshrun(String... arguments) {
        return oshrun(Map.of(), arguments);
    }

    /// Runs `oshrun` with these arguments and more environment.
    static Launched oshrun(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(java(classPath()));
        command.add(Oshrun.class.getName());
        command.addAll(List.of(arguments));
        return run(Path.of("."), environment, command);
    }

    /// Runs a shell command in a folder, in an environment where no JDK is named.
    static Launched shell(Path folder, String command) {
        return run(folder, Map.of("JAVA_HOME", ""), List.of("sh", "-c", command));
    }

    /// A JVM with what the library needs.
    static List<String> java(String classPath) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                classPath);
    }

    /// The class path of the tests.
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /// Runs a command to its end; one that takes too long is killed, with all it has started, and fails the test.
    static Launched run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile("launched", ".out");
            Path err = Files.createTempFile("launched", ".err");
            try {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
                builder.environment().putAll(environment);
                Process process = builder.start();
                boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                if (!ended) {
                    fail("%s did not end in %d s%n%s%s"
                            .formatted(command, PATIENCE.toSeconds(), Files.readString(out), Files.readString(err)));
                }
                return new Launched(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException e) {
            return fail("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return fail("interrupted while waiting for " + command, e);
        }
    }

    /// Everything it said, for the message of an assertion.
    @Override
    public String toString() {
        return "status %d%n%s%s".formatted(status, out, err);
    }
}
