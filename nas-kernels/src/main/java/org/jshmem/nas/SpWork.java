// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import org.jshmem.Work;

/// What SP declares for each phase, counted in the loops: operations, doubles loaded and doubles stored per node.
/*
 * Counts are those of the source, a fused multiply-add being two operations, before the compiler keeps anything in
 * registers. The footprint is what a phase touches once: it says whether the data come from memory.
 */
final class SpWork {
    private SpWork() {}

    /// Copying so many doubles between fields and a message.
    static Work packing(long n) {
        return work(n, 0, 1, 1, 2);
    }

    /// The derived fields: `derive`.
    static Work derive(long nodes) {
        return work(nodes, 23, 5, 7, 12);
    }

    /// Three directions of the spatial operator: mass 13, along 20, across 2 x 19, energy 27 operations each.
    static Work flux(long nodes) {
        return work(nodes, 3 * 98, 3 * 85, 3 * 5, 5 + 7 + 5 + 5);
    }

    /// The change to the variables of the x sweep: `txinvr`.
    static Work txinvr(long nodes) {
        return work(nodes, 34, 11, 5, 10);
    }

    /// Bringing lines in and eliminating: three matrices.
    static Work eliminate(long nodes) {
        return work(nodes, 5 + 31 + 2 * 23, 8 + 22 + 2 * 17, 8 + 5 + 2 * 3, 8 + 3 + 11);
    }

    /// Back substitution of five variables.
    static Work substitute(long nodes) {
        return work(nodes, 5 * 4 + 6, 5 * 3 + 6, 5, 11);
    }

    /// A change of variables and bringing lines out.
    static Work finish(long nodes) {
        return work(nodes, 20, 10, 5, 15);
    }

    /// A whole line solve of a cell that has no neighbour.
    static Work solve(long nodes) {
        return work(nodes, 82 + 26 + 20, 64 + 21 + 10, 19 + 5 + 5, 22 + 5);
    }

    private static Work work(long n, int operations, int loads, int stores, int distinct) {
        return Work.flops(n * operations)
                .bytes(n * loads * Double.BYTES, n * stores * Double.BYTES)
                .footprint(n * distinct * Double.BYTES)
                .vectorized()
                .prefetched();
    }
}
