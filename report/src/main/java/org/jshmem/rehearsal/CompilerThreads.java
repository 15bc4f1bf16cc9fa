// SPDX-License-Identifier: Apache-2.0
package org.jshmem.rehearsal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The compiler threads of this JVM, and the time that they use.
/*
 * The times are read from /proc. The compilation bean counts a compilation when it has ended, and that of a large loop
 * takes a second if PEs outnumber the cores. Loading the management beans also costs a PE 50 ms.
 */
final class CompilerThreads {
    private static final Path TASKS = Path.of("/proc/self/task");

    /// As in "C2 CompilerThread0", cut by the kernel.
    private static final String NAME = "CompilerThre";

    private static final int TICK_MILLIS = 10;

    /// Positions among the fields of `stat` after the name.
    private static final int USER_TICKS = 11;

    private static final int SYSTEM_TICKS = 12;

    private long ticks;

    /// Returns the milliseconds of a core that they have used since the last call, in steps of ten; 0 if the
    /// system does not report them.
    long millis() {
        long before = ticks;
        ticks = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                String[] fields = compiler(task);
                if (fields == null) continue;
                ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
            }
        } catch (IOException e) {
            return 0;
        }
        return Math.max(0, ticks - before) * TICK_MILLIS; // the time of a thread that has ended is no longer in the sum
    }

    /// The fields of a compiler thread, else null.
    private static String[] compiler(Path task) {
        try {
            String line = Files.readString(task.resolve("stat"));
            int name = line.lastIndexOf(')');
            return line.substring(0, name).endsWith(NAME)
                    ? line.substring(name + 2).split(" ")
                    : null;
        } catch (IOException e) {
            return null; // the thread has ended
        }
    }
}
