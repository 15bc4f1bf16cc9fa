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

/// How the PEs' parts of a job on several hosts come into one file: each host has a trace of its own, with the
/// parts of its PEs filled, gives them away in pieces with its times made those of one clock, and somebody else takes
/// them.
///
/// Nobody has more than a piece in memory, and what a PE has not written is not given.
public final class Handover {
    private static final int PIECE_EVENTS = 4096;

    /// Where pieces go.
    @FunctionalInterface
    public interface Taker {
        /// Bytes from an offset of a PE's part on.
        void take(int pe, long offset, byte[] bytes) throws IOException;
    }

    /// The host that gives.
    ///
    /// @param number in the order of the job's hosts
    /// @param name as the user wrote it
    /// @param clock the job's time at a moment of this host's
    /// @param errorNanos by how much that may be wrong, negative where nobody knows
    public record Giver(int number, String name, LongUnaryOperator clock, long errorNanos) {}

    private Handover() {}

    /// Gives the part of a PE, whose process has ended or is about to.
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
        if (time != 0) at.putLong(offset, clock.applyAsLong(time)); // 0: it has not ended
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

    /// Takes pieces into the file of a job.
    public static final class Into implements Taker, AutoCloseable {
        private final FileChannel channel;
        private final int npes;
        private final long events;
        private final long textBytes;

        /// A file that [TraceFile] has made.
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

        /// A PE whose host was lost with all that it had recorded.
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
