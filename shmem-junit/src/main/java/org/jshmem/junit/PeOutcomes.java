// SPDX-License-Identifier: Apache-2.0
package org.jshmem.junit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.PeerFailedException;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.program.PeNote;
import org.jshmem.program.ProgramFrames;
import org.jshmem.spi.JobOutcome;
import org.opentest4j.TestAbortedException;

/// The outcomes of the PEs of a test, and the failure or report that results from them.
final class PeOutcomes {
    private static final StackTraceElement[] NOWHERE = {};

    private final int npes;
    private final Thread[] threads;
    private final Throwable[] thrown;
    private final boolean[] over;
    private final StackTraceElement[][] stacks;
    private StackTraceElement[] exit; // of the call of globalExit, or null
    private final List<Integer> failures = new ArrayList<>(); // in the order in which they happened

    PeOutcomes(int npes) {
        this.npes = npes;
        threads = new Thread[npes];
        thrown = new Throwable[npes];
        over = new boolean[npes];
        stacks = new StackTraceElement[npes][];
        Arrays.fill(stacks, NOWHERE);
    }

    /// Records that the calling thread runs a PE.
    synchronized void begins(int pe) {
        threads[pe] = Thread.currentThread();
    }

    /// Records that a PE has ended, with its exception or null. Returns whether it is the first PE that failed.
    synchronized boolean ends(int pe, Throwable why) {
        over[pe] = true;
        thrown[pe] = why;
        if (why != null) failures.add(pe);
        return failures.size() == 1 && why != null;
    }

    /// Records the stacks of all PEs that have not ended.
    synchronized void look() {
        for (int pe = 0; pe < npes; pe++) {
            if (threads[pe] != null && !over[pe]) stacks[pe] = programs(threads[pe].getStackTrace());
        }
    }

    /// Throws the failure of the job, if it failed. Among several failures this is the first one that does not result
    /// from another PE's failure.
    synchronized void judge(JobOutcome ended) throws Throwable {
        int first = failures.stream()
                .filter(pe -> !(thrown[pe] instanceof PeerFailedException))
                .min((a, b) -> Boolean.compare(aborts(a), aborts(b))) // failures before assumptions, the earliest first
                .orElse(-1);
        if (first >= 0) {
            Throwable why = thrown[first];
            why.addSuppressed(new PeNote(named(first)));
            throw with(ended.found(), why);
        }
        if (ended.why() != null) throw with(ended.found(), ended.why());
        if (ended.status() != 0) throw with(ended.found(), globalExit(ended));
        if (ended.found() != null) throw ended.found();
    }

    /// Adds the machine's own finding to a failure, as it may be the reason.
    private static Throwable with(Throwable found, Throwable why) {
        if (found != null && found != why) why.addSuppressed(found);
        return why;
    }

    private AssertionError globalExit(JobOutcome ended) {
        var failure = new AssertionError(
                "PE %d/%d ended the job by globalExit(%d)".formatted(ended.pe(), npes, ended.status()));
        if (exit != null) failure.setStackTrace(exit);
        return failure;
    }

    /// Records that a PE has ended the job; `at` is the stack of its call.
    synchronized void exits(StackTraceElement[] at) {
        exit = programs(at);
    }

    private boolean aborts(int pe) {
        return thrown[pe] instanceof TestAbortedException;
    }

    /// The name of the failed PE, and a line for each other PE that failed independently.
    private String named(int first) {
        var text = new StringBuilder("thrown by PE %d/%d".formatted(first, npes));
        for (int pe : failures) {
            if (pe == first || thrown[pe] instanceof PeerFailedException) continue;
            StackTraceElement[] at = programs(thrown[pe].getStackTrace());
            text.append("%n\tPE %d/%d too: %s".formatted(pe, npes, line(thrown[pe])));
            if (at.length > 0) text.append(" at ").append(at[at.length - 1]);
        }
        return text.toString();
    }

    /// The report of a hang: for each PE its wait, in the library's words, and its position.
    synchronized String hang(long millis, boolean interrupted, boolean allOver) {
        var text = new StringBuilder(
                interrupted
                        ? "interrupted after %d ms".formatted(millis)
                        : "not over after %d ms; raise @ShmemTest(timeout) if it needs longer".formatted(millis));
        for (int pe = 0; pe < npes; pe++) {
            text.append("%nPE %d/%d %s".formatted(pe, npes, state(pe)));
            for (StackTraceElement frame : stacks[pe]) text.append("%n\tat %s".formatted(frame));
        }
        String stays =
                "%nA PE that does not call the library cannot be ended: it stays, with its memory, until this JVM ends";
        return allOver ? text.toString() : text + stays.formatted();
    }

    private String state(int pe) {
        if (threads[pe] == null) return "had not begun";
        if (stacks[pe].length == 0) return thrown[pe] == null ? "had ended" : "had ended by " + line(thrown[pe]);
        boolean called = ProgramFrames.isLibrary(stacks[pe][0].getClassName());
        if (called && thrown[pe] instanceof ShmemInterruptedException e) return "waited " + e.awaited();
        return "was in code of its own, or waited for a turn";
    }

    /// The stack of the first PE that had not ended. An IDE links the failure to it.
    synchronized StackTraceElement[] whereItHangs() {
        for (StackTraceElement[] stack : stacks) if (stack.length > 0) return stack;
        return NOWHERE;
    }

    private static String line(Throwable why) {
        return why.toString().lines().findFirst().orElse("");
    }

    /// Cuts a stack to the frames of the program, with the called routine of the library above them.
    static StackTraceElement[] programs(StackTraceElement[] stack) {
        int end = 0;
        while (end < stack.length && !isCaller(stack[end])) end++;
        while (end > 0 && isReflection(stack[end - 1])) end--;
        int from = 0;
        while (from + 1 < end && ProgramFrames.isLibrary(stack[from + 1].getClassName())) from++;
        return Arrays.copyOfRange(stack, from, end);
    }

    /// Whether a frame belongs to the caller of the program, or to the code that begins and ends a session.
    private static boolean isCaller(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.equals(PeTest.class.getName()) || name.equals(TestJob.class.getName());
    }

    private static boolean isReflection(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.reflect.");
    }
}
