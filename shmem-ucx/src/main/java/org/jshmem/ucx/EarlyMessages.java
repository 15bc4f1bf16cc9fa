// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.transport.Memory;

/// The messages of one sender that overtook others, by their numbers.
final class EarlyMessages {
    /// Largest number of messages that are kept; more mean that number 0 will never come.
    static final int MOST = 4096;

    private final Map<Long, byte[]> messages = new HashMap<>();
    private long bytes;

    /// Keeps a copy of a message.
    void keep(long header, long data, long dataBytes) {
        byte[] message = new byte[Message.HEADER_BYTES + (int) dataBytes];
        MemorySegment all = Memory.everywhere();
        MemorySegment.copy(all, ValueLayout.JAVA_BYTE, header, message, 0, Message.HEADER_BYTES);
        MemorySegment.copy(all, ValueLayout.JAVA_BYTE, data, message, Message.HEADER_BYTES, (int) dataBytes);
        byte[] twin = messages.put(Message.number(header), message);
        bytes += message.length - (twin == null ? 0 : twin.length);
    }

    /// Moves the message with this number to `block`. Returns the number of its data bytes, or -1 if it is not kept.
    long take(long number, long block) {
        byte[] message = messages.remove(number);
        if (message == null) return -1;
        bytes -= message.length;
        MemorySegment.copy(message, 0, Memory.everywhere(), ValueLayout.JAVA_BYTE, block, message.length);
        return (long) message.length - Message.HEADER_BYTES;
    }

    boolean isFull() {
        return messages.size() == MOST;
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /// The bytes of all kept messages.
    long bytes() {
        return bytes;
    }

    void clear() {
        messages.clear();
        bytes = 0;
    }
}
