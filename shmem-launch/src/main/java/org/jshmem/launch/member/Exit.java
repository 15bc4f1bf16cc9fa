// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.member;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jshmem.shm.MemberJob;

/// A shutdown hook that gives `System.exit` of one PE the meaning it has where PEs are processes.
///
/// A PE that has finalized only ends itself: the hook waits for the others of this JVM, whose threads run on
/// meanwhile. One that has not ends the job, and the launcher is told who it was. The caller is the thread that
/// stands in `Runtime.exit`.
final class Exit implements Runnable {
    private static final long LOOK_MILLIS = 20;

    private final MemberJob job;
    private final PeStreams streams;
    private final List<Thread> pes;
    private volatile boolean ours;

    Exit(MemberJob job, PeStreams streams, List<Thread> pes) {
        this.job = job;
        this.streams = streams;
        this.pes = pes;
    }

    /// The exit that comes is the launcher's wish.
    void isOurs() {
        ours = true;
    }

    @Override
    public void run() {
        if (!ours) exiting().ifPresent(this::asked);
        streams.flush();
    }

    private void asked(int pe) {
        job.exited(pe);
        if (!job.isFinalized(pe)) return;
        try {
            while (!job.isEnding() && pes.stream().anyMatch(Exit::isAtWork)) Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isAtWork(Thread pe) {
        return pe.isAlive() && !isExiting(pe.getStackTrace());
    }

    private static boolean isExiting(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(f -> f.getClassName().equals("java.lang.Runtime")
                        && f.getMethodName().equals("exit"));
    }

    /// The PE whose thread called, where it was one.
    private static Optional<Integer> exiting() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(e -> isExiting(e.getValue()))
                .map(Map.Entry::getKey)
                .map(Thread::getThreadGroup)
                .filter(group -> group != null && group.getName().startsWith("PE "))
                .map(group -> Integer.parseInt(group.getName().substring(3)))
                .findFirst();
    }
}
