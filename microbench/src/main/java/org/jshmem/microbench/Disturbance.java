// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.report.Where;

/// What kept this PE from its samples: its JVM's compilers, and waiting for a core that somebody else had. The kernel
/// tells both for each thread, in nanoseconds (`schedstat`: on a core, waiting for one).
final class Disturbance {
    private static final Path SELF = Path.of("/proc/thread-self/schedstat");
    private static final Path TASKS = Path.of("/proc/self/task");

    /// As in "C2 CompilerThread0", cut by the kernel.
    private static final String COMPILER = "CompilerThre";

    private final boolean watched;
    private long waited;
    private long compiled;

    Disturbance(Where where) {
        watched = !where.virtual() && !where.crowded(); // PEs that take turns wait for each other
    }

    void begin() {
        if (!watched) return;
        compiled = compilers();
        waited = field(SELF, 1);
    }

    /// Thousandths of the elapsed time for which the compilers had a core.
    long compiling(long elapsed) {
        return watched ? Math.max(0, (compilers() - compiled) * 1000 / Math.max(1, elapsed)) : 0;
    }

    /// Thousandths of the elapsed time for which this thread could have run and had no core.
    long waiting(long elapsed) {
        return watched ? Math.max(0, (field(SELF, 1) - waited) * 1000 / Math.max(1, elapsed)) : 0;
    }

    private static long compilers() {
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (Files.readString(task.resolve("comm")).contains(COMPILER))
                    sum += field(task.resolve("schedstat"), 0);
            }
        } catch (IOException e) {
            return 0; // another system, or a thread that has just ended
        }
        return sum;
    }

    private static long field(Path file, int which) {
        try {
            return Long.parseLong(Files.readString(file).strip().split(" ")[which]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
