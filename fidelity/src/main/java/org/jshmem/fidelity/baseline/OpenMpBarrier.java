// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.baseline;

import org.jshmem.Cmp;
import org.jshmem.sim.SimTransport;

/// The barrier of Intel's OpenMP, as its published runtime makes it by default (`hyper`, branch factor 4 up and
/// down).
///
/// It is a tree in a hypercube. A parent polls a line of each child, and releases each child in a line of that child.
///
/// ```
///   n = 16    up: 0 polls 1, 2, 3, then 4, 8, 12; 4 polls 5, 6, 7 and so on    down: the same backwards
/// ```
/// The barrier has 2 ceil(log_4 n) levels; flags that only grow with the episode replace sense reversal. A reduction is
/// the same barrier: on the way up a parent adds the values of its children, each of which lies in a line of its own.
public final class OpenMpBarrier {
    private static final String WAIT = "for a flag of the experiment";
    private static final int BITS = 2;
    private static final int GO = 64;
    private static final int VALUE = 128;

    /// Bytes from `base` that a PE needs.
    public static final int BYTES = 192;

    private final SimTransport t;
    private final long base;
    private boolean reduces;

    /// Creates the barrier of this PE, with its lines from `base` in every region.
    public OpenMpBarrier(SimTransport transport, long base) {
        t = transport;
        this.base = base;
    }

    /// Waits until all PEs have called it `episode` times; episodes are numbered from 1.
    public void await(long episode) {
        int me = t.pe();
        int level = gather(me, episode);
        for (level -= BITS; level >= 0; level -= BITS) {
            for (int child = 3; child > 0; child--) {
                int pe = me + (child << level);
                // release: pairs with the await of GO
                if (pe < t.npes()) t.channel().signal(pe, base + GO, episode);
            }
        }
    }

    /// Sums one word over all PEs, and returns the sum on PE 0.
    public long sum(long word, long episode) {
        reduces = true;
        t.channel().store(t.pe(), base + VALUE, 8, word);
        await(episode);
        return t.channel().load(t.pe(), base + VALUE, 8);
    }

    /// Waits for the children of each level, then, as a child, for the release. Returns the level at which this PE is
    /// a child.
    private int gather(int me, long episode) {
        int level = 0;
        for (; 1 << level < t.npes(); level += BITS) {
            if ((me >> level & 3) != 0) {
                t.channel().signal(me, base, episode); // release: pairs with the parent's await
                t.awaitOf(t.pe(), base + GO, Cmp.GE, episode, WAIT);
                break;
            }
            for (int child = 1; child <= 3; child++) {
                int pe = me + (child << level);
                if (pe >= t.npes()) continue;
                t.awaitOf(pe, base, Cmp.GE, episode, WAIT);
                if (reduces) add(me, pe);
            }
        }
        return level;
    }

    private void add(int me, int child) {
        long sum = t.channel().load(me, base + VALUE, 8) + t.channel().load(child, base + VALUE, 8);
        t.channel().store(me, base + VALUE, 8, sum);
    }
}
