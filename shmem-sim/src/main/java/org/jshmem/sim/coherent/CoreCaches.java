// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;
import org.jshmem.sim.parts.RangeCache;

/// The two caches of a core, as a model of capacity only: the lines that are present, and the lines that leave when
/// others enter.
final class CoreCaches {
    /*
     * Flags enter by single lines, and the same lines enter over and over. They are logged, and one pass enters them
     * before the order of use matters. While L2 has room for all of them no line leaves it, and the content of an LRU
     * cache depends only on the latest use of each line.
     */
    private static final RangeCache.Victims STAY = (region, from, to) -> {}; // lines that leave L1 are in L2
    private static final int LOG = 256; // lines
    private static final long NONE = -1;

    private final RangeCache l1;
    private final RangeCache l2;
    private final RangeCache.Victims leave;
    private final long[] seen; // of one pass: a hash table, shared by all cores
    private long[] log; // region and line of each
    private int logged;

    /// Caches of these numbers of lines. `leave` receives the lines that leave L2.
    CoreCaches(long l1Lines, long l2Lines, RangeCache.Victims leave, long[] seen) {
        l1 = new RangeCache(l1Lines);
        l2 = new RangeCache(l2Lines);
        this.leave = leave;
        this.seen = seen;
    }

    /// The hash table that the passes of all cores share.
    static long[] table() {
        return new long[2 * LOG];
    }

    /// A line enters that was not present.
    void take(int region, long line) {
        if (!l2.hasRoom(logged + 1)) {
            use(region, line, 1);
            return;
        }
        if (log == null) log = new long[LOG];
        if (logged == LOG) enter();
        log[logged++] = (long) region << Integer.SIZE | line;
    }

    /// Lines become the most recent ones. Returns how many of them were in L1.
    long use(int region, long first, long lines) {
        if (logged > 0) enter();
        l2.use(region, first, first + lines, leave);
        return l1.use(region, first, first + lines, STAY);
    }

    /// Passes lines of no region through both caches, so that they displace present lines.
    void displace(long l2Lines, long l1Lines) {
        if (logged > 0) enter();
        l2.use(-1, 0, l2Lines, leave);
        l1.use(-1, 0, l1Lines, STAY);
    }

    /// Enters the logged lines, each at its latest use alone.
    private void enter() {
        Arrays.fill(seen, NONE);
        int kept = logged;
        for (int i = logged - 1; i >= 0; i--) if (isNew(log[i])) log[--kept] = log[i];
        for (int i = kept; i < logged; i++) {
            int region = (int) (log[i] >>> Integer.SIZE);
            long line = log[i] & 0xffffffffL;
            l2.use(region, line, line + 1, leave);
            l1.use(region, line, line + 1, STAY);
        }
        logged = 0;
    }

    private boolean isNew(long entry) {
        int mask = seen.length - 1;
        int at = (int) (entry * 0x9e3779b97f4a7c15L >>> 40) & mask;
        for (; seen[at] != NONE; at = at + 1 & mask) if (seen[at] == entry) return false;
        seen[at] = entry;
        return true;
    }
}
