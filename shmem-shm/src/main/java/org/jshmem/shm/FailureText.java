// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import org.jshmem.shm.jobfile.Control;
import org.jshmem.spi.Uncaught;

/// The text that a PE prints when it fails.
final class FailureText {
    private FailureText() {}

    /// The whole text, which the caller prints at once, so that lines of other PEs do not divide it. It has no
    /// frames if another PE of the job has printed equal frames.
    static String of(int pe, Control job, Throwable why) {
        String whole = Uncaught.text(pe, job.npes(), why);
        StringBuilder frames = new StringBuilder();
        StringBuilder words = new StringBuilder();
        for (String line : whole.split("\n"))
            (isFrame(line) ? frames : words).append(line).append('\n');
        int first = frames.isEmpty() ? pe : job.firstWithTrace(frames.toString().hashCode(), pe);
        return first == pe ? whole : words + "\tat the same lines as PE %d, above or below\n".formatted(first);
    }

    private static boolean isFrame(String line) {
        String text = line.strip();
        return text.startsWith("at ") || text.startsWith("... ");
    }
}
