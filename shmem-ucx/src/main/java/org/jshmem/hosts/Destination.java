// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Memory;

/// The memory of this JVM to which an answer is written, by any of its threads.
///
/// @param segment the memory, which stays reachable until then
/// @param at offset in a Java array, or the address
/// @param bytes bytes of the answer
/// @param isWord whether the answer is a word, which has as many bytes
record Destination(MemorySegment segment, long at, long bytes, boolean isWord) {

    /// Bytes of any segment, which the caller has to be allowed to write.
    static Destination of(MemorySegment segment, long to, long bytes) {
        // throws if it is too short, read-only, closed, or another thread's
        segment.asSlice(to, bytes).asSlice(0, 0).fill((byte) 0);
        return new Destination(segment, segment.isNative() ? segment.address() + to : to, bytes, false);
    }

    /// The same memory for a word, which comes in the header of the answer.
    Destination asWord() {
        return new Destination(segment, at, bytes, true);
    }

    /// The part with this number of bytes from a byte on.
    Destination part(long from, long length) {
        return new Destination(segment, at + from, length, false);
    }

    /// Writes the answer, unless the program has closed the segment without a quiet before.
    void write(long data) {
        if (!segment.scope().isAlive()) return;
        if (segment.isNative()) UntornCopy.copy(data, at, bytes);
        else Memory.copyOut(data, segment, at, bytes);
    }
}
