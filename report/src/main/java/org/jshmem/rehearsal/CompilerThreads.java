// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// The compiler threads of this JVM, and the time that they use.
/*
 * The times are those of the kernel, in nanoseconds. The compilation bean counts a compilation when it has ended, and
 * that of a large loop takes a second if PEs outnumber the cores. Loading the management beans also costs a PE 50 ms.
 */
public final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");

    /// As in "C2 CompilerThread0", cut by the kernel.
    private static final String NAME = "CompilerThre";

    /// Readings after which all threads are searched again: a JVM names a thread after its start.
    private static final int LOOK = 8;

    private final Map<Path, Boolean> known = new HashMap<>();
    private int readings;

    /// The nanoseconds of a core that the compiler threads of this time have used; 0 if the system does not report
    /// them.
    public long nanos() {
        if (readings++ % LOOK == 0) known.clear();
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (known.computeIfAbsent(task, CompilerThreads::compiles)) sum += scheduled(task);
            }
        } catch (IOException e) {
            return 0; // another system
        }
        return sum;
    }

    private static boolean compiles(Path task) {
        try {
            return Files.readString(task.resolve("comm")).contains(NAME);
        } catch (IOException e) {
            return false; // the thread has ended
        }
    }

    /// The nanoseconds that a thread has had a core; 0 if it has ended.
    private static long scheduled(Path task) {
        try {
            return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
