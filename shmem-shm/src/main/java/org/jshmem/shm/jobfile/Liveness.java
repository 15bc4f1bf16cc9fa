// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.io.File;
import org.jshmem.runtime.settings.KernelFile;

/// The test whether a process lives, by the kernel's own record of it in `/proc`.
/*
 * Locks on the job file would show it too. But a process loses a POSIX lock when it closes any descriptor of the file.
 * An open-file-description lock takes native code, whose first call costs a starting JVM 20 ms. The kernel reuses
 * process numbers; it does not reuse a process number together with a start time.
 */
public final class Liveness {
    private static final int START_TIME = 19; // of the words after the name, from 0: field 22 in proc(5)

    private Liveness() {}

    /// The start time of this process, in the kernel's ticks since boot.
    public static long own() {
        return startTime(KernelFile.state("self"));
    }

    /// Whether the process with this number and this start time is gone, or dead and not yet waited for.
    public static boolean isGone(long pid, long started) {
        String state = KernelFile.state(Long.toString(pid));
        // a process that has no descriptor left can read no record
        return state.isEmpty() ? !new File("/proc", Long.toString(pid)).exists() : startTime(state) != started;
    }

    /// Returns the start time of a process in ticks since boot, or 0 if it does not run.
    public static long startTime(String state) {
        String[] words = state.split(" ");
        boolean runs = words.length > START_TIME && !"ZXx".contains(words[0]);
        return runs ? Long.parseLong(words[START_TIME]) : 0;
    }
}
