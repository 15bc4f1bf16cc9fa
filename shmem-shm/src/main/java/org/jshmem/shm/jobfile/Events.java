// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.jobfile;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jshmem.transport.Memory;

/// Messages from the PEs to their launcher, in a ring buffer in the job file. Any PE may write to it at any time. A PE
/// that dies while it writes does not block the ring for long. The launcher, which notices that a process has ended,
/// makes the ring skip the room that the process had claimed and not filled.
///
/// A PE writes only when something fails, or on request. A healthy PE therefore loads none of these classes,
/// and a launcher loads them only once there is a message.
public final class Events {
    /// A PE failed; the text gives the reason in one line.
    public static final int FAILED = 1;

    /// A PE has waited for as long as the job allows, and is about to throw; the text names the condition that it
    /// awaited.
    public static final int TIMED_OUT = 2;

    /// A PE called `System.exit`; of a PE with its own process, one that had not finalized.
    public static final int EXITED = 3;

    /// The launcher has requested the line of the program at which a PE is; the text is that line.
    public static final int LINE = 4;

    /// The PE that ends the job has written all of its output, and its JVM runs on.
    public static final int WRITTEN = 5;

    private static final int LONGEST_TEXT = 1000;
    private static final int BYTES = JobLayout.EVENTS_BYTES + RingBufferDescriptor.TRAILER_LENGTH;

    /// Longer than any writer takes to fill a message of one line.
    private static final long STUCK_NANOS = 100_000_000;

    private final long address;
    private long stuckSince;

    /// Opens the ring in a job file that is mapped at `base`.
    public Events(long base, int npes) {
        this.address = base + JobLayout.eventsOffset(npes);
    }

    /// A message: its kind, the PE it is about, and its text.
    public record Event(int kind, int pe, String text) {}

    private ManyToOneRingBuffer ring() {
        return new ManyToOneRingBuffer(new UnsafeBuffer(address, BYTES));
    }

    /// Sends a message to the launcher. Returns false if the ring is full, as when no launcher reads it.
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

    /// Passes the messages that have arrived to `reader`. One thread reads at a time. Returns false if a message
    /// is claimed and not complete yet.
    public boolean drain(Consumer<Event> reader) {
        ManyToOneRingBuffer ring = ring();
        ring.read((kind, buffer, offset, length) -> {
            byte[] text = new byte[length - Integer.BYTES];
            buffer.getBytes(offset + Integer.BYTES, text);
            reader.accept(new Event(kind, buffer.getInt(offset), new String(text, StandardCharsets.UTF_8)));
        });
        return ring.size() == 0;
    }

    /// Skips a message whose writer has died while it wrote. The caller passes the result of its last [#drain].
    /// The ring skips only if a message has been incomplete for longer than any writer takes, and a process has
    /// ended.
    public void unblock(boolean drained, boolean oneHasEnded) {
        long now = System.nanoTime();
        if (drained) stuckSince = 0;
        else if (stuckSince == 0) stuckSince = now;
        else if (now - stuckSince > STUCK_NANOS && oneHasEnded) {
            ring().unblock();
            stuckSince = 0;
        }
    }
}
