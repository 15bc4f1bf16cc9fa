// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.exchange;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.collective.Group;
import org.jshmem.collective.Transfer;
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
/// ```
///
/// Linear moves (p - 1)n bytes for each member: `2 lg p alpha + (p - 1)n beta`. Short sources are first copied to a
/// receive buffer, and one rendezvous suffices.
public final class Exchanges {
    private static final long SHORT = 4096;

    /// Bytes of a block up to which hosts exchange as many blocks in one message as fit.
    private static final long BY_HOSTS = 16 << 10;

    private static final Algorithm<Exchanging> LINEAR =
            new Algorithm<>("linear", Exchanges::linear, "all copy from all between two barriers");
    private static final Algorithm<Exchanging> HOSTS =
            new Algorithm<>("hosts", HostExchange::run, "one message between each two hosts");

    /// The algorithms of contiguous and of strided blocks.
    public static final List<Algorithm<Exchanging>> ALL = List.of(LINEAR, HOSTS);

    private Exchanges() {}

    /// The method of an algorithm of alltoall.
    @FunctionalInterface
    public interface Exchanging {

        /// Copies block `me` of each member's source to the block of that member.
        void run(Blocks b);
    }

    /// The arguments of an exchange: element `e` of block `k` lies `(k * count + e) * stride` elements after `src` or
    /// `dst`.
    ///
    /// @param staged whether sources are first copied to receive buffers, so that no member waits for their
    ///     readers
    public record Blocks(
            Group g,
            Transfer transfer,
            boolean staged,
            int width,
            long dst,
            long dstStride,
            long src,
            long srcStride,
            long count) {

        /// Requests the block of member `k` for this member.
        public void take(int k) {
            takeFrom(k, src);
        }

        /// Requests as [#take], from another place than `src`.
        void takeFrom(int k, long source) {
            move(to(k, 0), dstStride, k, from(g.me, 0) - src + source, srcStride, count);
        }

        /// Returns the source of element `e` of block `k`.
        long from(int k, long e) {
            return src + (k * count + e) * srcStride * width;
        }

        /// Returns the destination of element `e` of block `k`.
        long to(int k, long e) {
            return dst + (k * count + e) * dstStride * width;
        }

        /// Requests `n` elements of member `k`, with a stride on either side.
        void move(long to, long toStride, int k, long from, long fromStride, long n) {
            if (toStride == 1 && fromStride == 1) transfer.request(to, k, from, n * width);
            else transfer.takeStrided(to, toStride * width, k, from, fromStride * width, width, n);
        }
    }

    /// Returns the algorithm for blocks of `bytes` bytes.
    public static Algorithm<Exchanging> auto(Group g, long bytes) {
        return g.severalHosts && bytes <= BY_HOSTS ? HOSTS : LINEAR;
    }

    private static Algorithm<Exchanging> algorithm(Group g, Collective collective, long bytes) {
        Algorithm<Exchanging> chosen = g.chosen(collective);
        return chosen == null ? auto(g, bytes) : chosen;
    }

    /// Copies block `l` of `count` elements of `src` of member `k` to block `k` of `dst` of member `l`. Positions are
    /// offsets in the region.
    public static void alltoall(Group g, ElementType type, long dst, long src, long count) {
        Algorithm<Exchanging> algorithm = algorithm(g, Collective.ALLTOALL, count * type.bytes());
        Transfer transfer = g.transfer(Collective.ALLTOALL);
        g.begin(Operation.ALLTOALL, count, type.ordinal(), dst, src, algorithm.code(transfer.direct), 0);
        boolean staged = count * type.bytes() * g.size <= (g.oversubscribed ? SystemLayout.HALF_BYTES : SHORT);
        algorithm.run().run(new Blocks(g, transfer, staged, type.bytes(), dst, 1, src, 1, count));
        transfer.complete();
    }

    /// Exchanges as [#alltoall], with logical element `e` at `e * stride` on either side.
    public static void alltoalls(
            Group g, ElementType type, long dst, long src, long dstStride, long srcStride, long count) {
        Algorithm<Exchanging> algorithm = algorithm(g, Collective.ALLTOALLS, count * type.bytes());
        Transfer transfer = g.transfer(Collective.ALLTOALLS);
        long strides = dstStride << 32 | srcStride & 0xffffffffL;
        g.begin(Operation.ALLTOALLS, count, type.ordinal(), dst, src, strides, algorithm.code(transfer.direct));
        algorithm.run().run(new Blocks(g, transfer, false, type.bytes(), dst, dstStride, src, srcStride, count));
        transfer.complete();
    }

    static void linear(Blocks b) {
        Group g = b.g;
        long from = b.staged ? g.half(g.epoch()) : b.src;
        if (b.staged) b.transfer.take(from, g.me, b.src, b.count * b.width * g.size);
        g.ticks(b.staged ? 1 : 2);
        g.meetAll(0);
        for (int d = 0; d < g.size; d++) b.takeFrom((g.me + d) % g.size, from);
        if (!b.staged) g.meetAll(1);
    }
}
