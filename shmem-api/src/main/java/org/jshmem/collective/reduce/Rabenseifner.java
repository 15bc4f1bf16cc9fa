// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.reduce;

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
/// result returns. The middle is the last step of scattering and the first of gathering in one, or in `plain` two
/// steps. With `left` the lower member of each pair computes all of the middle.
///
/// Bits: lower corner op higher corner, as `rd`.
final class Rabenseifner {
    /// The computation of the middle.
    enum Middle {
        /// Combine, signal, then exchange.
        PLAIN,
        /// Combine and exchange tile by tile.
        MERGED,
        /// The lower member combines for both.
        LEFT
    }

    private Rabenseifner() {}

    static void run(Reduction r, Middle middle) {
        Group g = r.g;
        Hypercube cube = r.cube();
        int dimensions = cube.dimensions;
        int last = 2 * dimensions + 2;
        g.ticks(last + 1);
        int me = g.me;
        long mine = r.foldToPowerOfTwo(last);
        if (mine == Reduction.FOLDED) return;
        int corner = cube.corner();
        for (int d = 0; d < dimensions - 1; d++) {
            int other = corner ^ 1 << d;
            int k = cube.member(other);
            g.post(k, 1 + d);
            g.meet(k, 1 + d);
            combineOwn(r, cube, d, corner, other, mine);
            mine = r.dst;
        }
        middle(r, cube, corner, mine, middle);
        for (int d = dimensions - 2; d >= 0; d--) {
            int k = cube.member(corner ^ 1 << d);
            long tick = 2L * dimensions - d;
            giveOwn(r, cube, d, corner, k);
            g.post(k, tick);
            g.await(k, tick);
        }
        if (cube.hasFold()) {
            r.give(me - 1, r.dst, r.dst, r.bytes);
            g.post(me - 1, last);
        }
    }

    private static void middle(Reduction r, Hypercube cube, int corner, long mine, Middle middle) {
        Group g = r.g;
        int d = cube.dimensions - 1;
        int other = corner ^ 1 << d;
        int k = cube.member(other);
        long ready = cube.dimensions;
        long done = ready + 1;
        long theirs = d > 0 || cube.folded(other) ? r.dst : r.src;
        boolean lower = corner < other;
        switch (middle) {
            case LEFT -> {
                if (lower) {
                    g.meet(k, ready);
                    RecursiveDoubling.both(r, k, mine, theirs, from(r, cube, d, corner), end(r, cube, d, corner));
                    g.post(k, done);
                } else {
                    g.post(k, ready);
                    g.await(k, done);
                }
            }
            case MERGED -> {
                g.post(k, ready);
                g.meet(k, ready);
                long end = end(r, cube, d + 1, corner);
                for (long i = from(r, cube, d + 1, corner); i < end; i += r.tile()) {
                    long n = Math.min(r.tile(), end - i);
                    combine(r, lower, k, mine, theirs, i, n);
                    r.give(k, r.dst + i * r.width, r.dst + i * r.width, n * r.width);
                }
                g.post(k, done);
                g.await(k, done);
            }
            case PLAIN -> {
                g.post(k, ready);
                g.meet(k, ready);
                combineOwn(r, cube, d, corner, other, mine);
                giveOwn(r, cube, d, corner, k);
                g.post(k, done);
                g.await(k, done);
            }
        }
    }

    /// Combines the part that this corner keeps in dimension `d`.
    private static void combineOwn(Reduction r, Hypercube cube, int d, int corner, int other, long mine) {
        long theirs = d > 0 || cube.folded(other) ? r.dst : r.src;
        long i = from(r, cube, d + 1, corner);
        combine(r, corner < other, cube.member(other), mine, theirs, i, end(r, cube, d + 1, corner) - i);
    }

    private static void combine(Reduction r, boolean lower, int k, long mine, long theirs, long i, long n) {
        int me = r.g.me;
        long at = i * r.width;
        if (lower) r.combine(r.dst + at, me, mine + at, k, theirs + at, n);
        else r.combine(r.dst + at, k, theirs + at, me, mine + at, n);
    }

    /// Writes the part that this corner has kept in dimension `d` to the partner there.
    private static void giveOwn(Reduction r, Hypercube cube, int d, int corner, int k) {
        long i = from(r, cube, d + 1, corner);
        long at = r.dst + i * r.width;
        r.give(k, at, at, (end(r, cube, d + 1, corner) - i) * r.width);
    }

    /// The first block that a corner keeps after `d` halvings: a set bit takes the upper half.
    private static int block(Hypercube cube, int d, int corner) {
        int block = 0;
        for (int bit = 0; bit < d; bit++) {
            if ((corner >> bit & 1) != 0) block += cube.corners >> bit + 1;
        }
        return block;
    }

    private static long from(Reduction r, Hypercube cube, int d, int corner) {
        return r.start(block(cube, d, corner), cube.corners);
    }

    private static long end(Reduction r, Hypercube cube, int d, int corner) {
        return r.start(block(cube, d, corner) + (cube.corners >> d), cube.corners);
    }
}
