// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Memory;

/// Private memory for blocks that a wait has copied, one after the other. It is not on the Java heap: the collector
/// would copy it, which takes longer than reading the messages.
final class Chunk {
    /// Bytes of a chunk, unless one block needs more.
    static final int BYTES = 64 << 10;

    final MemorySegment memory;
    final long address;
    long filled;
    long read;

    Chunk(MemorySegment memory) {
        this.memory = memory;
        this.address = memory.address();
    }

    boolean has(long bytes) {
        return memory.byteSize() - filled >= bytes;
    }

    /// Adds the block of `words` words that lies after the next word, which names its sender.
    void add(int sender, long words) {
        Memory.setLong(address + filled, (long) sender << 32 | words);
        filled += Long.BYTES * (1 + words);
    }
}
