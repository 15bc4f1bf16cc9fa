// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// A cache of a core as far as capacity goes: ranges of lines, least recently used first out. Which lines other cores
/// hold or have taken away is the directory's affair.
public final class RangeCache {
    /// Told which lines did not fit any more.
    public interface Victims {
        /// Lines `from` up to `to` of a region have left the cache.
        void evicted(int region, long from, long to);
    }

    private final long capacity;
    private int ranges;
    private int[] region = new int[8];
    private long[] from = new long[8];
    private long[] to = new long[8];
    private long held;

    /// An empty one of so many lines.
    public RangeCache(long lines) {
        capacity = lines;
    }

    /// Uses lines `first` up to `end` of a region: they become the most recent. Returns how many of them were there.
    public long use(int where, long first, long end, Victims victims) {
        long found = takeOut(where, first, end);
        append(where, first, end);
        int kept = 0;
        while (held > capacity) {
            long surplus = held - capacity;
            long size = to[kept] - from[kept];
            long out = Math.min(surplus, size);
            held -= out;
            victims.evicted(region[kept], from[kept], from[kept] + out);
            from[kept] += out;
            if (out == size) kept++;
        }
        if (kept > 0) drop(kept);
        return found;
    }

    /// Forgets lines `first` up to `end` of a region; returns how many were there.
    public long takeOut(int where, long first, long end) {
        long found = 0;
        int last = ranges;
        int next = 0;
        for (int i = 0; i < last; i++) {
            long overlap = Math.min(to[i], end) - Math.max(from[i], first);
            if (region[i] != where || overlap <= 0) {
                move(i, next++);
                continue;
            }
            found += overlap;
            boolean left = from[i] < first;
            boolean right = to[i] > end;
            if (left && right) { // the used part lies inside one range, so it overlaps no other
                held -= overlap;
                split(i, first, end);
                return found;
            }
            if (left) to[i] = first;
            if (right) from[i] = end;
            if (left || right) move(i, next++);
            held -= overlap;
        }
        ranges = next;
        return found;
    }

    private void split(int i, long first, long end) {
        grow();
        int after = ranges++ - i - 1;
        System.arraycopy(region, i + 1, region, i + 2, after);
        System.arraycopy(from, i + 1, from, i + 2, after);
        System.arraycopy(to, i + 1, to, i + 2, after);
        region[i + 1] = region[i];
        from[i + 1] = end;
        to[i + 1] = to[i];
        to[i] = first;
    }

    private void grow() {
        if (ranges < region.length) return;
        region = Arrays.copyOf(region, 2 * ranges);
        from = Arrays.copyOf(from, 2 * ranges);
        to = Arrays.copyOf(to, 2 * ranges);
    }

    private void move(int i, int k) {
        if (i == k) return;
        region[k] = region[i];
        from[k] = from[i];
        to[k] = to[i];
    }

    private void append(int where, long first, long end) {
        grow();
        region[ranges] = where;
        from[ranges] = first;
        to[ranges++] = end;
        held += end - first;
    }

    private void drop(int first) {
        ranges -= first;
        System.arraycopy(region, first, region, 0, ranges);
        System.arraycopy(from, first, from, 0, ranges);
        System.arraycopy(to, first, to, 0, ranges);
    }
}
