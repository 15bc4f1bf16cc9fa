// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;

/// A cache of a core, as a model of capacity only: ranges of lines, of which the least recently used leave first. Lines
/// that other cores hold or have taken away are the directory's concern.
public final class LruRanges {
    /*
     * Disjoint ranges, in a ring by time of use, whose ends are at one node, and in a tree by region and first line. A
     * range that follows the most recent one in memory joins it, so that a stream of short accesses is one range. A
     * range that is used again is found by its first line in a hash table: flags are such ranges. The tree serves only
     * requests that cut ranges.
     */

    /// A consumer of evicted lines.
    public interface Evicted {
        /// Lines `from` up to `to` of a region have left the cache.
        void lines(int region, long from, long to);
    }

    private static final class Range {
        private final int region;
        private final long first;
        private long end;
        private Range older = this;
        private Range newer = this;

        Range(int region, long first, long end) {
            this.region = region;
            this.first = first;
            this.end = end;
        }

        private void unlink() {
            older.newer = newer;
            newer.older = older;
        }

        private void linkAfter(Range other) {
            older = other;
            newer = other.newer;
            newer.older = this;
            other.newer = this;
        }
    }

    private final long capacity;
    private long held;
    private final Range ends = new Range(-2, 0, 0);
    private final TreeMap<Long, Range> sorted = new TreeMap<>();
    private final Long2ObjectHashMap<Range> byFirst = new Long2ObjectHashMap<>(); // the ranges of the tree

    /// An empty cache of this number of lines.
    public LruRanges(long lines) {
        capacity = lines;
    }

    private static long key(int region, long line) {
        return (region + 1L) << 40 | line;
    }

    /// Uses lines `first` up to `end` of a region: they become the most recent. Returns the number of lines that were
    /// present.
    public long use(int region, long first, long end, Evicted evicted) {
        Range latest = ends.older;
        if (latest.region == region && latest.first <= first && latest.end == end) return end - first;
        Range known = byFirst.get(key(region, first));
        if (known != null && known.end == end) {
            known.unlink();
            known.linkAfter(latest);
            return end - first;
        }
        long found = takeOut(region, first, end, false);
        append(region, first, end);
        evict(evicted);
        return found;
    }

    /// Uses the present lines among `first` up to `end`, and takes no others in, as a write to a cache that allocates
    /// on reads alone. Returns the number of lines that were present.
    public long useHeld(int region, long first, long end) {
        return takeOut(region, first, end, true);
    }

    /// Removes lines `first` up to `end` of a region. Returns the number of lines that were present.
    public long takeOut(int region, long first, long end) {
        return takeOut(region, first, end, false);
    }

    private long takeOut(int region, long first, long end, boolean back) {
        long found = 0;
        long start = first;
        for (Range range = after(region, start); range != null && range.first < end; range = after(region, start)) {
            long left = Math.max(range.first, first);
            long right = Math.min(range.end, end);
            cut(range, left, right);
            found += right - left;
            held -= right - left;
            if (back) append(region, left, right);
            start = right;
        }
        return found;
    }

    /// The first range of a region that ends after a line; null for none.
    private Range after(int region, long line) {
        long key = key(region, line);
        Map.Entry<Long, Range> at = sorted.floorEntry(key);
        if (at == null || at.getValue().region != region || at.getValue().end <= line) at = sorted.higherEntry(key);
        return at == null || at.getValue().region != region ? null : at.getValue();
    }

    /// Takes lines `left` up to `right` out of a range that has them all.
    private void cut(Range range, long left, long right) {
        long end = range.end;
        if (range.first == left) remove(range);
        else range.end = left;
        if (end == right) return;
        Range before = range.first == left ? range.older : range; // the rest is as recent as the part before it
        enter(new Range(range.region, right, end), before);
    }

    private void append(int region, long first, long end) {
        held += end - first;
        Range latest = ends.older;
        if (latest.region == region && latest.end == first) latest.end = end;
        else enter(new Range(region, first, end), latest);
    }

    private void enter(Range range, Range before) {
        sorted.put(key(range.region, range.first), range);
        byFirst.put(key(range.region, range.first), range);
        range.linkAfter(before);
    }

    private void remove(Range range) {
        sorted.remove(key(range.region, range.first));
        byFirst.remove(key(range.region, range.first));
        range.unlink();
    }

    private void evict(Evicted evicted) {
        while (held > capacity) {
            Range oldest = ends.newer;
            long out = Math.min(held - capacity, oldest.end - oldest.first);
            held -= out;
            evicted.lines(oldest.region, oldest.first, oldest.first + out);
            cut(oldest, oldest.first, oldest.first + out);
        }
    }
}
