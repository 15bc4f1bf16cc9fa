// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.Optional;
import java.util.Set;

/// The searches in a program for calls by which its PEs would notice that they share a JVM, or a thread of the kernel.
public final class JvmWide {
    /// Uses of objects that a JVM has once: its exit, its streams, its properties, its common pool of threads, its
    /// native libraries.
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

    /// Uses of what a virtual thread does otherwise than the main thread of a process. Threads that it starts are
    /// daemons and have no group. It has no CPU time, its name is that of its PE, and native code may see it on
    /// several threads of the kernel. A lookup of classes by name may lead to any of them.
    private static final Set<String> OWN_THREADS = ReachedClasses.words("""
            java/lang/Thread.<init> java/lang/Thread.ofPlatform java/lang/Thread.getThreadGroup
            java/lang/Thread.isDaemon java/lang/Thread.isVirtual java/lang/Thread.setPriority
            java/lang/Thread.getAllStackTraces java/util/Timer.<init> java/util/concurrent/ForkJoinPool.<init>
            java/util/concurrent/ThreadPoolExecutor.<init> java/util/concurrent/ScheduledThreadPoolExecutor.<init>
            java/util/concurrent/Executors.newCachedThreadPool java/util/concurrent/Executors.newFixedThreadPool
            java/util/concurrent/Executors.newScheduledThreadPool
            java/util/concurrent/Executors.newSingleThreadExecutor
            java/util/concurrent/Executors.newSingleThreadScheduledExecutor
            java/util/concurrent/Executors.newThreadPerTaskExecutor java/util/concurrent/Executors.newWorkStealingPool
            java/util/concurrent/Executors.defaultThreadFactory
            java/lang/management/ManagementFactory.getThreadMXBean
            java/lang/management/ManagementFactory.getPlatformMXBean java/lang/foreign/Linker.nativeLinker
            java/lang/System.load java/lang/System.loadLibrary java/lang/Runtime.load java/lang/Runtime.loadLibrary
            java/lang/Thread.setName java/lang/Class.forName java/lang/ClassLoader.loadClass
            java/util/ServiceLoader.load java/lang/invoke/MethodHandles$Lookup.findClass
            """);

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
