// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.lang.Thread.UncaughtExceptionHandler;
import org.jshmem.program.ExceptionReport;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.transport.Transport;

/// The early end of a PE: its text, and that of its process.
public final class ProcessEnd {
    private static final String MAIN = "main"; // name of the thread, and of its group

    private ProcessEnd() {}

    /// The text that a PE prints when it fails. The caller prints it at once, so that lines of other PEs do not divide
    /// it. It has no frames if another PE of the job has printed equal frames.
    public static String text(int pe, Control job, Throwable why) {
        String whole = ExceptionReport.text(pe, job.npes(), why);
        StringBuilder frames = new StringBuilder();
        StringBuilder words = new StringBuilder();
        for (String line : whole.split("\n"))
            (isFrame(line.strip()) ? frames : words).append(line).append('\n');
        int first = frames.isEmpty() ? pe : job.firstWithTrace(frames.toString().hashCode(), pe);
        return first == pe ? whole : words + "\tat the same lines as PE %d, above or below\n".formatted(first);
    }

    private static boolean isFrame(String line) {
        return line.startsWith("at ") || line.startsWith("... ");
    }

    /// Makes an exception that the calling thread throws out of `main` the end of the job. The JVM would print
    /// it and wait for the other threads of the program. A PE that shares its JVM ends the job at once, with its
    /// number and its reason, and so does this one. Another thread of the program, or one with a handler of its
    /// own, keeps what the program has chosen.
    public static void ofMain(Transport transport) {
        Thread thread = Thread.currentThread();
        ThreadGroup group = thread.getThreadGroup();
        boolean isMain = group != null
                && thread.getName().equals(MAIN)
                && group.getName().equals(MAIN);
        if (!isMain || thread.getUncaughtExceptionHandler() != group) return;
        thread.setUncaughtExceptionHandler((main, why) -> {
            UncaughtExceptionHandler program = Thread.getDefaultUncaughtExceptionHandler();
            try {
                if (program != null) program.uncaughtException(main, why);
            } catch (Throwable failure) { // of the handler: the job ends all the same
                if (failure != why) why.addSuppressed(failure);
            }
            throw transport.abort(1, why);
        });
    }

    /// Ends this process. `System.exit` would wait for itself for ever if the process is about to end already,
    /// perhaps in a shutdown hook that finalizes; then it halts.
    public static Error exit(int status) {
        System.out.flush();
        System.err.flush();
        if (isEnding()) Runtime.getRuntime().halt(status);
        System.exit(status);
        throw new AssertionError("exit returned");
    }

    private static boolean isEnding() {
        Thread hook = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return !Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
