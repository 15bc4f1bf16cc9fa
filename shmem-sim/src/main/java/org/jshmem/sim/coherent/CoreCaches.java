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

    // a hash table, at most half full, whose places form a ring in the order of use; the last place is its ends
    private long[] entries = {NONE, NONE}; // region and line
    private int[] older = {0, 1};
    private int[] newer = {0, 1};

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
        if (entries[at] == entry) {
            unlink(at);
            link(at);
            return;
        }
        if (noted == room) {
            use(region, line, 1);
            return;
        }
        if (2 * noted + 2 > entries.length - 1) {
            if (noted < MOST) grow();
            else enter();
            at = place(entry);
        }
        note(at, entry);
    }

    /// The place in the table that has an entry, or is free for it.
    private int place(long entry) {
        int mask = entries.length - 2;
        int at = (int) (entry * 0x9e3779b97f4a7c15L >>> 40) & mask;
        while (entries[at] != entry && entries[at] != NONE) at = at + 1 & mask;
        return at;
    }

    private void note(int at, long entry) {
        entries[at] = entry;
        link(at);
        noted++;
    }

    /// Makes a place the most recent one.
    private void link(int at) {
        int ends = entries.length - 1;
        int latest = older[ends];
        older[at] = latest;
        newer[at] = ends;
        newer[latest] = at;
        older[ends] = at;
    }

    private void unlink(int at) {
        newer[older[at]] = newer[at];
        older[newer[at]] = older[at];
    }

    private void grow() {
        long[] was = entries;
        int[] order = newer;
        int ends = was.length - 1;
        int places = Math.max(32, 2 * ends);
        entries = new long[places + 1];
        Arrays.fill(entries, NONE);
        older = new int[places + 1];
        newer = new int[places + 1];
        older[places] = places;
        newer[places] = places;
        noted = 0;
        for (int i = order[ends]; i != ends; i = order[i]) note(place(was[i]), was[i]);
    }

    /// Lines become the most recent ones. Returns how many of them were in L1.
    long use(int region, long first, long lines) {
        return use(region, first, lines, lines);
    }

    /// Passes lines of no region through both caches, so that they displace present lines.
    void displace(long l2Lines, long l1Lines) {
        use(-1, 0, l2Lines, l1Lines);
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
        int ends = entries.length - 1;
        for (int i = newer[ends]; i != ends; i = newer[i]) {
            int region = (int) (entries[i] >>> Integer.SIZE);
            long line = entries[i] & 0xffffffffL;
            entries[i] = NONE;
            l2.use(region, line, line + 1, leave);
            l1.use(region, line, line + 1, STAY);
        }
        older[ends] = ends;
        newer[ends] = ends;
        noted = 0;
        room = l2.room();
    }
}
