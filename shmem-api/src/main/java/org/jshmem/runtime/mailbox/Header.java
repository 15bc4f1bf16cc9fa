// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

/// The word before each message: `phase << 63 | sender << 42 | length in bytes`. The message follows in whole words.
final class Header {
    private static final int SENDER = 42;

    /// The longest message: its words and this one fit into a Java array.
    static final long MOST_BYTES = 16_000_000_000L;

    private Header() {}

    static long of(int phase, int sender, long length) {
        return (long) phase << 63 | (long) sender << SENDER | length;
    }

    static int phase(long header) {
        return (int) (header >>> 63);
    }

    static int sender(long header) {
        return (int) ((header & Long.MAX_VALUE) >>> SENDER);
    }

    static long length(long header) {
        return header & (1L << SENDER) - 1;
    }

    /// The words of header and message.
    static int words(long header) {
        return 1 + payload(length(header));
    }

    /// The words of a message of `length` bytes.
    static int payload(long length) {
        return (int) (length + 7 >>> 3);
    }
}
