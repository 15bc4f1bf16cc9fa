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
     * without a search, if the range still is one node: flags are such ranges.
     */

    /// A consumer of evicted lines.
    public interface Victims {
        /// Lines `from` up to `to` of a region have left the cache.
        void evicted(int region, long from, long to);
    }

    private static final int ENDS = 0;
    private static final int NOWHERE = -2; // the region of an unused node

    private final long capacity;
    private long held;
    private int nodes = 1;
    private int unused = -1; // a chain through `older`
    private int[] region = new int[4];
    private long[] from = new long[4];
    private long[] to = new long[4];
    private int[] older = new int[4];
    private int[] newer = new int[4];
    private int[] memo = new int[64];
    private int ranges;
    private int[] sorted = new int[4];

    /// An empty cache of this number of lines.
    public RangeCache(long lines) {
        capacity = lines;
    }

    /// Whether this number of further lines fits without an eviction.
    public boolean hasRoom(long lines) {
        return held + lines <= capacity;
    }

    /// Uses lines `first` up to `end` of a region: they become the most recent. Returns the number of lines that were
    /// present.
    public long use(int where, long first, long end, Victims victims) {
        int slot = slot(where, first);
        int known = memo[slot];
        if (region[known] == where && from[known] == first && to[known] == end && known != ENDS) {
            if (newer[known] != ENDS) {
                unlink(known);
                link(known);
            }
            return end - first;
        }
        int at = search(where, first);
        if (at < ranges) {
            int node = sorted[at];
            if (region[node] == where && from[node] <= first && end <= to[node]) {
                if (newer[node] == ENDS) {
                    if (end == to[node]) return end - first; // these lines are the most recent already
                } else if (from[node] == first && to[node] == end) {
                    unlink(node);
                    link(node);
                    memo[slot] = node;
                    return end - first;
                }
            }
        }
        long found = takeOut(where, first, end, false);
        append(where, first, end);
        memo[slot] = older[ENDS];
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
            if (region[node] < where || region[node] == where && to[node] <= line) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private long takeOut(int where, long first, long end, boolean back) {
        long found = 0;
        long start = first;
        for (int at = search(where, first); at < ranges; at = search(where, start)) {
            int node = sorted[at];
            if (region[node] != where || from[node] >= end) break;
            long left = Math.max(from[node], first);
            long right = Math.min(to[node], end);
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
        boolean before = from[node] < left;
        boolean behind = to[node] > right;
        if (before && behind) {
            int rest = make(region[node], right, to[node]);
            to[node] = left;
            insert(at + 1, rest);
            newer[rest] = newer[node]; // as recent as the part before it
            older[rest] = node;
            older[newer[node]] = rest;
            newer[node] = rest;
        } else if (before) {
            to[node] = left;
        } else if (behind) {
            from[node] = right;
        } else {
            delete(at, node);
        }
    }

    private void append(int where, long first, long end) {
        held += end - first;
        int latest = older[ENDS];
        if (latest != ENDS && region[latest] == where && to[latest] == first) {
            to[latest] = end;
            return;
        }
        int at = search(where, first);
        int node = make(where, first, end);
        insert(at, node);
        link(node);
    }

    private void evict(Victims victims) {
        while (held > capacity) {
            int oldest = newer[ENDS];
            long out = Math.min(held - capacity, to[oldest] - from[oldest]);
            held -= out;
            victims.evicted(region[oldest], from[oldest], from[oldest] + out);
            if (from[oldest] + out == to[oldest]) delete(search(region[oldest], from[oldest]), oldest);
            else from[oldest] += out;
        }
    }

    private int make(int where, long first, long end) {
        int node = unused;
        if (node >= 0) {
            unused = older[node];
        } else {
            node = nodes++;
            if (node == region.length) {
                region = Arrays.copyOf(region, 2 * node);
                from = Arrays.copyOf(from, 2 * node);
                to = Arrays.copyOf(to, 2 * node);
                older = Arrays.copyOf(older, 2 * node);
                newer = Arrays.copyOf(newer, 2 * node);
            }
        }
        region[node] = where;
        from[node] = first;
        to[node] = end;
        return node;
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
        region[node] = NOWHERE;
        older[node] = unused;
        unused = node;
    }

    /// Makes a node the most recent one.
    private void link(int node) {
        int latest = older[ENDS];
        older[node] = latest;
        newer[node] = ENDS;
        newer[latest] = node;
        older[ENDS] = node;
    }

    private void unlink(int node) {
        newer[older[node]] = newer[node];
        older[newer[node]] = older[node];
    }
}
