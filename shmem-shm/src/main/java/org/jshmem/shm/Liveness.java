// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The test whether a process lives, by the kernel's own record of it in `/proc`.
/*
 * Locks on the job file would show it too. But a process loses a POSIX lock when it closes any descriptor of the file.
 * An open-file-description lock takes native code, whose first call costs a starting JVM 20 ms. The kernel reuses
 * process numbers; it does not reuse a process number together with a start time.
 */
final class Liveness {
    private static final long NONE = 0;
    private static final int START_TIME = 19; // of the words after the name, from 0: field 22 in proc(5)

    private Liveness() {}

    /// The start time of this process, in the kernel's ticks since boot.
    static long own() {
        return startTime("self");
    }

    /// Whether the process with this number and this start time is gone, or dead and not yet waited for.
    static boolean isGone(long pid, long started) {
        String process = Long.toString(pid);
        String record = record(process);
        // a process that has no descriptor left can read no record
        return record == null ? !folder(process).exists() : startTimeIn(record) != started;
    }

    /// Returns the start time of a process in ticks since boot, or 0 if no such process runs.
    static long startTime(String process) {
        String record = record(process);
        return record == null ? NONE : startTimeIn(record);
    }

    private static File folder(String process) {
        return new File("/proc", process);
    }

    /// The kernel's record of a process; null if it cannot be read.
    private static String record(String process) {
        byte[] stat = new byte[1024];
        try (var file = new FileInputStream(new File(folder(process), "stat"))) {
            return new String(stat, 0, Math.max(0, file.read(stat)), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return null;
        }
    }

    private static long startTimeIn(String record) {
        String[] words = record.substring(record.lastIndexOf(')') + 1).strip().split(" ");
        boolean runs = words.length > START_TIME && !"ZXx".contains(words[0]);
        return runs ? Long.parseLong(words[START_TIME]) : NONE;
    }
}
