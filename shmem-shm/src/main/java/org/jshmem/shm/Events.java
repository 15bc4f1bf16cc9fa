// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jshmem.transport.Memory;

/// What PEs tell their launcher through the job file: messages in a ring buffer that any PE may write to at any time,
/// and that a PE which dies over it does not block for long: the reader, which knows that a process has ended, has the
/// ring skip what that process had claimed and not filled.
///
/// Nothing is written while things go well, so that a PE loads none of this, and a launcher only once there is
/// something to read.
public final class Events {
    /// A PE failed; the text says why in one line.
    public static final int FAILED = 1;

    /// A PE has waited for as long as the job allows, and is about to throw; the text says for what.
    public static final int TIMED_OUT = 2;

    /// A PE of a process with several called `System.exit`.
    public static final int EXITED = 3;

    private static final int LONGEST_TEXT = 1000;

    /// No writer takes that long to fill a message of a line.
    private static final long STUCK_NANOS = 100_000_000;

    private final long address;
    private long stuckSince;

    /// Over the ring in a job file that is mapped at `base`.
    Events(long base, int npes) {
        this.address = base + JobLayout.eventsOffset(npes);
    }

    /// A message.
    public record Event(int kind, int pe, String text) {}

    private ManyToOneRingBuffer ring() {
        return new ManyToOneRingBuffer(
                new UnsafeBuffer(address, JobLayout.EVENTS_BYTES + RingBufferDescriptor.TRAILER_LENGTH));
    }

    /// Tells the launcher; false when the ring is full, since nobody reads it.
    public boolean post(int kind, int pe, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, LONGEST_TEXT);
        UnsafeBuffer message = new UnsafeBuffer(new byte[Integer.BYTES + length]);
        message.putInt(0, pe);
        message.putBytes(Integer.BYTES, bytes, 0, length);
        return ring().write(kind, message, 0, message.capacity());
    }

    /// Whether any PE has ever written; reads one word.
    public boolean any() {
        return Memory.getLongAcquire(address + JobLayout.EVENTS_BYTES + RingBufferDescriptor.TAIL_POSITION_OFFSET) != 0;
    }

    /// Takes what has come. One reader at a time. False where something has been claimed that is not complete yet.
    public boolean drain(Consumer<Event> reader) {
        ManyToOneRingBuffer ring = ring();
        ring.read((kind, buffer, offset, length) -> {
            byte[] text = new byte[length - Integer.BYTES];
            buffer.getBytes(offset + Integer.BYTES, text);
            reader.accept(new Event(kind, buffer.getInt(offset), new String(text, StandardCharsets.UTF_8)));
        });
        return ring.size() == 0;
    }

    /// Skips a message whose writer has died over it: after a [#drain] that did not take all, where one has been
    /// incomplete for longer than any writer takes, and a process has ended.
    public void unblock(boolean drained, boolean oneHasEnded) {
        long now = System.nanoTime();
        if (drained) stuckSince = 0;
        else if (stuckSince == 0) stuckSince = now;
        else if (now - stuckSince > STUCK_NANOS && oneHasEnded) {
            unblock();
            stuckSince = 0;
        }
    }

    void unblock() {
        ring().unblock();
    }
}
