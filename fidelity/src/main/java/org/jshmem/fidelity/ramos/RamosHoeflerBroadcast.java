// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import org.jshmem.Cmp;
import org.jshmem.sim.SimTransport;
import org.jshmem.transport.Atomic;

/// Ramos & Hoefler's broadcasts (section 4.1) for cache-coherent machines: receivers fetch, and notify their parent
/// after the fetch.
///
/// ```
///   n = 6, k = (3, 1)        0           down: each child polls its parent's line, which holds flag and payload
///                          / | \         up:   each child adds one to its parent's notification line
///                         1  2  3
///                         |  |
///                         4  5
/// ```
/// The small broadcast has depth rounds and costs (10) to (11). In the large flat one each PE copies from the root,
/// cost (14). The large pipelined one has n - 1 slices: each PE fetches slice after slice from its right neighbour,
/// cost (12) to (13).
///
/// Calls are numbered by `episode` from 1, equally on all PEs; flags and counts only grow.
public final class RamosHoeflerBroadcast {
    private static final String WAIT = "for a flag of the experiment";
    /*
     * Lines of a PE, from `base`. OCCUPIED is the root's claim of the structures. READY is the flag and the payload,
     * polled by the children. TAKEN is the count of children that have the payload. STAGE is the pipeline's flag and
     * count. MESSAGE is the private buffer that the PE copies the message from.
     *
     * The parent's three steps are the paper's: fetch the structure's line, copy the message into it, set the flag.
     * While it copies, children that poll may get the line and cost the flag another fetch; the worst case, (11),
     * includes this.
     */
    private static final int OCCUPIED = 0;
    private static final int READY = 64;
    private static final int PAYLOAD = READY + 8;
    private static final int TAKEN = 128;
    private static final int STAGE = 192;
    private static final int FETCHED = STAGE + 8;

    /// The offset of the private buffer in a PE's lines; measurements put the buffer into its owner's cache first.
    static final int MESSAGE = 256;

    private final SimTransport t;
    private final long base;
    private final int me;

    /// Creates the broadcasts of this PE, with its lines from `base` in every region.
    public RamosHoeflerBroadcast(SimTransport transport, long base) {
        t = transport;
        this.base = base;
        me = t.pe();
    }

    /// Broadcasts one word from PE 0 down a tree and returns it, on the root after all PEs have it.
    public long small(TreeShape tree, long word, long episode) {
        long value = take(tree, word, episode);
        give(tree, value, episode);
        release(tree);
        return value;
    }

    /// The root claims the structures; the others wait for their parent and read the payload next to its flag.
    private long take(TreeShape tree, long word, long episode) {
        int parent = tree.parent()[me];
        if (parent < 0) {
            t.channel().store(me, base + OCCUPIED, 8, episode);
            return word;
        }
        t.awaitOf(parent, base + READY, Cmp.GE, episode, WAIT); // acquire: pairs with the signal in give
        return t.channel().load(parent, base + PAYLOAD, 8);
    }

    private void give(TreeShape tree, long value, long episode) {
        int children = tree.children()[me].length;
        if (children > 0) publish(value, children, episode);
    }

    /// Publishes a value to this PE's children, and waits until all of them have it.
    private void publish(long value, int children, long episode) {
        t.channel().store(me, base + PAYLOAD, 8, value);
        t.channel().load(me, base + MESSAGE, 8); // the copy reads one line of this PE's cache
        t.channel().signal(me, base + READY, episode); // release: pairs with the await in take
        t.awaitOf(t.pe(), base + TAKEN, Cmp.GE, children * episode, WAIT);
    }

    private void release(TreeShape tree) {
        int parent = tree.parent()[me];
        if (parent >= 0) t.channel().atomic(Atomic.ADD, parent, base + TAKEN, 8, 1, 0);
    }

    /// Copies `bytes` at `offset` of the root's region to the same offset of each PE's region.
    public void flat(TreeShape flat, long offset, long bytes, long episode) {
        if (me == 0) {
            small(flat, offset, episode);
            return;
        }
        long from = take(flat, 0, episode);
        fetch(0, from, bytes);
        release(flat);
    }

    /// Broadcasts as [#flat], in n - 1 slices of whole lines. In stage s PE i fetches slice i - 1 + s, modulo n - 1:
    /// from the root in stage 0, from its right neighbour in the others.
    public void pipelined(TreeShape flat, long offset, long bytes, long episode) {
        int others = t.npes() - 1;
        long slice = ((bytes + 63) / 64 + others - 1) / others * 64;
        long before = (episode - 1) * others;
        if (me == 0) {
            t.channel().store(me, base + OCCUPIED, 8, episode);
            publish(offset, others, episode);
            return;
        }
        int right = me % others + 1;
        for (int stage = 0; stage < others; stage++) {
            long from = offset + (me - 1 + stage) % others * slice;
            long count = Math.clamp(offset + bytes - from, 0, slice);
            if (stage == 0) {
                t.awaitOf(0, base + READY, Cmp.GE, episode, WAIT);
                fetch(0, from, count);
            } else {
                // acquire: pairs with the signal below
                t.awaitOf(right, base + STAGE, Cmp.GE, before + stage, WAIT);
                fetch(right, from, count);
            }
            // release: pairs with the await of the left neighbour
            t.channel().signal(me, base + STAGE, before + stage + 1);
            if (stage > 0) t.channel().atomic(Atomic.ADD, right, base + FETCHED, 8, 1, 0);
            if (stage == (me - 1) % Math.max(1, others)) release(flat); // a different stage for each PE
        }
        t.awaitOf(t.pe(), base + FETCHED, Cmp.GE, episode * (others - 1), WAIT);
    }

    private void fetch(int from, long offset, long bytes) {
        if (bytes > 0) t.channel().copy(me, offset, from, offset, bytes);
    }
}
