// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;
import org.jshmem.sim.parts.RangeCache;

/// The two caches of a core, as a model of capacity only: the lines that are present, and the lines that leave when
/// others enter.
final class CoreCaches {
    /*
     * Flags enter by single lines, and the same lines enter over and over. They are noted, and enter the caches in the
     * order of their latest uses before that order matters. While L2 has room for all of them no line leaves it, and
     * the content of an LRU cache depends only on the latest use of each line.
     */
    private static final RangeCache.Victims STAY = (region, from, to) -> {}; // lines that leave L1 are in L2
    private static final int MOST = 256; // noted lines
    private static final long NONE = -1;

    private final RangeCache l1;
    private final RangeCache l2;
    private final RangeCache.Victims leave;
    private int noted;
    private long room; // for further lines in L2 without an eviction, when all noted ones are there

    // the range that is the most recent one of both caches, as copies in a row have the same target; NONE lines for
    // none
    private int latestRegion;
    private long latestFirst;
    private long latestLines = NONE;

    // a hash table, at most half full: for each place an entry, of region and line, and the time of its latest use
    private long[] entries = {NONE, 0};
    private long uses;

    /// Caches of these numbers of lines. `leave` receives the lines that leave L2.
    CoreCaches(long l1Lines, long l2Lines, RangeCache.Victims leave) {
        l1 = new RangeCache(l1Lines);
        l2 = new RangeCache(l2Lines);
        this.leave = leave;
        room = l2Lines;
    }

    /// A line enters that was not present.
    void take(int region, long line) {
        long entry = (long) region << Integer.SIZE | line;
        int at = place(entry);
        if (entries[at] != entry) {
            if (noted == room) {
                use(region, line, 1);
                return;
            }
            if (4 * noted + 4 > entries.length) {
                if (noted < MOST) grow();
                else enter();
                at = place(entry);
            }
            entries[at] = entry;
            noted++;
        }
        entries[at + 1] = uses++;
    }

    /// The place in the table that has an entry, or is free for it.
    private int place(long entry) {
        int mask = entries.length - 2;
        int at = (int) (entry * 0x9e3779b97f4a7c15L >>> 40) & mask;
        while (entries[at] != entry && entries[at] != NONE) at = at + 2 & mask;
        return at;
    }

    private void grow() {
        long[] was = entries;
        entries = new long[Math.max(64, 2 * was.length)];
        Arrays.fill(entries, NONE);
        for (int i = 0; i < was.length; i += 2) {
            if (was[i] == NONE) continue;
            int at = place(was[i]);
            entries[at] = was[i];
            entries[at + 1] = was[i + 1];
        }
    }

    /// Lines become the most recent ones. Returns how many of them were in L1.
    long use(int region, long first, long lines) {
        if (noted == 0 && region == latestRegion && first == latestFirst && lines == latestLines) return lines;
        long found = use(region, first, lines, lines);
        latestRegion = region;
        latestFirst = first;
        latestLines = found == lines ? lines : NONE;
        return found;
    }

    /// Passes lines of no region through both caches, so that they displace present lines.
    void displace(long l2Lines, long l1Lines) {
        use(-1, 0, l2Lines, l1Lines);
        latestLines = NONE;
    }

    private long use(int region, long first, long l2Lines, long l1Lines) {
        enter();
        l2.use(region, first, first + l2Lines, leave);
        room = l2.room();
        return l1.use(region, first, first + l1Lines, STAY);
    }

    /// Enters the noted lines in the order of their uses.
    private void enter() {
        if (noted == 0) return;
        long[] order = new long[noted]; // the use and the place
        int count = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i] != NONE) order[count++] = entries[i + 1] << Short.SIZE | i;
        }
        Arrays.sort(order);
        for (long use : order) {
            int at = (int) use & 0xffff;
            int region = (int) (entries[at] >>> Integer.SIZE);
            long line = entries[at] & 0xffffffffL;
            entries[at] = NONE;
            l2.use(region, line, line + 1, leave);
            l1.use(region, line, line + 1, STAY);
        }
        noted = 0;
        room = l2.room();
    }
}
