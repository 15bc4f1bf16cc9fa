// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.Map;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;

/// The caches of a core, as a model of capacity only: ranges of lines, of which the least recently used leave first.
/// Lines that other cores hold or have taken away are the directory's concern.
public final class LruRanges {
    /*
     * Disjoint ranges, in a ring by time of use, whose ends are at one node, and in a tree by region and first line. A
     * range that follows the most recent one in memory joins it, so that a stream of short accesses is one range. A
     * range that is used again is found by its first line in a hash table: flags are such ranges. The tree serves only
     * requests that cut ranges.
     *
     * Single lines, as flags are, enter later and together, as long as none can leave: a core's ranges are then at hand.
     * Of a line that is used again before, the latest use alone counts.
     *
     * Both levels of a core see the same uses, so that the first one has the most recent lines of the second (Mattson
     * et al. 1970). A range is near, in both levels, or far; `edge` is the oldest near one, or the ends.
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
        private boolean near = true;
        private Range older = this;
        private Range newer = this;

        Range(int region, long first, long end) {
            this.region = region;
            this.first = first;
            this.end = end;
        }
    }

    private static final int REGION = 40; // the bit of a key from which on it has the region
    private static final long LINES = (1L << REGION) - 1;
    private static final int LATER = 64;
    private static final long NONE = -1;

    private final long[] later = new long[LATER]; // the keys of single lines that have been used since, in this order
    private final byte[] places = new byte[LATER]; // by hash: the latest place of a key there
    private int waiting; // the number of these
    private final long capacity;
    private final long nearCapacity;
    private long held;
    private long nearHeld;
    private final Range ends = new Range(-2, 0, 0);
    private Range edge = ends;
    private final TreeMap<Long, Range> sorted = new TreeMap<>();
    private final Long2ObjectHashMap<Range> byFirst = new Long2ObjectHashMap<>(); // the ranges of the tree

    /// An empty cache of this number of lines.
    public LruRanges(long lines) {
        this(lines, lines);
    }

    /// Empty caches of two levels, with these numbers of lines.
    public LruRanges(long first, long second) {
        nearCapacity = first;
        capacity = second;
    }

    private static long key(int region, long line) {
        return (region + 1L) << REGION | line;
    }

    /// Uses a line of a region: it becomes the most recent.
    public void use(int region, long line, Evicted evicted) {
        if (waiting == LATER) forgetEarlier();
        if (held + waiting >= capacity) catchUp();
        if (held < capacity) enterLater(key(region, line));
        else take(region, line, line + 1, evicted);
    }

    private void enterLater(long key) {
        int hash = (int) (key ^ key >>> REGION) & LATER - 1;
        int before = places[hash];
        if (before < waiting && later[before] == key) later[before] = NONE;
        places[hash] = (byte) waiting;
        later[waiting++] = key;
    }

    /// Makes room for single lines: those that have been used again have left theirs.
    private void forgetEarlier() {
        waiting = 0;
        for (int i = 0; i < LATER; i++) {
            if (later[i] != NONE) enterLater(later[i]);
        }
        if (waiting > LATER / 2) catchUp();
    }

    private void catchUp() {
        for (int i = 0; i < waiting; i++) {
            long line = later[i] & LINES;
            if (later[i] != NONE) take((int) (later[i] >> REGION) - 1, line, line + 1, null); // none leaves
        }
        waiting = 0;
    }

    /// Uses lines `first` up to `end` of a region: they become the most recent. Returns the number of lines that were
    /// present in the first level.
    public long use(int region, long first, long end, Evicted evicted) {
        catchUp();
        return take(region, first, end, evicted);
    }

    private long take(int region, long first, long end, Evicted evicted) {
        Range latest = ends.older;
        if (latest.region == region && latest.first <= first && latest.end == end && latest.near) return end - first;
        Range known = byFirst.get(key(region, first));
        if (known != null && known.end == end) return useAgain(known);
        long found = takeOut(region, first, end, false);
        append(region, first, end);
        evict(evicted);
        demote();
        return found;
    }

    private long useAgain(Range range) {
        unlink(range);
        link(range, ends.older);
        long count = range.end - range.first;
        if (range.near) return count;
        range.near = true;
        if (edge == ends) edge = range;
        nearHeld += count;
        demote();
        return 0;
    }

    /// Uses the present lines among `first` up to `end`, and takes no others in, as a write to a cache that allocates
    /// on reads alone. Returns the number of lines that were present in the first level.
    public long useHeld(int region, long first, long end) {
        catchUp();
        return takeOut(region, first, end, true);
    }

    /// Removes lines `first` up to `end` of a region. Returns the number of lines that were present in the first level.
    public long takeOut(int region, long first, long end) {
        catchUp();
        return takeOut(region, first, end, false);
    }

    private long takeOut(int region, long first, long end, boolean back) {
        long found = 0;
        long start = first;
        for (Range range = after(region, start); range != null && range.first < end; range = after(region, start)) {
            long left = Math.max(range.first, first);
            long right = Math.min(range.end, end);
            if (range.near) found += right - left;
            cut(range, left, right);
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
        held -= right - left;
        if (range.near) nearHeld -= right - left;
        long end = range.end;
        Range older = range.older;
        if (range.first == left) remove(range);
        else range.end = left;
        if (end > right) enter(new Range(range.region, right, end), range.first == left ? older : range, range.near);
    }

    private void append(int region, long first, long end) {
        held += end - first;
        nearHeld += end - first;
        Range latest = ends.older;
        if (latest.region == region && latest.end == first && latest.near) latest.end = end;
        else enter(new Range(region, first, end), latest, true);
    }

    /// Enters a range that is a little more recent than `before`.
    private void enter(Range range, Range before, boolean near) {
        range.near = near;
        sorted.put(key(range.region, range.first), range);
        byFirst.put(key(range.region, range.first), range);
        link(range, before);
    }

    private void remove(Range range) {
        sorted.remove(key(range.region, range.first));
        byFirst.remove(key(range.region, range.first));
        unlink(range);
    }

    private void link(Range range, Range before) {
        range.older = before;
        range.newer = before.newer;
        range.newer.older = range;
        before.newer = range;
        if (range.near && range.newer == edge) edge = range;
    }

    private void unlink(Range range) {
        if (range == edge) edge = range.newer;
        range.older.newer = range.newer;
        range.newer.older = range.older;
    }

    private void evict(Evicted evicted) {
        while (held > capacity) {
            Range oldest = ends.newer;
            long out = Math.min(held - capacity, oldest.end - oldest.first);
            evicted.lines(oldest.region, oldest.first, oldest.first + out);
            cut(oldest, oldest.first, oldest.first + out);
        }
    }

    /// The oldest lines of the first level leave it.
    private void demote() {
        while (nearHeld > nearCapacity) {
            Range last = edge;
            Range older = last.older;
            long first = last.first;
            long out = Math.min(nearHeld - nearCapacity, last.end - first);
            if (first + out == last.end) {
                nearHeld -= out;
                last.near = false;
                edge = last.newer;
                continue;
            }
            cut(last, first, first + out);
            held += out;
            if (older.region == last.region && older.end == first) older.end += out;
            else enter(new Range(last.region, first, first + out), older, false);
        }
    }
}
