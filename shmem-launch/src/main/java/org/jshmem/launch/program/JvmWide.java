// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.Optional;
import java.util.Set;

/// The search in a program for uses of objects that a JVM has once: its exit, its streams, its properties, its common
/// pool of threads, its native libraries. PEs in one JVM would share them. PEs of such a program have a process each
/// unless the command line sets the JVMs.
final class JvmWide {
    private static final Set<String> ONCE = ReachedClasses.words("""
            java/lang/System.exit java/lang/System.setOut java/lang/System.setErr java/lang/System.setIn
            java/lang/System.setProperty java/lang/System.setProperties java/lang/System.clearProperty
            java/lang/System.load java/lang/System.loadLibrary java/lang/Runtime.exit java/lang/Runtime.halt
            java/lang/Runtime.load java/lang/Runtime.loadLibrary java/lang/Runtime.addShutdownHook
            java/lang/Thread.setDefaultUncaughtExceptionHandler java/lang/ClassLoader.getSystemClassLoader
            java/lang/ClassLoader.getSystemResource java/lang/ClassLoader.getSystemResources
            java/lang/ClassLoader.getSystemResourceAsStream java/util/concurrent/ForkJoinPool.commonPool
            java/util/concurrent/CompletableFuture.runAsync
            java/util/concurrent/CompletableFuture.supplyAsync java/util/Locale.setDefault
            java/util/TimeZone.setDefault sun/misc/Signal.handle
            """);

    private JvmWide() {}

    /// The first use found, in words; empty if PEs may share a JVM.
    static Optional<String> of(PeProgram program) {
        return ReachedClasses.firstCall(program, called -> ONCE.contains(called) || isParallel(called));
    }

    /// Whether a call makes a parallel stream. In a JVM with several PEs the threads of its pool belong to no PE.
    private static boolean isParallel(String called) {
        return called.endsWith(".parallelStream")
                || called.startsWith("java/util/stream/") && called.endsWith(".parallel");
    }
}
