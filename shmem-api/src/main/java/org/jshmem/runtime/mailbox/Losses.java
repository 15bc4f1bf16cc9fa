// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The text for messages that a mailbox had when it was closed.
final class Losses {
    /// The most PEs that a text names.
    private static final int MOST_NAMES = 8;

    private Losses() {}

    /// Returns the text for numbers of messages by sender and by receiver, or an empty one.
    static String describe(long[] unread, long[] unsent) {
        String read = describe(unread, "not read, %s; read until poll() returns null on all PEs, or end the phase");
        String sent = describe(unsent, "not handed over, %s; call flush() first");
        return read + (read.isEmpty() || sent.isEmpty() ? "" : "; and ") + sent;
    }

    private static String describe(long[] counts, String text) {
        int[] pes =
                IntStream.range(0, counts.length).filter(pe -> counts[pe] > 0).toArray();
        if (pes.length == 0) return "";
        String names = Arrays.stream(pes)
                .limit(MOST_NAMES)
                .mapToObj(pe -> "%d of PE %d".formatted(counts[pe], pe))
                .collect(Collectors.joining(", ", "", pes.length > MOST_NAMES ? ", ..." : ""));
        long sum = Arrays.stream(counts).sum();
        return "%d %s %s".formatted(sum, sum == 1 ? "message" : "messages", text.formatted(names));
    }
}
