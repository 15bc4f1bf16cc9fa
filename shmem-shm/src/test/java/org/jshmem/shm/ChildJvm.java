// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A program in a JVM of its own, which it may kill.
final class ChildJvm {
    private ChildJvm() {}

    /// What the program prints; it has to end with status 0.
    static List<String> run(Path output, Class<?> program, String... args) throws IOException, InterruptedException {
        return run(output, List.of(), program, args);
    }

    /// As above, started by the words `before`.
    static List<String> run(Path output, List<String> before, Class<?> program, String... args)
            throws IOException, InterruptedException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:-UsePerfData", // its warning, where containers share /tmp, would stand among the lines
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-cp",
                path,
                program.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            String out = Files.readString(output);
            assertTrue(ended, out);
            assertEquals(0, process.exitValue(), out);
            return out.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
