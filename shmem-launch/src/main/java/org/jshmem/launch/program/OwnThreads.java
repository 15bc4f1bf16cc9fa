// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.program;

import java.util.Optional;
import java.util.Set;

/// The search in a program for what a virtual thread does otherwise than the main thread of a process: threads that it
/// starts are daemons and have no group, it has no CPU time, and native code may see it on several threads of the
/// kernel; its name is that of its PE. Each PE of such a program has a thread of the kernel, and of one that looks
/// classes up by name, which may do any of this.
final class OwnThreads {
    private static final Set<String> CALLS = ReachedClasses.words("""
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

    private OwnThreads() {}

    /// The first use found, in words; empty if carriers may run the PEs.
    static Optional<String> of(PeProgram program) {
        return ReachedClasses.firstCall(program, CALLS::contains);
    }
}
