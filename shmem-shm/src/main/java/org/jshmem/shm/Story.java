// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jshmem.ShmemException;
import org.jshmem.start.ProgramFrames;

/// What a PE has to tell when it fails.
public final class Story {
    private Story() {}

    /// The first line of it.
    static String line(Throwable why) {
        return why.toString().lines().findFirst().orElse("");
    }

    /// One text, to be printed at once, so that it stays whole between the lines of other PEs.
    public static String of(int pe, int npes, Throwable why) {
        StringWriter text = new StringWriter();
        text.append("PE %d/%d: uncaught ".formatted(pe, npes));
        PrintWriter lines = new PrintWriter(text);
        if (why instanceof ShmemException) program(why, lines);
        else why.printStackTrace(lines);
        return text.toString();
    }

    /// What the library throws on purpose: the message has all there is to know of its insides.
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
