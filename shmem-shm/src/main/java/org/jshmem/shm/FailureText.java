// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.stream.Collectors;
import org.jshmem.start.Uncaught;

/// The text that a PE prints when it fails.
final class FailureText {
    private FailureText() {}

    /// The whole text, which the caller prints at once, so that lines of other PEs do not divide it. It has no
    /// frames if another PE of the job has printed equal frames.
    static String of(int pe, Control job, Throwable why) {
        String whole = Uncaught.text(pe, job.npes(), why);
        String frames = whole.lines().filter(FailureText::isFrame).collect(Collectors.joining());
        int first = frames.isEmpty() ? pe : job.firstWithTrace(frames.hashCode(), pe);
        if (first == pe) return whole;
        String words = whole.lines().filter(line -> !isFrame(line)).collect(Collectors.joining("\n"));
        return words + "\n\tat the same lines as PE %d, above or below\n".formatted(first);
    }

    private static boolean isFrame(String line) {
        String text = line.strip();
        return text.startsWith("at ") || text.startsWith("... ");
    }
}
