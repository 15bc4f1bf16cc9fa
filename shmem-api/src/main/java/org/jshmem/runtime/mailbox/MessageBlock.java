// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;

/// A block that this PE takes out of a ring, into private memory.
///
/// A block is a header and runs. A run is a word with the length of a message in bytes, and in its upper bits how many
/// of the same length follow the first one; then the messages, each in whole words. An empty message is a run of its
/// own, so no run is without end. A message that does not fit into the longest block of several is a block of its own,
/// which arrives in pieces. If its header has a label, its bytes go to the reader's memory
/// ([RawMailbox.Destinations]).
final class MessageBlock {
    /// The longest message: a block with it fits into a Java array.
    static final long MOST_BYTES = 16_000_000_000L;

    private static final int LENGTH_BITS = 34;

    final long[] words;
    final MemorySegment segment;
    int sender;
    int phase;
    int label; // the reader's name for the memory to which the one message goes, or 0
    int end; // of the messages
    int filled; // the words that have arrived
    int read; // the next message, or run
    int left; // messages of the run that are not read
    long length; // of each message of the run

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
        left = 0;
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

    /// The words of a message of `length` bytes that is a run of its own.
    static int messageWords(long length) {
        return 1 + dataWords(length);
    }

    /// The words of the bytes of a message.
    static int dataWords(long length) {
        return (int) (length + 7 >>> 3);
    }

    /// The first word of a run of messages of `length` bytes that has `words` words after it.
    static long run(long length, int words) {
        int more = length == 0 ? 0 : words / dataWords(length) - 1;
        return (long) more << LENGTH_BITS | length;
    }

    /// Goes on to the next message. Returns the place of its bytes.
    int advance() {
        if (left == 0) {
            long run = words[read++];
            length = run & (1L << LENGTH_BITS) - 1;
            left = (int) (run >>> LENGTH_BITS) + 1;
        }
        left--;
        int at = read;
        read += dataWords(length);
        return at;
    }

    /// Counts the messages that are not read.
    int unread() {
        return left + count(words, read + left * dataWords(length), filled);
    }

    /// Counts the messages of these runs.
    static int count(long[] words, int from, int end) {
        int count = 0;
        for (int at = from; at < end; ) {
            int messages = (int) (words[at] >>> LENGTH_BITS) + 1;
            at += 1 + messages * dataWords(words[at] & (1L << LENGTH_BITS) - 1);
            count += messages;
        }
        return count;
    }
}
