// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.Optional;
import java.util.Set;

/// The searches in a program for calls by which its PEs would notice that they share a JVM, or a thread of the kernel.
public final class JvmWide {
    private static final Set<String> ONCE = ReachedClasses.names("once");
    private static final Set<String> OWN_THREADS = ReachedClasses.names("own-threads");

    private JvmWide() {}

    /// The first use of an object that a JVM has once, in words. If it is empty, PEs may share a JVM by default.
    public static Optional<String> of(PeProgram program) {
        return ReachedClasses.firstCall(program, called -> ONCE.contains(called) || isParallel(called));
    }

    /// The first use of threads that only a PE with a thread of the kernel may make, in words. If it is empty,
    /// carriers may run the PEs.
    public static Optional<String> ownThreads(PeProgram program) {
        return ReachedClasses.firstCall(program, OWN_THREADS::contains);
    }

    /// Whether a call makes a parallel stream. In a JVM with several PEs the threads of its pool belong to no PE.
    private static boolean isParallel(String called) {
        return called.endsWith(".parallelStream")
                || called.startsWith("java/util/stream/") && called.endsWith(".parallel");
    }
}
