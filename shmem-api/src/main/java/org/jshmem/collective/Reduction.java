// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Op;
import org.jshmem.Work;
import org.jshmem.transport.Transport;

/// What is being combined, and how other members' memory is reached. One for each group, filled in again for each
/// call.
///
/// All positions are offsets in regions; `k` says in whose. Unless said otherwise, results are
/// written to own memory.
final class Reduction {
    /*
     * By ptr, operands are loaded where they lie. By put and get, what lies elsewhere is first copied, in pieces,
     * to the stage, a receive buffer nobody else writes to. The stage holds an accumulator and two operands.
     */
    private static final int PIECE = 8 << 10;

    /// Bytes after which a result that goes to several places moves on, so that it is still in the cache.
    private static final int TILE = 128 << 10;

    final Group g;
    private final Transport transport;
    private final long[] bases;
    private final long[] places;
    private final long accumulator;
    private final long operandA;
    private final long operandB;

    Op op;
    ElementType type;
    int width;
    long dst;
    long src;
    long count;
    long bytes;
    boolean direct;
    private Reach reach;

    Reduction(Group g, long[] bases) {
        this.g = g;
        this.transport = g.transport;
        this.bases = bases;
        this.places = new long[g.size()];
        this.accumulator = g.stage();
        this.operandA = accumulator + PIECE;
        this.operandB = operandA + PIECE;
    }

    /// Fills it in.
    Reduction of(Op op, ElementType type, long dst, long src, long count, Reach reach) {
        this.op = op;
        this.type = type;
        this.width = type.bytes();
        this.dst = dst;
        this.src = src;
        this.count = count;
        this.bytes = count * width;
        this.reach = reach;
        this.direct = reach.direct;
        return this;
    }

    /// The first element of block `b` of `p` balanced ones.
    long start(int b, int p) {
        return Blocks.start(count, width, b, p);
    }

    /// Copies own memory to member `k`.
    void give(int k, long to, long from, long n) {
        reach.give(k, to, from, n);
    }

    /// Copies member `k`'s memory here.
    void take(long to, int k, long from, long n) {
        reach.take(to, k, from, n);
    }

    /// `to = a of ka op b of kb`, for `n` elements.
    void combine(long to, int ka, long a, int kb, long b, long n) {
        int me = g.me();
        if (direct || ka == me && kb == me) {
            if (g.priced) declare(to, ka, a, kb, b, n);
            Combine.apply(op, type, g.address(me, to), g.address(ka, a), g.address(kb, b), n);
            return;
        }
        long step = PIECE / width;
        for (long i = 0; i < n; i += step) {
            long m = Math.min(step, n - i);
            long left = fetched(ka, a + i * width, operandA, m * width);
            long right = fetched(kb, b + i * width, operandB, m * width);
            local(to + i * width, left, right, m);
        }
    }

    private long fetched(int k, long at, long buffer, long n) {
        if (k == g.me()) return at;
        transport.copy(transport.pe(), buffer, g.pe(k), at, n);
        return buffer;
    }

    /// As [#combine], all in own memory.
    private void local(long to, long a, long b, long n) {
        int me = g.me();
        if (g.priced) declare(to, me, a, me, b, n);
        Combine.apply(op, type, g.address(me, to), g.address(me, a), g.address(me, b), n);
    }

    private void declare(long to, int ka, long a, int kb, long b, long n) {
        transport.touch(g.pe(ka), a, n * width, false);
        transport.touch(g.pe(kb), b, n * width, false);
        price(g.me(), to, 2, n);
    }

    private void price(int home, long to, int sources, long n) {
        transport.touch(g.pe(home), to, n * width, true);
        transport.compute(Work.flops((sources - 1) * n)
                .bytes(sources * n * width, n * width)
                .footprint(SystemLayout.LINE) // where the operands lie has just been declared
                .vectorized()
                .prefetched());
    }

    /// `to = (a of 0 op a of 1) op a of 2 ...` over the first `p` members, for `n` elements.
    void fold(int p, long to, long a, long n) {
        if (p == 1) take(to, 0, a, n * width);
        else fold(p, g.me(), to, a, n);
    }

    /// As above over `p > 1` members into `to` at member `home`.
    void fold(int p, int home, long to, long a, long n) {
        if (n <= 0) return;
        if (!direct) {
            foldFetched(p, home, to, a, n);
            return;
        }
        if (g.priced) {
            for (int k = 0; k < p; k++) transport.touch(g.pe(k), a, n * width, false);
            price(home, to, p, n);
        }
        Combine.fold(op, type, g.address(home, to), bases, p, a, n, g.address(g.me(), accumulator));
    }

    private void foldFetched(int p, int home, long to, long a, long n) {
        long step = PIECE / width;
        for (long i = 0; i < n; i += step) {
            long m = Math.min(step, n - i);
            long at = i * width;
            long left = fetched(0, a + at, operandA, m * width);
            for (int k = 1; k < p; k++) {
                long right = fetched(k, a + at, operandB, m * width);
                long into = k == p - 1 && home == g.me() ? to + at : accumulator; // last: `to` may be the own source
                local(into, left, right, m);
                left = into;
            }
            if (home != g.me()) give(home, to + at, accumulator, m * width);
        }
    }

    /// `to = (at(0) op at(1)) op at(2) ...` over `p` blocks of own memory, each `stride` from the next; the first
    /// one is number `from`, counted around.
    void foldBlocks(int p, int from, long to, long blocks, long stride, long n) {
        for (int k = 0; k < p; k++) {
            long block = blocks + (k + from) % p * stride;
            if (g.priced) transport.touch(transport.pe(), block, n * width, false);
            places[k] = g.address(g.me(), block);
        }
        if (g.priced) price(g.me(), to, p, n);
        Combine.fold(op, type, g.address(g.me(), to), places, p, 0, n, g.address(g.me(), accumulator));
    }

    /// Elements of a tile.
    long tile() {
        return TILE / width;
    }
}
