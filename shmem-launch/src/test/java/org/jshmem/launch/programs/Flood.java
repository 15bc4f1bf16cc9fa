// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jshmem.Shmem;

/// Every PE prints so many lines of 1 KiB, and says in a file of its own how many have been taken from it.
public final class Flood {
    private Flood() {}

    /// How many lines, and the folder of the files.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            Path file = Path.of(a[1], "taken-" + sh.myPe());
            String line = "x".repeat(1023);
            for (int i = 1; i <= Integer.parseInt(a[0]); i++) {
                System.out.println(line);
                if (i % 64 == 0) write(file, i);
            }
        });
    }

    private static void write(Path file, int lines) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, Integer.toString(lines));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
