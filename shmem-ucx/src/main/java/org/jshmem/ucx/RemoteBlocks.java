// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jshmem.transport.Memory;

/// Long puts and gets of one PE by one-sided operations of its wire, on regions that agents have registered. All
/// methods are called under the lock of the streams.
/*
 * A one-sided operation is not in the order of the stream. So a put begins when all earlier messages that change memory
 * are carried out, and HostStreams.settle ends it before the next message. A get is one-sided only if nothing has to
 * be awaited first; otherwise a message reads what this PE has written, without a further round trip.
 */
final class RemoteBlocks {
    /// Largest number of ranges that are written and not settled.
    private static final int MOST_WRITTEN = 64;

    /// Pieces of a get to an array that are under way at once.
    private static final int PIECES = 16;

    /// The smallest number of bytes for which one of these methods may be called.
    final long smallest;

    private final HostStreams streams;
    private final Wire wire;

    /// Bytes of a PE's region.
    record Range(int pe, long offset, long bytes) {}

    /// The region of a PE of another host. With key 0 only messages reach it.
    record Region(long address, long bytes, long key) {
        /// Whether one-sided operations may copy these bytes. The agent refuses messages for bytes outside.
        boolean reaches(long offset, long count) {
            return key != 0 && offset >= 0 && offset <= bytes - count;
        }
    }

    /// A region as its agent describes it. The key is empty if the agent cannot register the region.
    record Offer(long address, long bytes, byte[] key) {}

    RemoteBlocks(HostStreams streams) {
        this.streams = streams;
        this.wire = streams.wire;
        this.smallest = Math.max(1, wire.oneSidedFrom());
    }

    /// Reads an agent's answer.
    static Offer offer(long header, long data, long bytes) {
        byte[] key = new byte[(int) bytes];
        MemorySegment.copy(Memory.everywhere(), ValueLayout.JAVA_BYTE, data, key, 0, key.length);
        return new Offer(Message.value(header), Message.offset(header), key);
    }

    /// The region of a PE; the first call asks the agent and waits for the answer.
    private Region region(HostStream stream, int target) {
        Region known = stream.regions.get(target);
        if (known != null) return known;
        stream.offer = null;
        long block = streams.blocks.take();
        Message.head(block, Message.KEY, 0, 0, target, 0);
        Message.operands(block, 0, 0, 0);
        streams.ask(stream, block);
        long since = System.nanoTime();
        while (stream.offer == null) since = streams.turn(stream, since);
        Offer offer = stream.offer;
        long key = offer.key.length == 0 ? 0 : wire.unpack(stream.link, offer.key);
        var region = new Region(offer.address, offer.bytes, key);
        stream.regions.put(target, region);
        return region;
    }

    /// Puts by one-sided operations, as [Client#put] does by messages. Returns false if that is impossible.
    boolean put(
            Marks marks,
            HostStream stream,
            int target,
            long offset,
            MemorySegment src,
            long from,
            long bytes,
            boolean stays) {
        Region region = region(stream, target);
        if (!region.reaches(offset, bytes)) return false;
        Objects.checkFromIndexSize(from, bytes, src.byteSize());
        if (stream.done < stream.changing) {
            if (stream.told < stream.changing) streams.askToTell(stream);
            long since = System.nanoTime();
            while (stream.done < stream.changing) since = streams.turn(stream, since);
        }
        long to = region.address + offset;
        try {
            if (src.isNative()) {
                put(stream, region, src.address() + from, to, bytes, 0);
            } else {
                for (long done = 0; done < bytes; ) {
                    long piece = Math.min(bytes - done, Message.MOST_BYTES);
                    long block = streams.blocks.take();
                    Memory.copyIn(src, from + done, block, piece);
                    put(stream, region, block, to + done, piece, block);
                    done += piece;
                }
            }
        } catch (Wire.BrokenException e) {
            throw streams.lost(stream, e.getMessage());
        }
        stream.written.add(new Range(target, offset, bytes));
        marks.wroteOneSided();
        if (stays && stream.written.size() < MOST_WRITTEN) return true;
        streams.settle(stream);
        streams.leave(stream);
        return true;
    }

    private void put(HostStream stream, Region region, long from, long to, long bytes, long block) {
        streams.started(stream, wire.put(stream.link, region.key, from, to, bytes), block, null);
    }

    /// Gets by one-sided operations, as [Client#getNbi] does by messages. Returns false if that is impossible.
    boolean get(Marks marks, HostStream stream, int target, long offset, MemorySegment dst, long to, long bytes) {
        Region region = region(stream, target);
        if (!region.reaches(offset, bytes)) return false;
        streams.settle(stream);
        if (stream.done < stream.changing) return false;
        long from = region.address + offset;
        try {
            if (dst.isNative()) {
                marks.asked();
                streams.started(stream, wire.get(stream.link, region.key, from, dst.address() + to, bytes), 0, marks);
            } else {
                for (long done = 0; done < bytes; ) done += getPieces(stream, region, from, dst, to, done, bytes);
            }
        } catch (Wire.BrokenException e) {
            throw streams.lost(stream, e.getMessage());
        }
        return true;
    }

    /// Gets the next pieces to an array. Returns their bytes.
    private long getPieces(
            HostStream stream, Region region, long from, MemorySegment dst, long to, long done, long bytes) {
        long[] blocks = new long[PIECES];
        long next = done;
        for (int k = 0; k < PIECES && next < bytes; k++) {
            long piece = Math.min(bytes - next, Message.MOST_BYTES);
            blocks[k] = streams.blocks.take();
            streams.started(stream, wire.get(stream.link, region.key, from + next, blocks[k], piece), 0, null);
            next += piece;
        }
        streams.leave(stream);
        next = done;
        for (int k = 0; k < PIECES && next < bytes; k++) {
            long piece = Math.min(bytes - next, Message.MOST_BYTES);
            Memory.copyOut(blocks[k], dst, to + next, piece);
            streams.blocks.give(blocks[k]);
            next += piece;
        }
        return next - done;
    }
}
