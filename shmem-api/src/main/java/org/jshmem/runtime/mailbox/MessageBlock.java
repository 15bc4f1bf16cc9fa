// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/// A block that this PE takes out of a ring, into private memory.
///
/// A block is a header and messages. A message is its length in bytes, and its bytes in whole words. A message that is
/// longer than a ring is a block of its own, which arrives in pieces. If its header has a label, its bytes go to the
/// reader's memory ([PeMailbox.Destinations]).
final class MessageBlock {
    /// The longest message: a block with it fits into a Java array.
    static final long MOST_BYTES = 16_000_000_000L;

    final long[] words;
    final MemorySegment segment;
    int sender;
    int phase;
    int label; // the reader's name for the memory to which the one message goes, or 0
    int end; // of the messages
    int filled; // the words that have arrived
    int read; // the next message

    /// The block that was taken after this one.
    private final AtomicReference<MessageBlock> next = new AtomicReference<>();

    MessageBlock(long... words) {
        this(words, MemorySegment.ofArray(words));
    }

    /// A block whose one message goes to the reader's memory, without its length.
    MessageBlock(MemorySegment destination) {
        this(null, destination);
    }

    private MessageBlock(long[] words, MemorySegment segment) {
        this.words = words;
        this.segment = segment;
    }

    /// Begins a block with this header.
    MessageBlock begin(int from, long header) {
        sender = from;
        phase = (int) header & 1;
        label = label(header);
        end = words(header);
        filled = 0;
        read = 0;
        return this;
    }

    /// Lets `block` follow this one in the list of the reader.
    void follow(MessageBlock block) {
        next.setRelease(block); // with all its words: pairs with next()
    }

    MessageBlock next() {
        return next.getAcquire();
    }

    /// Ends the list at this block, which the reader has left: a spare block would keep all later ones.
    void unlink() {
        next.setPlain(null);
    }

    /// What the reader gets once all words have arrived: this block, or for one with a label a message of two words.
    MessageBlock whole() {
        if (label == 0) return this;
        MessageBlock notice = new MessageBlock(2 * Long.BYTES, label, segment.byteSize());
        notice.begin(sender, header(notice.words.length, phase, 0));
        notice.filled = notice.end;
        return notice;
    }

    /// The header of a block with `words` words of messages, which are all of one phase. One bit of the phase is
    /// enough, because no PE is two phases ahead of another one.
    static long header(int words, long phase, int label) {
        return (long) label << 32 | (long) words << 1 | phase & 1;
    }

    /// The words of a block's messages.
    static int words(long header) {
        return (int) (header >>> 1) & Integer.MAX_VALUE;
    }

    static int label(long header) {
        return (int) (header >>> 32);
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
