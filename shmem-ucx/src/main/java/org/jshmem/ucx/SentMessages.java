// SPDX-License-Identifier: Apache-2.0
package org.jshmem.ucx;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// The messages of one end that have not left it yet, and its one-sided operations that have not ended. The wire still
/// needs their blocks, which then return to the pool.
final class SentMessages<S extends SentMessages.Stream> {
    private final Wire wire;
    private final BlockPool blocks;
    private final List<Sent<S>> leaving = new ArrayList<>();

    /// A sequence of messages to one other end.
    static class Stream {
        /// Messages that have not left.
        int leaving;
    }

    private record Sent<S>(S stream, long number, long block, Marks marks) {}

    SentMessages(Wire wire, BlockPool blocks) {
        this.wire = wire;
        this.blocks = blocks;
    }

    /// Sends a block, and data that the wire may still need. Throws for a broken link.
    void send(S stream, long link, long block, long data, long bytes) {
        started(stream, wire.send(link, block, Message.HEADER_BYTES, data, bytes), block, null);
    }

    /// Expects the end of what has this number on the wire. Then the block, unless it is 0, returns to the pool, and
    /// the marks, unless null, have one open question less.
    void started(S stream, long number, long block, Marks marks) {
        var it = new Sent<>(stream, number, block, marks);
        if (number == 0) {
            ended(it);
        } else {
            leaving.add(it);
            stream.leaving++;
        }
    }

    private void ended(Sent<S> it) {
        if (it.block != 0) blocks.give(it.block);
        if (it.marks != null) it.marks.open.decrementAndGet();
    }

    boolean isEmpty() {
        return leaving.isEmpty();
    }

    /// Ends the messages that have left, and those that never will, of which `broken` gets the stream. The wire is
    /// asked once for each outcome.
    void reap(BiConsumer<S, Wire.BrokenException> broken) {
        if (leaving.isEmpty()) return;
        leaving.removeIf(message -> {
            try {
                if (!wire.isSent(message.number)) return false;
            } catch (Wire.BrokenException e) {
                broken.accept(message.stream, e);
            }
            ended(message);
            message.stream.leaving--;
            return true;
        });
    }
}
