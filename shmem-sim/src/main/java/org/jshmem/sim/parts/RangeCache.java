// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.parts;

import java.util.Arrays;

/// A cache of a core, as a model of capacity only: ranges of lines, of which the least recently used leave first. Lines
/// that other cores hold or have taken away are the directory's concern.
public final class RangeCache {
    /*
     * Ranges are nodes of two orders: `sorted` by region and line, for a binary search, and a ring through `older` and
     * `newer` by time of use. The ends of the ring are at node 0. A range that follows the most recent one in memory
     * joins it, so that a stream of short accesses is one range. `memo` finds the node of a range that was used before
     * without a search, if the range still is one node: flags are such ranges. A node is known by the place of its
     * record in `nodes`, which has its first line, the line after it, its region, and both its neighbours in the ring.
     */

    /// A consumer of evicted lines.
    public interface Victims {
        /// Lines `from` up to `to` of a region have left the cache.
        void evicted(int region, long from, long to);
    }

    private static final int TO = 1;
    private static final int REGION = 2;
    private static final int RING = 3;
    private static final int RECORD = 4;
    private static final int ENDS = 0;
    private static final int NOWHERE = -2; // the region of an unused node

    private final long capacity;
    private long held;
    private long[] nodes = new long[4 * RECORD];
    private int used = RECORD; // longs
    private int unused = -1; // a chain through `older`
    private int[] memo = new int[64];
    private int ranges;
    private int[] sorted = new int[4];

    /// An empty cache of this number of lines.
    public RangeCache(long lines) {
        capacity = lines;
    }

    /// The number of further lines that fit without an eviction.
    public long room() {
        return capacity - held;
    }

    /// Uses lines `first` up to `end` of a region: they become the most recent. Returns the number of lines that were
    /// present.
    public long use(int where, long first, long end, Victims victims) {
        int slot = slot(where, first);
        int known = memo[slot];
        if (region(known) == where && nodes[known] == first && nodes[known + TO] == end && known != ENDS) {
            if (newer(known) != ENDS) {
                unlink(known);
                link(known);
            }
            return end - first;
        }
        int at = search(where, first);
        if (at < ranges) {
            int node = sorted[at];
            if (region(node) == where && nodes[node] <= first && end <= nodes[node + TO]) {
                if (newer(node) == ENDS) {
                    if (end == nodes[node + TO]) return end - first; // these lines are the most recent already
                } else if (nodes[node] == first && nodes[node + TO] == end) {
                    unlink(node);
                    link(node);
                    memo[slot] = node;
                    return end - first;
                }
            }
        }
        long found = takeOut(where, first, end, false);
        append(where, first, end);
        memo[slot] = older(ENDS);
        evict(victims);
        return found;
    }

    /// Uses the present lines among `first` up to `end`, and takes no others in, as a write to a cache that allocates
    /// on reads alone. Returns the number of lines that were present.
    public long useHeld(int where, long first, long end) {
        return takeOut(where, first, end, true);
    }

    /// Removes lines `first` up to `end` of a region. Returns the number of lines that were present.
    public long takeOut(int where, long first, long end) {
        return takeOut(where, first, end, false);
    }

    /// The place of a range in `memo`: a hash, since ranges of equal offsets and of arrays a power of two apart are
    /// common.
    private int slot(int where, long first) {
        return (int) ((((long) where << 40) + first) * 0x9e3779b97f4a7c15L >>> 40) & memo.length - 1;
    }

    /// The position in `sorted` of the first range of the region that ends after a line, or of the range after that.
    private int search(int where, long line) {
        int low = 0;
        int high = ranges;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int node = sorted[middle];
            if (region(node) < where || region(node) == where && nodes[node + TO] <= line) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private long takeOut(int where, long first, long end, boolean back) {
        long found = 0;
        long start = first;
        for (int at = search(where, first); at < ranges; at = search(where, start)) {
            int node = sorted[at];
            if (region(node) != where || nodes[node] >= end) break;
            long left = Math.max(nodes[node], first);
            long right = Math.min(nodes[node + TO], end);
            cut(at, node, left, right);
            found += right - left;
            held -= right - left;
            if (back) append(where, left, right);
            start = right;
        }
        return found;
    }

    /// Takes lines `left` up to `right` out of a range that has them all.
    private void cut(int at, int node, long left, long right) {
        boolean before = nodes[node] < left;
        boolean behind = nodes[node + TO] > right;
        if (before && behind) {
            int rest = make(region(node), right, nodes[node + TO]);
            nodes[node + TO] = left;
            insert(at + 1, rest);
            setNewer(rest, newer(node)); // as recent as the part before it
            setOlder(rest, node);
            setOlder(newer(node), rest);
            setNewer(node, rest);
        } else if (before) {
            nodes[node + TO] = left;
        } else if (behind) {
            nodes[node] = right;
        } else {
            delete(at, node);
        }
    }

    private void append(int where, long first, long end) {
        held += end - first;
        int latest = older(ENDS);
        if (latest != ENDS && region(latest) == where && nodes[latest + TO] == first) {
            nodes[latest + TO] = end;
            return;
        }
        int at = search(where, first);
        int node = make(where, first, end);
        insert(at, node);
        link(node);
    }

    private void evict(Victims victims) {
        while (held > capacity) {
            int oldest = newer(ENDS);
            long out = Math.min(held - capacity, nodes[oldest + TO] - nodes[oldest]);
            held -= out;
            victims.evicted(region(oldest), nodes[oldest], nodes[oldest] + out);
            if (nodes[oldest] + out == nodes[oldest + TO]) delete(search(region(oldest), nodes[oldest]), oldest);
            else nodes[oldest] += out;
        }
    }

    private int make(int where, long first, long end) {
        int node = unused;
        if (node >= 0) {
            unused = older(node);
        } else {
            node = used;
            used += RECORD;
            if (node == nodes.length) nodes = Arrays.copyOf(nodes, 2 * node);
        }
        nodes[node] = first;
        nodes[node + TO] = end;
        nodes[node + REGION] = where;
        return node;
    }

    private int region(int node) {
        return (int) nodes[node + REGION];
    }

    private int older(int node) {
        return (int) (nodes[node + RING] >>> Integer.SIZE);
    }

    private int newer(int node) {
        return (int) nodes[node + RING];
    }

    private void setOlder(int node, int other) {
        nodes[node + RING] = (long) other << Integer.SIZE | nodes[node + RING] & 0xffffffffL;
    }

    private void setNewer(int node, int other) {
        nodes[node + RING] = nodes[node + RING] >>> Integer.SIZE << Integer.SIZE | other;
    }

    private void insert(int at, int node) {
        if (ranges == sorted.length) grow();
        System.arraycopy(sorted, at, sorted, at + 1, ranges++ - at);
        sorted[at] = node;
    }

    private void grow() {
        sorted = Arrays.copyOf(sorted, 2 * ranges);
        if (memo.length < 4 * sorted.length) memo = new int[4 * sorted.length];
    }

    private void delete(int at, int node) {
        System.arraycopy(sorted, at + 1, sorted, at, --ranges - at);
        unlink(node);
        nodes[node + REGION] = NOWHERE;
        setOlder(node, unused);
        unused = node;
    }

    /// Makes a node the most recent one.
    private void link(int node) {
        int latest = older(ENDS);
        nodes[node + RING] = (long) latest << Integer.SIZE | ENDS;
        setNewer(latest, node);
        setOlder(ENDS, node);
    }

    private void unlink(int node) {
        setNewer(older(node), newer(node));
        setOlder(newer(node), older(node));
    }
}
