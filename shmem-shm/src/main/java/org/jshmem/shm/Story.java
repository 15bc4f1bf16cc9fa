// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.io.PrintWriter;
import java.io.StringWriter;

/// What a PE has to tell when it fails.
final class Story {
    private Story() {}

    /// One text, to be printed at once, so that it stays whole between the lines of other PEs.
    static String of(int pe, int npes, Throwable why) {
        StringWriter text = new StringWriter();
        text.append("PE %d/%d: uncaught ".formatted(pe, npes));
        why.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
