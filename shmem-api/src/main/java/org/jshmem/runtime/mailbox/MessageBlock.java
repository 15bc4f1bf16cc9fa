// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;

/// A block that this PE takes out of a ring, into private memory.
///
/// A block is a header and messages. A message is its length in bytes, and its bytes in whole words. A message that is
/// longer than a ring is a block of its own, which arrives in pieces.
final class MessageBlock {
    /// The longest message: a block with it fits into a Java array.
    static final long MOST_BYTES = 16_000_000_000L;

    final long[] words;
    final MemorySegment segment;
    int sender;
    int phase;
    int end; // of the messages
    int filled; // the words that have arrived
    int read; // the next message

    MessageBlock(int words) {
        this.words = new long[words];
        this.segment = MemorySegment.ofArray(this.words);
    }

    /// Begins a block with this header.
    MessageBlock begin(int from, long header) {
        sender = from;
        phase = (int) header & 1;
        end = words(header);
        filled = 0;
        read = 0;
        return this;
    }

    /// The header of a block with `words` words of messages, which are all of one phase. One bit of the phase is
    /// enough, because no PE is two phases ahead of another one.
    static long header(int words, long phase) {
        return (long) words << 1 | phase & 1;
    }

    /// The words of a block's messages.
    static int words(long header) {
        return (int) (header >>> 1);
    }

    /// The words of a message of `length` bytes: its length, and its bytes.
    static int messageWords(long length) {
        return 1 + (int) (length + 7 >>> 3);
    }

    /// Counts the messages in these words.
    static int count(long[] words, int from, int end) {
        int count = 0;
        for (int at = from; at < end; at += messageWords(words[at])) count++;
        return count;
    }
}
