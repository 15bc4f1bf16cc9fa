// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jshmem.transport.Memory;

/// The memory of this JVM to which an answer is written, by any of its threads.
///
/// @param array a segment over a Java array; null for memory with an address
/// @param at offset in the array, or the address
/// @param width bytes of a word, for an answer that is a word
record Destination(MemorySegment array, long at, int width) {

    /// Bytes of any segment, which the caller has to be allowed to write.
    static Destination of(MemorySegment segment, long to, long bytes) {
        Objects.checkFromIndexSize(to, bytes, segment.byteSize());
        if (segment.isReadOnly()) throw new IllegalArgumentException("the destination is a read-only segment");
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new WrongThreadException("the destination is a segment of another thread");
        }
        return segment.isNative() ? new Destination(null, segment.address() + to, 0) : new Destination(segment, to, 0);
    }

    static Destination word(long address, int width) {
        return new Destination(null, address, width);
    }

    /// The part from a byte on.
    Destination from(long bytes) {
        return bytes == 0 ? this : new Destination(array, at + bytes, width);
    }

    void write(long data, long bytes) {
        if (array == null) UntornCopy.copy(data, at, bytes);
        else Memory.copyOut(data, array, at, bytes);
    }

    void write(long word) {
        Memory.set(at, width, word);
    }
}
