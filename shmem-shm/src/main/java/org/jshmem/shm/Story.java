// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.PrintWriter;
import java.io.StringWriter;

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
        why.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
