// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import org.jshmem.Cmp;
import org.jshmem.sim.SimTransport;
import org.jshmem.transport.Atomic;

/// Ramos & Hoefler's reduction of one item up a tree (section 4.3).
///
/// The parent sets a flag: its buffers are free. Each child writes into its own buffer at the parent and adds one to
/// the parent's count. The parent adds the buffers up.
///
/// The reduction has depth rounds and costs (17) to (18).
public final class RamosHoeflerReduction {
    private static final String WAIT = "for a flag of the experiment";
    /*
     * Lines of a PE, from `base`: FREE is its flag for the children; ARRIVED is their count; then one buffer per
     * child.
     */
    private static final long LINE = 64;
    private static final int FREE = 0;
    private static final long ARRIVED = LINE;
    private static final long BUFFERS = 2 * LINE;

    private final SimTransport t;
    private final long base;

    /// Creates the reduction of this PE. It has lines from `base` in every region: two, and one for each child.
    public RamosHoeflerReduction(SimTransport transport, long base) {
        t = transport;
        this.base = base;
    }

    /// Sums one word over all PEs. The root returns the sum, each other PE the part that it passed on. Episodes are
    /// numbered from 1.
    public long sum(TreeShape tree, long word, long episode) {
        int me = t.pe();
        int[] children = tree.children()[me];
        long sum = word;
        if (children.length > 0) {
            t.channel().signal(me, base + FREE, episode); // release: pairs with the await of the children below
            t.awaitOf(t.pe(), base + ARRIVED, Cmp.GE, children.length * episode, WAIT);
            for (int child = 0; child < children.length; child++)
                sum += t.channel().load(me, base + BUFFERS + child * LINE, 8);
        }
        int parent = tree.parent()[me];
        if (parent >= 0) {
            t.awaitOf(parent, base + FREE, Cmp.GE, episode, WAIT);
            t.channel().store(parent, base + BUFFERS + place(tree, me, parent) * LINE, 8, sum);
            t.channel().atomic(Atomic.ADD, parent, base + ARRIVED, 8, 1, 0); // release: pairs with the parent's await
        }
        return sum;
    }

    private static long place(TreeShape tree, int me, int parent) {
        int[] siblings = tree.children()[parent];
        int place = 0;
        while (siblings[place] != me) place++;
        return place;
    }
}
