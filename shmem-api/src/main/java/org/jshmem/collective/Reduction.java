// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Op;
import org.jshmem.collective.kernel.Combine;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;

/// A reduction of one call, and its access to other members' memory.
///
/// All positions are offsets in regions; `k` is the member of the region. Unless a method's comment names another
/// place, results are written to own memory.
public final class Reduction {
    /*
     * By ptr, operands are loaded in place. By put and get, operands of other members are first copied, in pieces, to
     * the staging buffer, which no other PE writes. It holds an accumulator and two operands.
     */
    private static final int PIECE = 8 << 10;

    /// Bytes at the end of the staging buffer that these do not use.
    public static final int REST = SystemLayout.STAGING_BYTES - 3 * PIECE;

    /// Bytes of a result after which it is copied to its several places, while it is still in the cache.
    private static final int TILE = 128 << 10;

    public final Group g;

    /// The members as corners of a cube.
    public final Hypercube cube;

    private final long accumulator;

    public final Op op;
    public final ElementType type;
    public final int width;
    public final long dst;
    public final long src;
    public final long count;
    public final long bytes;

    /// A reduction of `count` elements of each member of a team.
    public Reduction(Group g, Op op, ElementType type, long dst, long src, long count) {
        this.g = g;
        this.cube = g.cube;
        this.accumulator = g.buffers.staging;
        this.op = op;
        this.type = type;
        this.width = type.bytes;
        this.dst = dst;
        this.src = src;
        this.count = count;
        this.bytes = count * width;
    }

    /// The result of [#foldToPowerOfTwo] on a member that has folded and received the result.
    public static final long FOLDED = -1;

    /// Reduces the members that take part to a power of two. A member beyond it gives its operand to the next member,
    /// and waits for the result at tick `last`. Returns the offset of this PE's operand from now on, or [#FOLDED].
    public long foldToPowerOfTwo(int last) {
        int me = g.me;
        if (cube.folds()) {
            g.calls.post(me + 1, 0);
            g.calls.await(me + 1, last);
            return FOLDED;
        }
        if (!cube.hasFold()) return src;
        g.calls.awaitInCall(me - 1, 0);
        combine(dst, me - 1, src, me, src, count);
        return dst;
    }

    /// The first element of block `b` of `p`; the end of the array for `b == p`. Blocks are balanced and begin at cache
    /// lines, so that no two PEs write to the same line of a line-aligned array.
    public long start(int b, int p) {
        return start(count, width, b, p);
    }

    /// As [#start(int, int)], of an array of `count` elements.
    public static long start(long count, int width, int b, int p) {
        int line = SystemLayout.LINE / width;
        long lines = (count + line - 1) / line;
        return Math.min(count, (lines / p * b + lines % p * b / p) * line);
    }

    /// `to = a of ka op b of kb`, for `n` elements.
    public void combine(long to, int ka, long a, int kb, long b, long n) {
        if (g.memory.isDirect(ka) && g.memory.isDirect(kb)) {
            apply(to, ka, a, kb, b, n);
            return;
        }
        long step = PIECE / width;
        for (long i = 0; i < n; i += step) {
            long m = Math.min(step, n - i);
            long left = fetched(ka, a + i * width, 1, m * width);
            long right = fetched(kb, b + i * width, 2, m * width);
            apply(to + i * width, g.me, left, g.me, right, m);
        }
    }

    /// `to = mine op theirs of k` if this PE is the lower one, else `theirs op mine`.
    public void combine(boolean lower, long to, long mine, int k, long theirs, long n) {
        if (lower) combine(to, g.me, mine, k, theirs, n);
        else combine(to, k, theirs, g.me, mine, n);
    }

    /// The place of `n` bytes of member `k`: where they are, or their copy in a part of the staging buffer.
    private long fetched(int k, long at, long part, long n) {
        if (k == g.me) return at;
        long buffer = accumulator + part * PIECE;
        g.channel.copy(g.pe(g.me), buffer, g.pe(k), at, n);
        return buffer;
    }

    private void apply(long to, int ka, long a, int kb, long b, long n) {
        long left = g.memory.loads(ka, a, n * width);
        long right = g.memory.loads(kb, b, n * width);
        Combine.apply(op, type, result(to, 2, n), left, right, n);
    }

    /// The absolute address of a result of several sources.
    private long result(long to, int sources, long n) {
        long address = g.memory.stores(to, n * width);
        g.direct.combine(sources, n, width);
        return address;
    }

    /// `to = (a of 0 op a of 1) op a of 2 ...` over the first `p` members, for `n` elements.
    public void fold(int p, long to, long a, long n) {
        if (p == 1) g.memory.get(to, 0, a, n * width);
        else if (!g.memory.direct) foldFetched(p, to, a, n);
        else if (n > 0) {
            long[] places = new long[p];
            for (int k = 0; k < p; k++) places[k] = g.memory.loads(k, a, n * width);
            foldPlaces(places, to, n);
        }
    }

    private void foldPlaces(long[] places, long to, long n) {
        int p = places.length;
        Combine.fold(op, type, result(to, p, n), places, p, n, g.memory.address(g.me, accumulator));
    }

    private void foldFetched(int p, long to, long a, long n) {
        long step = PIECE / width;
        for (long i = 0; i < n; i += step) {
            long m = Math.min(step, n - i);
            long at = i * width;
            long left = fetched(0, a + at, 1, m * width);
            for (int k = 1; k < p; k++) {
                long right = fetched(k, a + at, 2, m * width);
                long into = k == p - 1 ? to + at : accumulator; // last: `to` may be this PE's source
                apply(into, g.me, left, g.me, right, m);
                left = into;
            }
        }
    }

    /// `to = (at(0) op at(1)) op at(2) ...` over the first `p` of the members' blocks in own memory, each `stride` from
    /// the next, of which the first one is this member's.
    public void foldBlocks(int p, long to, long blocks, long stride, long n) {
        long[] places = new long[p];
        for (int k = 0; k < p; k++) {
            long block = blocks + (k + g.size - g.me) % g.size * stride;
            if (p == 1) g.memory.get(to, g.me, block, n * width);
            else places[k] = g.memory.loads(g.me, block, n * width);
        }
        if (p > 1) foldPlaces(places, to, n);
    }

    /// Elements of a tile.
    public long tile() {
        return TILE / width;
    }
}
