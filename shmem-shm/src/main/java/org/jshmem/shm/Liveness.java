// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

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
        return startTime(Long.toString(pid)) != started;
    }

    /// Returns the start time of a process in ticks since boot, or 0 if no such process runs.
    static long startTime(String process) {
        byte[] stat = new byte[1024];
        int length;
        try (var file = new FileInputStream("/proc/" + process + "/stat")) {
            length = file.read(stat);
        } catch (IOException e) {
            return NONE;
        }
        String line = new String(stat, 0, Math.max(0, length), StandardCharsets.US_ASCII);
        String[] words = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
        boolean runs = words.length > START_TIME && !"ZXx".contains(words[0]);
        return runs ? Long.parseLong(words[START_TIME]) : NONE;
    }
}
