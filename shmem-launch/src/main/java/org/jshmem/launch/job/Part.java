// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import org.jshmem.launch.system.RunningProcess;

/// A process of the job, and the PEs that live in it: `count` PEs from PE `first` on.
///
/// @param place the process and its host, for messages
public record Part(RunningProcess process, int first, int count, String place) {
    /// A process on this host.
    Part(RunningProcess process, int first, int count) {
        this(process, first, count, "pid " + process.pid());
    }

    /// Whether it has this PE.
    boolean has(int pe) {
        return pe >= first && pe < first + count;
    }

    boolean hasEnded() {
        return process.end().isDone();
    }

    /// Its name in messages.
    String who(int npes) {
        return count == 1
                ? "PE %d/%d (%s)".formatted(first, npes, place)
                : "the JVM of PEs %d to %d of %d (%s)".formatted(first, first + count - 1, npes, place);
    }
}
