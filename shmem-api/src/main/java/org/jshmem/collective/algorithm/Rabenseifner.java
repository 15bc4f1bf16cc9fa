// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.algorithm;

import org.jshmem.collective.Group;
import org.jshmem.collective.Hypercube;
import org.jshmem.collective.Reduction;

/// Rabenseifner's reduction: reduce-scatter by halving, then all-gather by doubling.
///
/// ```
/// p = 6, folded to corners 0 1 2 3; array of 4 blocks a b c d
/// scatter 0   0-1 2-3     0, 2 combine a b;  1, 3 combine c d
/// middle      0-2 1-3     0: a   2: b   1: c   3: d     combined and exchanged in one step
///             now 0, 2 have a b and 1, 3 have c d
/// gather  0   0-1 2-3     all have a b c d; unfold
/// ```
///
/// 2 lg p rounds: `2 lg p alpha + 2n(p - 1)/p beta + n(p - 1)/p gamma` (Namashivayam 2014, 5.1.4). A PE reads
/// operands in place in the partner's array; a part that the PE has given to a partner does not change until the
/// result returns. The middle is the last step of scattering and the first of gathering in one, tile by tile.
///
/// Bits: lower corner op higher corner, as `rd`.
public final class Rabenseifner {
    private Rabenseifner() {}

    static void run(Reduction r) {
        long mine = scatter(r);
        if (mine == Reduction.FOLDED) return;
        middle(r, mine);
        gather(r);
    }

    /// Folds, then scatters in all dimensions except the last one, which is the middle. Returns the offset of this
    /// PE's operand from now on, or [Reduction#FOLDED] if its part of the call is over.
    public static long scatter(Reduction r) {
        Group g = r.g;
        Hypercube cube = r.cube;
        int last = 2 * cube.dimensions + 2;
        g.calls.ticks(last + 1);
        long mine = r.foldToPowerOfTwo(last);
        if (mine == Reduction.FOLDED) return mine;
        for (int d = 0; d < cube.dimensions - 1; d++) {
            g.calls.post(cube.partner(d), 1 + d);
            g.calls.awaitInCall(cube.partner(d), 1 + d);
            combineOwn(r, d, mine);
            mine = r.dst;
        }
        return mine;
    }

    /// Gathers in all dimensions except the last one, then unfolds.
    public static void gather(Reduction r) {
        Group g = r.g;
        Hypercube cube = r.cube;
        for (int d = cube.dimensions - 2; d >= 0; d--) {
            int k = cube.partner(d);
            long tick = 2L * cube.dimensions - d;
            giveOwn(r, d);
            g.calls.post(k, tick);
            g.calls.await(k, tick);
        }
        if (cube.hasFold()) g.memory.put(g.me - 1, r.dst, r.dst, r.bytes, 2 * cube.dimensions + 2);
    }

    private static void middle(Reduction r, long mine) {
        Group g = r.g;
        int d = r.cube.dimensions - 1;
        int k = r.cube.partner(d);
        g.calls.post(k, d + 1);
        g.calls.awaitInCall(k, d + 1);
        long end = end(r, d + 1);
        for (long i = from(r, d + 1); i < end; i += r.tile()) {
            long n = Math.min(r.tile(), end - i);
            combine(r, d, mine, i, n);
            r.g.memory.put(k, r.dst + i * r.width, r.dst + i * r.width, n * r.width);
        }
        g.calls.post(k, d + 2);
        g.calls.await(k, d + 2);
    }

    /// Returns the offset of the partner's operand in dimension `d`.
    public static long theirs(Reduction r, int d) {
        Hypercube cube = r.cube;
        return d > 0 || cube.folded(cube.corner() ^ 1 << d) ? r.dst : r.src;
    }

    /// Combines the part that this corner keeps in dimension `d`, whose own operand is at `mine`.
    public static void combineOwn(Reduction r, int d, long mine) {
        long i = from(r, d + 1);
        combine(r, d, mine, i, end(r, d + 1) - i);
    }

    private static void combine(Reduction r, int d, long mine, long i, long n) {
        long at = i * r.width;
        Hypercube cube = r.cube;
        r.combine(cube.isLower(d), r.dst + at, mine + at, cube.partner(d), theirs(r, d) + at, n);
    }

    /// Writes the part that this corner has kept in dimension `d` to the partner there.
    public static void giveOwn(Reduction r, int d) {
        long i = from(r, d + 1);
        long at = r.dst + i * r.width;
        r.g.memory.put(r.cube.partner(d), at, at, (end(r, d + 1) - i) * r.width);
    }

    /// Returns the first element that this corner keeps after `d` halvings: a set bit takes the upper half,
    /// so its first block is the first `d` bits of the corner in reverse order.
    public static long from(Reduction r, int d) {
        return r.start(block(r.cube, d), r.cube.corners);
    }

    /// Returns the end of the elements that this corner keeps after `d` halvings.
    public static long end(Reduction r, int d) {
        return r.start(block(r.cube, d) + (r.cube.corners >> d), r.cube.corners);
    }

    private static int block(Hypercube cube, int d) {
        return Integer.reverse(cube.corner()) >>> Integer.SIZE - cube.dimensions & -(cube.corners >> d);
    }
}
