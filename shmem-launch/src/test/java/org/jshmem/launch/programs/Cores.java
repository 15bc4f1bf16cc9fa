// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.Shmem;

/// Prints the number of each PE with the cores on which the kernel lets its thread run.
public final class Cores {
    private Cores() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            for (String line : Files.readAllLines(Path.of("/proc/thread-self/status"))) {
                if (!line.startsWith("Cpus_allowed_list:")) continue;
                System.out.println(sh.myPe() + " " + line.split("\\s+")[1]);
            }
        });
    }
}
