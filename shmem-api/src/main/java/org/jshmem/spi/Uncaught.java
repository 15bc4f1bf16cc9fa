// SPDX-License-Identifier: Apache-2.0
package org.jshmem.spi;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jshmem.ShmemException;

/// The text of an exception that ends a PE, the same wherever PEs run.
///
/// Frames outside of the program's `main` are left out. A message of the library, which begins with `PE 1/4:`, is
/// complete, so the library's own frames are left out too.
public final class Uncaught {
    private static final int MOST = 64; // frames; an endless recursion has a thousand
    private static final int FIRST = 32;
    private static final int LAST = 16;

    private final StringBuilder text = new StringBuilder();
    private final Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
    private final String who;

    private Uncaught(int pe, int npes) {
        who = "PE %d/%d: ".formatted(pe, npes);
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
            return own != null ? own : name;
        } catch (RuntimeException | StackOverflowError e) {
            return name + ", whose text cannot be made: " + e.getClass().getName();
        }
    }

    /// The whole text of an exception that ends a PE.
    public static String text(int pe, int npes, Throwable why) {
        Uncaught uncaught = new Uncaught(pe, npes);
        uncaught.text.append(uncaught.who).append("uncaught ");
        uncaught.add(why, "", new StackTraceElement[0]);
        return uncaught.text.toString();
    }

    /// Adds an exception, without the frames that it shares with the one around it.
    private void add(Throwable why, String indent, StackTraceElement[] around) {
        text.append(words(why)).append('\n');
        if (!told.add(why)) return; // its cause is itself
        StackTraceElement[] frames = frames(why);
        int shared = shared(frames, around);
        int own = frames.length - shared;
        for (int i = 0; i < own; i++) {
            if (own > MOST && i == FIRST) {
                i = own - LAST;
                text.append(indent).append("\t... ").append(i - FIRST).append(" frames left out\n");
            }
            text.append(indent).append("\tat ").append(frames[i]).append('\n');
        }
        if (shared > 0) text.append(indent).append("\t... ").append(shared).append(" more\n");
        for (Throwable other : why.getSuppressed()) {
            text.append(indent).append("\tSuppressed: ");
            add(other, indent + "\t", frames);
        }
        if (why.getCause() == null) return;
        text.append(indent).append("Caused by: ");
        add(why.getCause(), indent, frames);
    }

    private StackTraceElement[] frames(Throwable why) {
        StackTraceElement[] all = why.getStackTrace();
        int end = all.length;
        while (end > 0 && ProgramFrames.isLibrary(all[end - 1].getClassName())) end--;
        if (end == 0) return why instanceof ShmemException ? new StackTraceElement[0] : all;
        StackTraceElement[] inside = Arrays.copyOf(all, end);
        boolean complete = why instanceof ShmemException
                || words(why).startsWith(why.getClass().getName() + ": " + who);
        return complete ? ProgramFrames.of(inside) : inside;
    }

    private static int shared(StackTraceElement[] frames, StackTraceElement[] around) {
        int n = 0;
        while (n < frames.length
                && n < around.length
                && frames[frames.length - 1 - n].equals(around[around.length - 1 - n])) n++;
        return n;
    }
}
