// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jshmem.ShmemException;

/// The text of an exception that ends a PE, the same wherever PEs run.
///
/// Frames outside of the program's `main` are left out. A message of the library, which begins with `PE 1/4:`, is
/// complete, so the library's own frames are left out too.
public final class ExceptionReport {
    private static final int MOST = 64; // frames; an endless recursion has a thousand
    private static final int FIRST = 32;
    private static final int LAST = 16;

    private static final Pattern LINK_TO_MPI = Pattern.compile("\\bmpi[./][A-Z]");

    private static final String LACKS = "; jshmem's package mpi has no such thing: docs/from-mpj.md says what to use";
    private static final String THREE_MORE = "; give three more arguments in front if this program reads its first one"
            + " as args[3], as with MPJ Express: docs/from-mpj.md has an example";

    private static volatile String argument = ""; // of package mpi: the text of an access up to three after the last

    private ExceptionReport() {}

    /// Notes the number of arguments of a program of package `mpi`.
    public static void ofArguments(int n) {
        argument = ".*Index (%d|%d|%d) out of bounds for length %d".formatted(n, n + 1, n + 2, n);
    }

    /// The first line of an exception.
    public static String line(Throwable why) {
        return words(why).lines().findFirst().orElse("");
    }

    /// The text of an exception, or its class where its own code, which makes the text, throws.
    private static String words(Throwable why) {
        String name = why.getClass().getName();
        try {
            String own = why.toString();
            if (own == null) return name;
            if (why instanceof LinkageError && LINK_TO_MPI.matcher(own).find()) return own + LACKS;
            return why instanceof ArrayIndexOutOfBoundsException && own.matches(argument) ? own + THREE_MORE : own;
        } catch (RuntimeException | StackOverflowError e) {
            return name + ", whose text cannot be made: " + e.getClass().getName();
        }
    }

    /// The whole text of an exception that ends a PE.
    public static String text(int pe, int npes, Throwable why) {
        String who = "PE %d/%d: ".formatted(pe, npes);
        StringWriter text = new StringWriter();
        new Printed(why, who, new IdentityHashMap<>()).printStackTrace(new PrintWriter(text));
        return who + "uncaught " + text;
    }

    /// The copy of an exception that is printed: its frames are those of the program, and its text throws nothing.
    private static final class Printed extends Exception {
        private static final long serialVersionUID = 1;
        private final String words;

        Printed(Throwable why, String who, Map<Throwable, Printed> copies) {
            copies.put(why, this);
            words = words(why);
            setStackTrace(ends(frames(why, who)));
            for (Throwable other : why.getSuppressed()) addSuppressed(copy(other, who, copies));
            Throwable cause = why.getCause();
            if (cause != null && cause != why) initCause(copy(cause, who, copies));
        }

        private static Printed copy(Throwable why, String who, Map<Throwable, Printed> copies) {
            Printed made = copies.get(why);
            return made != null ? made : new Printed(why, who, copies);
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static StackTraceElement[] frames(Throwable why, String who) {
        StackTraceElement[] all = why.getStackTrace();
        int end = all.length;
        while (end > 0 && ProgramFrames.isLibrary(all[end - 1].getClassName())) end--;
        if (end == 0) return why instanceof ShmemException ? new StackTraceElement[0] : all;
        StackTraceElement[] inside = Arrays.copyOf(all, end);
        boolean complete = why instanceof ShmemException
                || words(why).startsWith(why.getClass().getName() + ": " + who);
        return complete ? ProgramFrames.of(inside) : inside;
    }

    /// The frames, or the first and the last ones of very many.
    private static StackTraceElement[] ends(StackTraceElement[] frames) {
        int left = frames.length - FIRST - LAST;
        if (frames.length <= MOST) return frames;
        StackTraceElement[] ends = Arrays.copyOf(frames, FIRST + 1 + LAST);
        ends[FIRST] =
                new StackTraceElement(".", ".", left + " frames left out", -1); // printed as ...(N frames left out)
        System.arraycopy(frames, FIRST + left, ends, FIRST + 1, LAST);
        return ends;
    }
}
