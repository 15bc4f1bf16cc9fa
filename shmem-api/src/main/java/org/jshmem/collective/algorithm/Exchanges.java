// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import java.util.List;
import java.util.function.Consumer;
import org.jshmem.collective.Group;
import org.jshmem.collective.choice.Algorithm;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// The algorithms of alltoall, a block from each member to each. Each member copies its blocks from the others'
/// sources; no PE writes to another PE's objects.
///
/// ```
/// p = 5, member 2      block 2 of source 0, 1, 2, 3, 4 becomes block 0, 1, 2, 3, 4 of its destination
///
/// linear               rendezvous; copy from 3, 4, 0, 1; rendezvous
/// puts                 put to 3, 4, 0, 1; wait for 1, 0, 4, 3; copy from the receive buffer
/// ```
///
/// Linear moves (p - 1)n bytes for each member: `2 lg p alpha + (p - 1)n beta`. Short sources are first copied to a
/// receive buffer, and one rendezvous suffices. Puts need none, and no member waits for an answer of another host;
/// blocks with strides travel packed.
public final class Exchanges {
    /// Bytes of a block up to which members on several hosts put blocks to each other.
    private static final long PUT = 16 << 10;

    private static final Algorithm<Consumer<Blocks>> LINEAR =
            new Algorithm<>("linear", Exchanges::linear, "all copy from all between two barriers");
    private static final Algorithm<Consumer<Blocks>> PUTS =
            new Algorithm<>("puts", Exchanges::puts, "each puts its blocks into the others' receive buffers");

    /// The algorithms of contiguous and of strided blocks. Each copies block `me` of each member's source
    /// to the block of that member.
    public static final List<Algorithm<Consumer<Blocks>>> ALL = List.of(LINEAR, PUTS);

    private Exchanges() {}

    /// The arguments of an exchange: element `e` of block `k` lies `(k * count + e) * stride` elements after `src` or
    /// `dst`.
    public record Blocks(Group g, int width, long dst, long dstStride, long src, long srcStride, long count) {

        /// Returns the source of element `e` of block `k`.
        long from(int k, long e) {
            return src + (k * count + e) * srcStride * width;
        }

        /// Returns the destination of element `e` of block `k`.
        long to(int k, long e) {
            return dst + (k * count + e) * dstStride * width;
        }

        /// Returns the place of `n` elements of this member's block for member `k` without a stride.
        long packed(int k, long first, long n) {
            if (srcStride == 1) return from(k, first);
            g.memory.iget(g.buffers.staging, width, g.me, from(k, first), srcStride * width, width, n);
            return g.buffers.staging;
        }

        /// Requests `n` elements of member `k`, with a stride on either side.
        void move(long to, long toStride, int k, long from, long fromStride, long n) {
            if (toStride == 1 && fromStride == 1) g.memory.getNbi(to, k, from, n * width);
            else g.memory.iget(to, toStride * width, k, from, fromStride * width, width, n);
        }
    }

    /// Returns the algorithm for blocks of `bytes` bytes.
    public static Algorithm<Consumer<Blocks>> auto(Group g, long bytes) {
        return g.hierarchy != null && bytes <= PUT ? PUTS : LINEAR;
    }

    /// Copies block `l` of `count` elements of `src` of member `k` to block `k` of `dst` of member `l`. Positions are
    /// offsets in the region.
    public static void alltoall(Group g, ElementType type, long dst, long src, long count) {
        run(Operation.ALLTOALL, type, new Blocks(g, type.bytes, dst, 1, src, 1, count));
    }

    /// Exchanges as [#alltoall], with logical element `e` at `e * stride` on either side.
    public static void alltoalls(
            Group g, ElementType type, long dst, long src, long dstStride, long srcStride, long count) {
        run(Operation.ALLTOALLS, type, new Blocks(g, type.bytes, dst, dstStride, src, srcStride, count));
    }

    private static void run(Operation operation, ElementType type, Blocks b) {
        long strides = b.dstStride << 32 | b.srcStride & 0xffffffffL;
        var best = auto(b.g, b.count * b.width);
        b.g.begin(operation, best, b.count, type.ordinal(), b.dst, b.src, strides)
                .accept(b);
        b.g.memory.quiet();
    }

    private static void puts(Blocks b) {
        Group g = b.g;
        int p = g.size;
        int me = g.me;
        long step = SystemLayout.RECEIVE_BYTES / p / b.width;
        if (step == 0) {
            linear(b);
            return;
        }
        long pieces = Math.max(1, (b.count + step - 1) / step);
        long room = step * b.width;
        g.calls.ticks(pieces);
        for (long c = 0; c < pieces; c++) {
            long first = c * step;
            long n = Math.min(step, b.count - first);
            long buffer = g.buffers.meeting().receive;
            for (int d = 1; d < p; d++) {
                int k = (me + d) % p;
                long block = b.packed(k, first, n);
                g.calls.post(k, c, buffer + me * room, block, n * b.width);
            }
            b.move(b.to(me, first), b.dstStride, me, b.from(me, first), b.srcStride, n);
            for (int d = 1; d < p; d++) {
                int k = (me + p - d) % p;
                g.calls.await(k, c);
                b.move(b.to(k, first), b.dstStride, me, buffer + k * room, 1, n);
            }
        }
    }

    private static void linear(Blocks b) {
        Group g = b.g;
        long bytes = b.count * b.width * g.size;
        boolean staged = b.dstStride == 1 && b.srcStride == 1 && g.buffers.stages(bytes);
        long from = staged ? g.buffers.meeting().receive : b.src;
        if (staged) g.memory.get(from, g.me, b.src, bytes);
        g.calls.ticks(staged ? 1 : 2);
        g.barrier.meet(0);
        for (int d = 0; d < g.size; d++) {
            int k = (g.me + d) % g.size;
            b.move(b.to(k, 0), b.dstStride, k, from + b.from(g.me, 0) - b.src, b.srcStride, b.count);
        }
        if (!staged) g.barrier.meet(1);
    }
}
