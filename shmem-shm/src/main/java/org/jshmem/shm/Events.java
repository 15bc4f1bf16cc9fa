// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jshmem.transport.Memory;

/// What PEs tell their launcher through the job file: messages in a ring buffer that any PE may write to at any time,
/// and that a PE which dies over it cannot block.
///
/// Nothing is written while things go well, so that a PE loads none of this, and a launcher only once there is
/// something to read.
final class Events {
    /// A PE failed; the text says why in one line.
    static final int FAILED = 1;

    /// A PE has waited for as long as the job allows, and is about to throw; the text says for what.
    static final int TIMED_OUT = 2;

    private static final int LONGEST_TEXT = 1000;

    private final long address;

    /// Over the ring in a job file that is mapped at `base`.
    Events(long base, int npes) {
        this.address = base + JobLayout.eventsOffset(npes);
    }

    /// A message.
    record Event(int kind, int pe, String text) {}

    private ManyToOneRingBuffer ring() {
        return new ManyToOneRingBuffer(
                new UnsafeBuffer(address, JobLayout.EVENTS_BYTES + RingBufferDescriptor.TRAILER_LENGTH));
    }

    /// Tells the launcher; false when the ring is full, since nobody reads it.
    boolean post(int kind, int pe, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, LONGEST_TEXT);
        UnsafeBuffer message = new UnsafeBuffer(new byte[Integer.BYTES + length]);
        message.putInt(0, pe);
        message.putBytes(Integer.BYTES, bytes, 0, length);
        return ring().write(kind, message, 0, message.capacity());
    }

    /// Whether any PE has ever written; reads one word.
    boolean any() {
        return Memory.getLongAcquire(address + JobLayout.EVENTS_BYTES + RingBufferDescriptor.TAIL_POSITION_OFFSET) != 0;
    }

    /// Takes what has come. One reader at a time.
    void drain(Consumer<Event> reader) {
        ring().read((kind, buffer, offset, length) -> {
            byte[] text = new byte[length - Integer.BYTES];
            buffer.getBytes(offset + Integer.BYTES, text);
            reader.accept(new Event(kind, buffer.getInt(offset), new String(text, StandardCharsets.UTF_8)));
        });
    }
}
