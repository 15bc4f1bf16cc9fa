// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The transfer of the PEs' parts of a trace into one file, for a job on several hosts. Each host has a trace file of
/// its own, with the parts of its PEs filled.
///
/// Giver and receiver have at most one piece in memory. Ranges that a PE has not written are not transferred.
public final class Handover {
    private static final int PIECE = 256 << 10;

    /// The receiver of pieces.
    @FunctionalInterface
    public interface Taker {
        /// Takes bytes that begin at an offset of a PE's part.
        void take(int pe, long offset, byte[] bytes) throws IOException;
    }

    private Handover() {}

    /// Gives the part of a PE, after its process has ended or shortly before.
    public static void give(Path file, int pe, Track.Host host, Taker to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = TraceFile.header(file, channel);
            long events = header.getLong(TraceFile.EVENTS_OFFSET);
            long textBytes = header.getLong(TraceFile.TEXT_BYTES_OFFSET);
            long part = TraceFile.partOffset(pe, events, textBytes);
            ByteBuffer head = TraceFile.copy(channel, part, TraceFile.PAGE);
            TraceFile.stamp(head, host);
            to.take(pe, 0, head.array());
            long text = Math.clamp(head.getLong(TraceFile.TEXT_USED_OFFSET), 0, textBytes);
            give(channel, part, TraceFile.PAGE, text, pe, to);
            long claimed = Math.clamp(head.getLong(TraceFile.CLAIMED_OFFSET), 0, events);
            give(channel, part, TraceFile.PAGE + textBytes, claimed << TraceFile.EVENT_SHIFT, pe, to);
        }
    }

    private static void give(FileChannel channel, long part, long offset, long bytes, int pe, Taker to)
            throws IOException {
        for (long at = 0; at < bytes; at += PIECE) {
            int n = (int) Math.min(PIECE, bytes - at);
            to.take(
                    pe,
                    offset + at,
                    TraceFile.copy(channel, part + offset + at, n).array());
        }
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
            TraceFile.stamp(head, new Track.Host(host, name, true, new ClockOffset(0, 0, 0, 0, 0)));
            take(pe, 0, head.array());
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
