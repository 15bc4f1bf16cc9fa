// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;

/// Each PE prints the kernel's line about the cores that it may use.
public final class Cores {
    private Cores() {}

    /// Runs as one PE.
    public static void main(String[] args) throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(l -> l.startsWith("Cpus_allowed:"))
                .findFirst()
                .orElseThrow();
        Shmem.run(args, (sh, a) -> {
            System.out.println(line);
            sh.barrierAll();
        });
    }
}
