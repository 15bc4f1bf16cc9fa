// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Collectors;
import org.jshmem.ShmemException;
import org.jshmem.start.ProgramFrames;

/// The text that a PE prints when it fails.
final class FailureText {
    private FailureText() {}

    /// The first line of the exception, for the launcher.
    static String line(Throwable why) {
        return why.toString().lines().findFirst().orElse("");
    }

    /// The whole text, which the caller prints at once, so that lines of other PEs do not divide it. It has no
    /// frames if another PE of the job has printed equal frames.
    static String of(int pe, Control job, Throwable why) {
        StringWriter text = new StringWriter();
        text.append("PE %d/%d: uncaught ".formatted(pe, job.npes()));
        PrintWriter lines = new PrintWriter(text);
        if (why instanceof ShmemException) program(why, lines);
        else why.printStackTrace(lines);
        String whole = text.toString();
        String frames = whole.lines().filter(FailureText::isFrame).collect(Collectors.joining());
        int first = frames.isEmpty() ? pe : job.firstWithTrace(frames.hashCode(), pe);
        if (first == pe) return whole;
        String words = whole.lines().filter(line -> !isFrame(line)).collect(Collectors.joining("\n"));
        return words + "\n\tat the same lines as PE %d\n".formatted(first);
    }

    private static boolean isFrame(String line) {
        String text = line.strip();
        return text.startsWith("at ") || text.startsWith("... ");
    }

    /// Prints an exception that the library throws on purpose. Its message is complete, so the library's own
    /// frames are left out.
    private static void program(Throwable why, PrintWriter lines) {
        lines.println(why);
        for (StackTraceElement frame : why.getStackTrace()) {
            if (!ProgramFrames.isLibrary(frame.getClassName())) lines.println("\tat " + frame);
        }
        for (Throwable other : why.getSuppressed()) {
            lines.print("\tSuppressed: ");
            program(other, lines);
        }
    }
}
