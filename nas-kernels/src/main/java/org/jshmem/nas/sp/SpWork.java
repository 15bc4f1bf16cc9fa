// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import org.jshmem.Work;

/// The work that SP declares for each phase, counted in the loops: operations, doubles loaded and doubles stored per
/// node.
/*
 * The counts are those of the source, before the compiler keeps anything in registers; a fused multiply-add is two
 * operations. The footprint is the memory that a phase touches once: it decides whether the data come from memory.
 */
final class SpWork {
    private SpWork() {}

    /// The derived fields: `derive`.
    static Work derive(long nodes) {
        return work(nodes, 23, 5, 7, 12);
    }

    /// The derived fields of the line solves along z.
    static Work deriveAlongZ(long nodes) {
        return work(nodes, 14, 5, 3, 8);
    }

    /// Eight values of a node to lines and five back, each read and written once.
    static Work transpose(long nodes) {
        return work(nodes, 13 * 3, 13, 13, 13);
    }

    /// The spatial operator: density 34, each momentum 53, energy 74 operations.
    static Work flux(long nodes) {
        return work(nodes, 34 + 3 * 53 + 74, 25 + 3 * 40 + 47, 5, 5 + 7 + 5 + 5);
    }

    /// The change to the variables of the x sweep: `txinvr`.
    static Work txinvr(long nodes) {
        return work(nodes, 34, 11, 5, 10);
    }

    /// A whole line solve.
    static Work solve(long nodes) {
        return work(nodes, 78 + 20 + 20, 37 + 21 + 10, 14 + 5 + 7, 17 + 5);
    }

    private static Work work(long n, int operations, int loads, int stores, int distinct) {
        return Work.flops(n * operations)
                .bytes(n * loads * Double.BYTES, n * stores * Double.BYTES)
                .footprint(n * distinct * Double.BYTES)
                .vectorized()
                .prefetched();
    }
}
