// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The text for messages that a mailbox had when it was closed.
final class Losses {
    /// The most PEs that a text names.
    private static final int MOST_NAMES = 8;

    private Losses() {}

    /// Returns the text for numbers of messages by sender and by receiver, or null if there are none.
    static String describe(long[] unread, long[] unsent) {
        String one = describe(unread, "not read, %s; read until poll() returns null on all PEs, or end the phase");
        String two = describe(unsent, "not handed over, %s; call flush() first");
        return one == null ? two : two == null ? one : one + "; and " + two;
    }

    private static String describe(long[] counts, String text) {
        List<String> each = IntStream.range(0, counts.length)
                .filter(pe -> counts[pe] > 0)
                .mapToObj(pe -> "%d of PE %d".formatted(counts[pe], pe))
                .toList();
        if (each.isEmpty()) return null;
        boolean all = each.size() <= MOST_NAMES;
        String names = String.join(", ", all ? each : each.subList(0, MOST_NAMES)) + (all ? "" : ", ...");
        long sum = Arrays.stream(counts).sum();
        return "%d %s %s".formatted(sum, sum == 1 ? "message" : "messages", text.formatted(names));
    }
}
