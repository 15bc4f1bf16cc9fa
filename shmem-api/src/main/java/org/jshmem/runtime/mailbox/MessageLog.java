// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/// Messages in private memory, in the order in which they were taken.
final class MessageLog {
    private static final int FIRST_WORDS = 64;
    private static final int MOST_WORDS = 8 << 10;

    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private Chunk last;

    /// A piece of the log: whole messages from `read` to `end`, each after its header.
    static final class Chunk {
        final long[] words;
        final MemorySegment segment;
        int read;
        int end;

        private Chunk(long[] words) {
            this.words = words;
            this.segment = MemorySegment.ofArray(words);
        }
    }

    /// Returns the chunk that has room for `n` more words after its end.
    Chunk reserve(int n) {
        if (last == null || last.words.length - last.end < n) {
            int usual = last == null ? FIRST_WORDS : Math.min(MOST_WORDS, 2 * Math.min(last.words.length, MOST_WORDS));
            open(new long[Math.max(n, usual)]);
        }
        return last;
    }

    private void open(long[] words) {
        last = new Chunk(words);
        chunks.add(last);
    }

    /// Appends the words of whole messages.
    void append(long[] words, int from, int n) {
        Chunk chunk = reserve(n);
        System.arraycopy(words, from, chunk.words, chunk.end, n);
        chunk.end += n;
    }

    /// Appends a message, whose array becomes a part of the log.
    void append(long[] message) {
        open(message);
        last.end = message.length;
    }

    /// Returns the chunk whose next message is the next one of the log, or null.
    Chunk next() {
        while (last != null) {
            Chunk chunk = chunks.getFirst();
            if (chunk.read < chunk.end) return chunk;
            if (chunk == last) return null;
            chunks.removeFirst();
        }
        return null;
    }

    /// Makes the memory of a log without further messages usable again.
    void clear() {
        if (last == null) return;
        last.read = 0;
        last.end = 0;
        if (last.words.length <= MOST_WORDS) return;
        last = null;
        chunks.clear();
    }

    /// Counts the messages of each sender that are left.
    void count(long[] senders) {
        for (Chunk chunk : chunks) {
            for (int at = chunk.read; at < chunk.end; at += Header.words(chunk.words[at])) {
                senders[Header.sender(chunk.words[at])]++;
            }
        }
    }
}
