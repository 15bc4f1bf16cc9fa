// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.util.ArrayDeque;
import org.jshmem.transport.Memory;

/// The blocks of one phase in private memory, in the order in which they were copied. Each has a word with its sender
/// and its number of words in front.
final class Kept {
    private static final long LOW = 0xffff_ffffL;

    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();

    /// Returns memory for a block of `words` words, after all others. Nothing is changed if there is none.
    Chunk memory(long words, Doorbell bell) {
        Chunk last = chunks.peekLast();
        long bytes = Long.BYTES * (1 + words);
        if (last == null || !last.has(bytes)) chunks.add(last = bell.chunk(bytes));
        return last;
    }

    void add(Chunk chunk) {
        chunks.add(chunk);
    }

    /// Whether there is a block that has not been shown. The first memory may be that of the block that is shown.
    boolean hasNext() {
        Chunk last = chunks.peekLast();
        return last != null && last.read < last.filled;
    }

    /// Removes memory whose blocks have all been read, and returns it, or null.
    Chunk removeRead() {
        Chunk first = chunks.peekFirst();
        return first == null || first.read < first.filled ? null : chunks.removeFirst();
    }

    /// Shows the next block, after [#removeRead]. Returns whether there is one.
    boolean open(MessageView view) {
        if (!hasNext()) return false;
        Chunk chunk = chunks.getFirst();
        long address = chunk.address + chunk.read;
        long word = Memory.getLong(address);
        chunk.read += Long.BYTES * (1 + (word & LOW));
        view.open((int) (word >>> 32), null, chunk, address, word & LOW);
        return true;
    }
}
