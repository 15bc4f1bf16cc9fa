// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.function.IntPredicate;
import org.jshmem.launch.os.ChildProcess;

/// A process of the job, and the PEs that live in it: `count` PEs from PE `first` on.
///
/// @param place its number and its host, for messages
public record PeProcess(ChildProcess child, int first, int count, String place) {
    /// Whether it has this PE.
    boolean has(int pe) {
        return pe >= first && pe < first + count;
    }

    /// The first PE of it for which `is` holds, or -1. It is no stream: a PE may fail where others leave this process
    /// little of a core, and the first stream of a JVM takes a millisecond.
    int first(IntPredicate is) {
        for (int pe = first; pe < first + count; pe++) if (is.test(pe)) return pe;
        return -1;
    }

    /// Whether `is` holds for a PE of it.
    boolean any(IntPredicate is) {
        return first(is) >= 0;
    }

    boolean hasEnded() {
        return child.end.isDone();
    }

    /// Its name in messages.
    String who(int npes) {
        if (count == 1) return who(first, npes);
        return "the JVM of PEs " + first + " to " + (first + count - 1) + " of " + npes + " (" + place + ")";
    }

    /// The name of a PE of it.
    String who(int pe, int npes) {
        return "PE " + pe + "/" + npes + " (" + place + ")";
    }
}
