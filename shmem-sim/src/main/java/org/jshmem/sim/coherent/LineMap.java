// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.Long2ObjectHashMap;

/// The coherence states of all lines of all regions: for each line the cores whose caches hold it, the end of its
/// directory entry's busy time, and its last writer.
///
/// A line that no core holds is in memory. Modified lines may be shared without a write-back (GOLS). Modified needs no
/// bit, since no cost depends on it.
final class LineMap {
    /// The states of 64 neighbouring lines, by the number of a line [within][#within] its page. The words of a line are
    /// adjacent: the end of its busy time, its writer, and its holders, a bit for each core. On a machine with more
    /// cores than bits, the third word is the only holder + 1, and a line with several holders has a set instead.
    static final class Page {
        private final long number; // in its region
        private final boolean wide;
        private final long[] states = new long[LINES * WORDS];
        private BitSet[] sets; // of each line; null before a line has several holders, and on machines without sets

        private Page(long number, boolean wide) {
            this.number = number;
            this.wide = wide;
            for (int line = 0; line < LINES; line++) states[line * WORDS + WRITER] = -1;
        }

        long busy(int line) {
            return states[line * WORDS + BUSY];
        }

        void setBusy(int line, long until) {
            states[line * WORDS + BUSY] = until;
        }

        /// The PE that wrote a line last, -1 for none.
        int writer(int line) {
            return (int) states[line * WORDS + WRITER];
        }

        void setWriter(int line, int pe) {
            states[line * WORDS + WRITER] = pe;
        }

        private BitSet set(int line) {
            return sets == null ? null : sets[line];
        }

        /// The third word of a line that a core holds alone.
        private long alone(int core) {
            return wide ? core + 1 : 1L << core;
        }

        boolean has(int line, int core) {
            BitSet set = set(line);
            if (set != null) return set.get(core);
            long holders = states[line * WORDS + HOLDERS];
            return wide ? holders == core + 1 : (holders >>> core & 1) != 0;
        }

        /// Whether a core holds a line and no other does.
        boolean isExclusive(int line, int core) {
            return states[line * WORDS + HOLDERS] == alone(core);
        }

        /// The number of cores that hold a line.
        int holders(int line) {
            BitSet set = set(line);
            if (set != null) return set.cardinality();
            long holders = states[line * WORDS + HOLDERS];
            return wide ? Long.signum(holders) : Long.bitCount(holders);
        }

        void add(int line, int core) {
            int at = line * WORDS + HOLDERS;
            if (!wide || holders(line) == 0) {
                states[at] |= alone(core);
            } else if (!has(line, core)) {
                if (sets == null) sets = new BitSet[LINES];
                if (sets[line] == null) (sets[line] = new BitSet()).set((int) states[at] - 1);
                sets[line].set(core);
                states[at] = 0;
            }
        }

        private void remove(int line, int core) {
            int at = line * WORDS + HOLDERS;
            BitSet set = set(line);
            if (set != null) {
                set.clear(core);
                if (set.cardinality() == 1) setHolder(line, set.nextSetBit(0));
            } else if (!wide) {
                states[at] &= ~(1L << core);
            } else if (states[at] == core + 1) {
                states[at] = 0;
            }
        }

        private void setHolder(int line, int core) {
            if (sets != null) sets[line] = null;
            states[line * WORDS + HOLDERS] = core < 0 ? 0 : alone(core);
        }

        /// Gives a line a state, in which one core holds it, or none (-1).
        void setOwner(int line, int core, long until, int by) {
            setHolder(line, core);
            setBusy(line, until);
            setWriter(line, by);
        }
    }

    private static final int BUSY = 0; // words of a line
    private static final int WRITER = 1;
    private static final int HOLDERS = 2;
    private static final int WORDS = 3;
    private static final int PAGE_SHIFT = 6;
    private static final int LINES = 1 << PAGE_SHIFT; // of a page
    private static final int REGION = 40; // the bit of a key from which on it has the region
    private final boolean wide; // more cores than bits of a word
    private final Long2ObjectHashMap<Page> pages = new Long2ObjectHashMap<>(); // by region and number
    private final Page[] latest; // the page of each region that the latest access met

    /// All lines of these regions in memory, on a machine with this number of cores.
    LineMap(int cores, int regions) {
        wide = cores > Long.SIZE;
        latest = new Page[regions];
        Arrays.fill(latest, new Page(-1, wide));
    }

    /// The number of a line within its page.
    static int within(long line) {
        return (int) line & LINES - 1;
    }

    /// The number after the last line of a range on the page of `line`.
    static int endWithin(long line, long end) {
        return (int) Math.min(LINES, within(line) + end - line);
    }

    /// The first line of the page after that of `line`.
    static long nextPage(long line) {
        return (line | LINES - 1) + 1;
    }

    /// The states of a line and its neighbours.
    Page page(int region, long line) {
        Page page = latest[region];
        return page.number == line >>> PAGE_SHIFT ? page : found(region, line);
    }

    private Page found(int region, long line) {
        return latest[region] = pages.computeIfAbsent(key(region, line), _ -> new Page(line >>> PAGE_SHIFT, wide));
    }

    private static long key(int region, long line) {
        return (long) region << REGION | line >>> PAGE_SHIFT;
    }

    /// A core takes lines in. The first of those that it did not hold is busy until `busy` at least.
    void shareWith(int region, long first, long end, int core, long busy) {
        boolean isFirst = true;
        for (long line = first; line < end; line = nextPage(line)) {
            Page page = page(region, line);
            int to = endWithin(line, end);
            for (int i = within(line); i < to; i++) {
                if (page.has(i, core)) continue;
                if (isFirst) page.setBusy(i, Math.max(page.busy(i), busy));
                isFirst = false;
                page.add(i, core);
            }
        }
    }

    /// A core no longer holds lines.
    void remove(int region, long first, long end, int core) {
        for (long line = first; line < end; line = nextPage(line)) {
            Page page = page(region, line);
            int to = endWithin(line, end);
            for (int i = within(line); i < to; i++) page.remove(i, core);
        }
    }

    /// Gives lines one state, which one core holds, or none (-1).
    void setOwner(int region, long first, long end, int core, long busy, int writer) {
        boolean asAtFirst = core < 0 && writer < 0;
        for (long line = first; line < end; line = nextPage(line)) {
            Page page = asAtFirst ? pages.get(key(region, line)) : page(region, line);
            if (page == null) continue;
            int to = endWithin(line, end);
            for (int i = within(line); i < to; i++) page.setOwner(i, core, busy, writer);
        }
    }
}
