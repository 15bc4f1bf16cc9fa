// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import org.jshmem.collective.Group;
import org.jshmem.collective.Hypercube;
import org.jshmem.collective.Reduction;
import org.jshmem.collective.algorithm.Rabenseifner;

/// Rabenseifner's reduction with another middle than `rsag`, which combines and exchanges tile by tile.
///
/// ```
/// rsag-plain    both members combine a half, signal, then write it to the other
/// rsag-left     the lower member combines both halves and writes them to both
/// ```
///
/// Costs and bits are those of `rsag` (Namashivayam 2014, 5.1.4).
final class RabenseifnerVariants {
    private RabenseifnerVariants() {}

    /// Reduces with a middle of two steps.
    static void plain(Reduction r) {
        long mine = Rabenseifner.scatter(r);
        if (mine == Reduction.FOLDED) return;
        Group g = r.g;
        Hypercube cube = r.cube;
        int d = cube.dimensions - 1;
        int k = cube.partner(d);
        long ready = cube.dimensions;
        g.calls.post(k, ready);
        g.calls.awaitInCall(k, ready);
        Rabenseifner.combineOwn(r, d, mine);
        Rabenseifner.giveOwn(r, d);
        g.calls.post(k, ready + 1);
        g.calls.await(k, ready + 1);
        Rabenseifner.gather(r);
    }

    /// Reduces with a middle that the lower member of each pair computes for both.
    static void left(Reduction r) {
        long mine = Rabenseifner.scatter(r);
        if (mine == Reduction.FOLDED) return;
        Group g = r.g;
        Hypercube cube = r.cube;
        int d = cube.dimensions - 1;
        int k = cube.partner(d);
        long ready = cube.dimensions;
        if (cube.isLower(d)) {
            g.calls.awaitInCall(k, ready);
            long theirs = Rabenseifner.theirs(r, d);
            LeftDoubling.both(r, k, mine, theirs, Rabenseifner.from(r, d), Rabenseifner.end(r, d));
            g.calls.post(k, ready + 1);
        } else {
            g.calls.post(k, ready);
            g.calls.await(k, ready + 1);
        }
        Rabenseifner.gather(r);
    }
}
