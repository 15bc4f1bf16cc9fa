// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The limit on the files and pipes that this process may have open.
public final class OpenFiles {
    /// The pipes of a process that this one starts, and the descriptor that reports its end.
    private static final int OF_PROCESS = 4;

    /// So many fit into the smallest limit with which `bin/oshrun` starts a launcher.
    private static final int FEW = 4;

    /// The files that this process opens while others run, such as those of a report.
    private static final int SPARE = 8;

    private static final String LIMIT = "Max open files";

    private OpenFiles() {}

    /// Throws an `IOException` if the limit is too low for starting `processes` with `files` of their own, which the
    /// message calls `what`. The message names the limit, the need and the remedy.
    public static void check(int processes, int files, String what) throws IOException {
        if (processes + files <= FEW) return; // a start of few PEs need not read the limit
        long needed = open() + (long) OF_PROCESS * processes + files + SPARE;
        long limit = limit();
        if (needed <= limit) return;
        throw new IOException("the limit on open files is %d, and %s need %d; raise it (ulimit -n %d), or start fewer"
                .formatted(limit, what, needed, needed));
    }

    private static long open() throws IOException {
        try (var files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            long count = 0;
            for (Path _ : files) count++;
            return count;
        }
    }

    private static long limit() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/limits"))) {
            return lines.filter(line -> line.startsWith(LIMIT))
                    .map(line -> line.substring(LIMIT.length()).strip().split("\\s+")[0])
                    .filter(value -> value.matches("\\d{1,18}"))
                    .mapToLong(Long::parseLong)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        }
    }
}
