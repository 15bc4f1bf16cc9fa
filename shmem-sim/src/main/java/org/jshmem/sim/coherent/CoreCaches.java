// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;
import org.jshmem.sim.parts.RangeCache;

/// The two caches of a core, as a model of capacity only: the lines that are present, and the lines that leave when
/// others enter.
final class CoreCaches {
    /*
     * Programs use the same flags and buffers over and over. A use is noted, and enters the caches in the order of the
     * latest uses before that order matters. While L2 has room for all new lines no line leaves it, and the content of
     * an LRU cache depends only on the latest use of each line. A new range enters at once, because its hits in L1
     * count; then it is noted, too. All lines since the oldest note fit in L1 together, so no noted line has left L1.
     * A range that is too long for a note therefore ends all notes.
     */
    private static final RangeCache.Victims STAY = (region, from, to) -> {}; // lines that leave L1 are in L2
    private static final int ENTRIES = 256;
    private static final int COUNT = 255; // the largest number of lines in an entry, which has a byte for it
    private static final long NONE = -1;

    private final RangeCache l1;
    private final RangeCache l2;
    private final RangeCache.Victims leave;
    private final long most; // noted lines
    private final long longest; // lines of a noted range
    private long room; // for further lines in L2 without an eviction, when all noted ones are there

    // a hash table, at most half full: for each place an entry, of a range's region and lines, and the time of its
    // latest use
    private long[] entries = {NONE, 0};
    private int noted; // entries
    private long notedLines;
    private long uses;
    private long entered; // earlier uses have entered the caches

    /// Caches of these numbers of lines. `leave` receives the lines that leave L2.
    CoreCaches(long l1Lines, long l2Lines, RangeCache.Victims leave) {
        l1 = new RangeCache(l1Lines);
        l2 = new RangeCache(l2Lines);
        this.leave = leave;
        most = Math.min(l1Lines, l2Lines);
        longest = Math.min(most, COUNT);
        room = l2Lines;
    }

    /// A line enters that was not present.
    void take(int region, long line) {
        long entry = entry(region, line, 1);
        int at = place(entry);
        if (entries[at] != entry) {
            if (room == 0 || notedLines >= most) {
                use(region, line, 1);
                return;
            }
            at = note(entry, 1);
            room--;
        }
        entries[at + 1] = uses++;
    }

    /// Lines become the most recent ones. Returns how many of them were in L1.
    long use(int region, long first, long lines) {
        if (lines > longest) {
            long found = use(region, first, lines, lines);
            forget();
            return found;
        }
        long entry = entry(region, first, lines);
        int at = place(entry);
        if (entries[at] == entry) {
            entries[at + 1] = uses++;
            return lines;
        }
        long found = use(region, first, lines, lines);
        if (notedLines + lines > most) forget();
        at = note(entry, lines); // which may replace the table
        entries[at + 1] = uses++;
        entered = uses;
        return found;
    }

    /// Passes lines of no region through both caches, so that they displace present lines.
    void displace(long l2Lines, long l1Lines) {
        use(-1, 0, l2Lines, l1Lines);
        forget();
    }

    private long use(int region, long first, long l2Lines, long l1Lines) {
        enter();
        l2.use(region, first, first + l2Lines, leave);
        room = l2.room();
        return l1.use(region, first, first + l1Lines, STAY);
    }

    private static long entry(int region, long first, long lines) {
        return lines << 56 | (long) region << Integer.SIZE | first;
    }

    /// Makes an entry, and returns its place.
    private int note(long entry, long lines) {
        if (4 * noted + 4 > entries.length) {
            if (noted < ENTRIES) {
                grow();
            } else {
                enter();
                forget();
            }
        }
        int at = place(entry);
        entries[at] = entry;
        noted++;
        notedLines += lines;
        return at;
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

    private void forget() {
        Arrays.fill(entries, NONE);
        noted = 0;
        notedLines = 0;
    }

    /// Enters the uses that have not entered yet, in their order.
    private void enter() {
        if (entered == uses) return;
        long[] order = new long[noted]; // the use and the place
        int count = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i] != NONE && entries[i + 1] >= entered) order[count++] = entries[i + 1] << Short.SIZE | i;
        }
        Arrays.sort(order, 0, count);
        for (int k = 0; k < count; k++) {
            long entry = entries[(int) order[k] & 0xffff];
            int region = (int) (entry >>> Integer.SIZE) & 0xffffff;
            long first = entry & 0xffffffffL;
            long end = first + (entry >>> 56);
            l2.use(region, first, end, leave);
            l1.use(region, first, end, STAY);
        }
        entered = uses;
        room = l2.room();
    }
}
