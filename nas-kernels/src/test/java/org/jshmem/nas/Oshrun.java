// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A run of the launcher: its exit status, and its output and standard error as one text.
record Oshrun(int status, String text) {
    static final Path ROOT = Path.of(System.getProperty("jshmem.root", "..")).toAbsolutePath();

    // on a busy machine mpirun may find that its child has begun the remote shell, warns of that, and goes on
    Oshrun {
        text = text.replaceAll("(?m)^\\[.*] plm:rsh: Warning: setpgid.*\\R", "");
    }

    static Oshrun of(String... args) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(ROOT.resolve("bin/oshrun").toString(), "--timeout", "120s"));
        command.addAll(Arrays.asList(args));
        Path folder = Files.createTempDirectory("oshrun"); // some programs write pictures where they start
        Path output = folder.resolve("output.txt");
        try {
            var builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            // for jobs on several hosts: mpirun starts the processes of any host on this machine
            builder.environment()
                    .put(
                            "OMPI_MCA_plm_rsh_agent",
                            ROOT.resolve("shmem-launch/src/test/scripts/on-host")
                                    .toAbsolutePath()
                                    .toString());
            builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
            builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
            Process process = builder.start();
            if (!process.waitFor(600, TimeUnit.SECONDS)) {
                process.destroy();
                process.waitFor(10, TimeUnit.SECONDS);
            }
            return new Oshrun(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
            }
        }
    }

    Oshrun ended(int expected) {
        assertEquals(expected, status, text);
        return this;
    }
}
