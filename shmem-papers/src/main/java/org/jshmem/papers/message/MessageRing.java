// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers.message;

import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.kernel.ElementType;

/// The collectives that are composed of the ring's two halves.
public final class MessageRing {
    private MessageRing() {}

    /// Runs reduce-scatter, then allgather; a vector with less than an element for each member travels up and down a
    /// tree.
    public static void allreduce(
            Group g, Op op, ElementType type, long dst, long src, long count, Style style, Split split) {
        if (count < g.size) {
            MessageTree.allreduce(g, op, type, dst, src, count, style);
            return;
        }
        Messages messages = new Messages(g, style);
        Ring.Blocks blocks = Ring.Blocks.of(op, type, dst, src, count, split, g.layout.line(), g.size);
        g.calls.ticks(messages.ticks(2L * g.size, blocks.longest()));
        Ring ring = new Ring(g, messages);
        ring.reduceScatter(blocks);
        ring.allgather(blocks, Ring.complete(g.me, g.size));
    }

    /// Reduces as [#allreduce] with the first half directly on the MPBs, for as much of the vector as fits at a
    /// time.
    public static void direct(Group g, Op op, ElementType type, long dst, long src, long count, Style style) {
        if (count < g.size) {
            MessageTree.allreduce(g, op, type, dst, src, count, style);
            return;
        }
        Messages messages = new Messages(g, style);
        int p = g.size;
        long most = DirectRing.halfBytes(g) / type.bytes * p;
        long slabs = (count + most - 1) / most;
        g.calls.ticks(slabs * messages.ticks(3L * p, DirectRing.halfBytes(g)));
        for (long from = 0; from < count; from += most) {
            long n = Math.min(most, count - from);
            long at = from * type.bytes;
            Ring.Blocks blocks = Ring.Blocks.of(op, type, dst + at, src + at, n, Split.ELEMENTS, g.layout.line(), p);
            new DirectRing(g, messages).reduceScatter(blocks);
            new Ring(g, messages).allgather(blocks, Ring.complete(g.me, p));
        }
    }

    /// Runs reduce-scatter alone: member k has block `Ring.complete(k, p)`.
    public static void reduceScatter(
            Group g, Op op, ElementType type, long dst, long src, long count, Style style, Split split) {
        Messages messages = new Messages(g, style);
        Ring.Blocks blocks = Ring.Blocks.of(op, type, dst, src, count, split, g.layout.line(), g.size);
        g.calls.ticks(messages.ticks(g.size, blocks.longest()));
        new Ring(g, messages).reduceScatter(blocks);
    }

    /// Runs reduce-scatter, then each member sends its block to the root.
    public static void reduce(
            Group g, Op op, ElementType type, long dst, long src, long count, int root, Style style, Split split) {
        Messages messages = new Messages(g, style);
        int p = g.size;
        Ring.Blocks blocks = Ring.Blocks.of(op, type, dst, src, count, split, g.layout.line(), p);
        g.calls.ticks(messages.ticks(g.size + 1L, blocks.longest()));
        new Ring(g, messages).reduceScatter(blocks);
        int mine = Ring.complete(g.me, p);
        if (g.me != root) messages.send(root, dst + blocks.at(mine), blocks.bytes(mine));
        else {
            for (int d = 1; d < p; d++) {
                int k = (root + d) % p;
                int block = Ring.complete(k, p);
                messages.receive(k, dst + blocks.at(block), blocks.bytes(block));
            }
        }
    }

    /// Gathers the blocks of all members at all: each begins with its own, at `offsets[me]` after `dst`. `first` is
    /// the first free tick.
    public static void allgather(Group g, long dst, long src, long[] offsets, int first, Style style) {
        Messages messages = new Messages(g, style, first);
        int p = g.size;
        long[] at = new long[p];
        long[] bytes = new long[p];
        long longest = 0;
        for (int k = 0; k < p; k++) {
            at[k] = dst + offsets[k];
            bytes[k] = offsets[k + 1] - offsets[k];
            longest = Math.max(longest, bytes[k]);
        }
        g.calls.ticks(first + messages.ticks(p, longest));
        int own = g.pe(g.me);
        if (bytes[g.me] > 0 && at[g.me] != src) g.channel.copy(own, at[g.me], own, src, bytes[g.me]);
        new Ring(g, messages).allgather(at, bytes, g.me);
    }

    /// Exchanges a block of `bytes` from each member to each: in round r with the member whose number and this
    /// member's number add up to r.
    public static void alltoall(Group g, long dst, long src, long bytes, Style style) {
        Messages messages = new Messages(g, style);
        int p = g.size;
        int me = g.me;
        int own = g.pe(me);
        g.calls.ticks(messages.ticks(p + 1L, bytes));
        for (int round = 0; round < p; round++) {
            int k = (round - me + p) % p;
            if (bytes == 0) continue;
            if (k == me) {
                g.channel.copy(own, dst + k * bytes, own, src + k * bytes, bytes);
                continue;
            }
            messages.exchange(
                    k,
                    src + k * bytes,
                    bytes,
                    k,
                    bytes,
                    (at, n) -> g.channel.copy(own, dst + k * bytes + at, g.pe(k), g.layout.mpb(), n),
                    me < k);
        }
    }
}
