// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/// The transfer of the PEs' parts of a trace into one file, for a job on several hosts. Each host has a trace file of
/// its own, with the parts of its PEs filled. It gives these parts away in pieces, with its times converted to the
/// job's clock. The receiver writes the pieces into its file.
///
/// Giver and receiver have at most one piece in memory. Ranges that a PE has not written are not transferred.
public final class Handover {
    private static final int PIECE_EVENTS = 4096;

    /// The receiver of pieces.
    @FunctionalInterface
    public interface Taker {
        /// Takes bytes that begin at an offset of a PE's part.
        void take(int pe, long offset, byte[] bytes) throws IOException;
    }

    /// The host that gives its parts.
    ///
    /// @param number the host's number in the order of the job's hosts
    /// @param name the host's name, as the user wrote it
    /// @param clock converts a time of this host to the job's time
    /// @param errorNanos the largest error of this conversion, negative if it is unknown
    public record Giver(int number, String name, LongUnaryOperator clock, long errorNanos) {}

    private Handover() {}

    /// Gives the part of a PE, after its process has ended or shortly before.
    public static void give(Path file, int pe, Giver giver, Taker to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = TraceFile.header(file, channel);
            long events = header.getLong(TraceFile.EVENTS_OFFSET);
            long textBytes = header.getLong(TraceFile.TEXT_BYTES_OFFSET);
            long part = TraceFile.partOffset(pe, events, textBytes);
            ByteBuffer head = TraceFile.copy(channel, part, TraceFile.PAGE);
            stamp(head, giver.number, giver.name, giver.errorNanos);
            to.take(pe, 0, head.array());
            long used = Math.clamp(head.getLong(TraceFile.TEXT_USED_OFFSET), 0, textBytes);
            ByteBuffer text = TraceFile.copy(channel, part + TraceFile.PAGE, (int) used);
            retimeText(text, giver.clock);
            to.take(pe, TraceFile.PAGE, text.array());
            long ring = TraceFile.PAGE + textBytes;
            long there = Math.clamp(head.getLong(TraceFile.CLAIMED_OFFSET), 0, events);
            for (long from = 0; from < there; from += PIECE_EVENTS) {
                int n = (int) Math.min(PIECE_EVENTS, there - from);
                long offset = ring + (from << TraceFile.EVENT_SHIFT);
                ByteBuffer some = TraceFile.copy(channel, part + offset, n << TraceFile.EVENT_SHIFT);
                for (int at = 0; at < some.capacity(); at += TraceFile.EVENT_BYTES) {
                    retime(some, at + TraceFile.START, giver.clock);
                    retime(some, at + TraceFile.END, giver.clock);
                }
                to.take(pe, offset, some.array());
            }
        }
    }

    private static void retime(ByteBuffer at, int offset, LongUnaryOperator clock) {
        long time = at.getLong(offset);
        if (time != 0) at.putLong(offset, clock.applyAsLong(time)); // 0: the event has not ended
    }

    private static void retimeText(ByteBuffer text, LongUnaryOperator clock) {
        int at = 0;
        while (at + TraceFile.ENTRY_HEAD <= text.capacity()) {
            retime(text, at + TraceFile.ENTRY_SINCE, clock);
            at += TraceFile.ENTRY_HEAD + text.getInt(at) + 7 & -8;
        }
    }

    private static void stamp(ByteBuffer head, int host, String name, long errorNanos) {
        byte[] utf8 = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), TraceFile.HOST_NAME_BYTES);
        head.putInt(TraceFile.HOST_OFFSET, host + 1)
                .putLong(TraceFile.CLOCK_ERROR_OFFSET, errorNanos)
                .put(TraceFile.HOST_NAME_OFFSET, utf8);
    }

    /// The receiver that writes pieces into the file of a job.
    public static final class Into implements Taker, AutoCloseable {
        private final FileChannel channel;
        private final int npes;
        private final long events;
        private final long textBytes;

        /// Opens a file that [TraceFile] has made.
        public Into(Path file) throws IOException {
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            ByteBuffer header = TraceFile.header(file, channel);
            npes = header.getInt(TraceFile.NPES_OFFSET);
            events = header.getLong(TraceFile.EVENTS_OFFSET);
            textBytes = header.getLong(TraceFile.TEXT_BYTES_OFFSET);
        }

        @Override
        public void take(int pe, long offset, byte[] bytes) throws IOException {
            boolean fits = pe >= 0
                    && pe < npes
                    && offset >= 0
                    && offset <= TraceFile.partBytes(events, textBytes) - bytes.length;
            if (!fits) throw new IOException("%d bytes at %d of PE %d".formatted(bytes.length, offset, pe));
            ByteBuffer from = ByteBuffer.wrap(bytes);
            long at = TraceFile.partOffset(pe, events, textBytes) + offset;
            while (from.hasRemaining()) channel.write(from, at + from.position());
        }

        /// Marks a PE whose host was lost together with the PE's recording.
        public void lost(int pe, int host, String name) throws IOException {
            ByteBuffer head = ByteBuffer.allocate(TraceFile.PAGE).order(ByteOrder.nativeOrder());
            stamp(head, host, name, 0);
            head.putInt(TraceFile.HOST_LOST_OFFSET, 1);
            take(pe, 0, head.array());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
