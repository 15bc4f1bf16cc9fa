// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.Arrays;

/// The order in which PEs act: a priority queue by time, then PE, that has each PE at most once.
final class EventQueue {
    /*
     * A tournament (Knuth, The Art of Computer Programming, volume 3, 5.4.1). The leaf of a PE has its key, time <<
     * bits | pe. Node n has the smallest key of its four children, 4n to 4n + 3, and node 1 the smallest of all. A key
     * goes up to node 1 even where it changes no node: a processor does not foresee at which node it could stop, and
     * the way is short.
     */

    /// The number that stands for no PE.
    static final int NONE = -1;

    private static final long NEVER = Long.MAX_VALUE; // the key of a PE that is not in the queue

    /// The last valid time: the key has room for 40 virtual hours of 60 PEs and 9 minutes of 16,384. A sum of two such
    /// times does not overflow.
    final long last;

    private final int bits;
    private final int leaves;
    private final long[] tree;

    EventQueue(int pes) {
        if (pes < 1) throw new IllegalArgumentException("sim: a job has at least 1 PE, got npes=" + pes);
        bits = Integer.SIZE - Integer.numberOfLeadingZeros(pes - 1);
        leaves = 1 << (bits + 1 & -2);
        last = Math.min(Long.MAX_VALUE >>> 2, (Long.MAX_VALUE >>> bits) - 1);
        tree = new long[2 * leaves];
        Arrays.fill(tree, NEVER);
    }

    void check(long time, int pe) {
        if (time < 0 || time > last) {
            throw new IllegalStateException("PE " + pe + ": virtual time has passed its end, "
                    + last / 1_000_000_000_000L + " s; simulate a smaller problem");
        }
    }

    /// Returns the PE that acts first, or [#NONE] if the queue is empty.
    int first() {
        return tree[1] == NEVER ? NONE : (int) tree[1] & (1 << bits) - 1;
    }

    /// The time at which the first PE acts; later than any time if the queue is empty.
    long firstTime() {
        return tree[1] >> bits;
    }

    /// Whether a PE that is not in the queue acts before all others at a time.
    boolean precedesAll(int pe, long time) {
        check(time, pe);
        return key(time, pe) < tree[1];
    }

    private long key(long time, int pe) {
        return time << bits | pe;
    }

    /// Enters a PE, or moves it to another time.
    void schedule(int pe, long time) {
        check(time, pe);
        put(pe, key(time, pe));
    }

    /// Takes a PE out, at any position.
    void cancel(int pe) {
        put(pe, NEVER);
    }

    private void put(int pe, long key) {
        int node = leaves + pe;
        if (tree[node] == key) return;
        tree[node] = key;
        for (long least = key; node > 1; tree[node] = least) {
            least = Math.min(least, Math.min(tree[node ^ 1], Math.min(tree[node ^ 2], tree[node ^ 3])));
            node >>>= 2;
        }
    }
}
