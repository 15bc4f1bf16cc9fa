// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The coherence states of all lines of all regions: for each line the cores whose caches hold it, the end of its
/// directory entry's busy time, and its last writer.
///
/// A line that no core holds is in memory. Modified lines may be shared without a write-back (GOLS). Modified needs no
/// bit, since no cost depends on it.
final class LineMap {
    /// The states of 64 neighbouring lines, by the number of a line [within][#within] its page. The words of a line are
    /// adjacent: the end of its busy time, its writer, and its holders.
    static final class Page {
        private final long number; // in its region
        private final int words; // of a line
        private final long[] states;

        private Page(long number, int holders) {
            this.number = number;
            words = HOLDERS + holders; // a bit for each core
            states = new long[LINES * words];
            for (int line = 0; line < LINES; line++) states[line * words + WRITER] = -1;
        }

        long busy(int line) {
            return states[line * words + BUSY];
        }

        void setBusy(int line, long until) {
            states[line * words + BUSY] = until;
        }

        /// The PE that wrote a line last, -1 for none.
        int writer(int line) {
            return (int) states[line * words + WRITER];
        }

        void setWriter(int line, int pe) {
            states[line * words + WRITER] = pe;
        }

        private int holder(int line, int core) {
            return line * words + HOLDERS + (core >>> 6);
        }

        boolean has(int line, int core) {
            return (states[holder(line, core)] >>> core & 1) != 0;
        }

        /// Whether a core holds a line and no other does.
        boolean isExclusive(int line, int core) {
            return states[holder(line, core)] == 1L << core && (words == HOLDERS + 1 || holders(line) == 1);
        }

        /// The number of cores that hold a line.
        int holders(int line) {
            int count = 0;
            for (int i = line * words + HOLDERS; i < (line + 1) * words; i++) count += Long.bitCount(states[i]);
            return count;
        }

        void add(int line, int core) {
            states[holder(line, core)] |= 1L << core;
        }

        private void remove(int line, int core) {
            states[holder(line, core)] &= ~(1L << core);
        }

        /// Gives a line a state, in which one core holds it, or none (-1).
        void setOwner(int line, int core, long until, int by) {
            for (int i = line * words + HOLDERS; i < (line + 1) * words; i++) states[i] = 0;
            if (core >= 0) add(line, core);
            setBusy(line, until);
            setWriter(line, by);
        }
    }

    private static final int BUSY = 0; // words of a line
    private static final int WRITER = 1;
    private static final int HOLDERS = 2;
    private static final int PAGE_SHIFT = 6;
    private static final int CHAPTER_SHIFT = 12;
    private static final int LINES = 1 << PAGE_SHIFT; // of a page
    private static final int PAGES = 1 << CHAPTER_SHIFT - PAGE_SHIFT; // of a chapter
    private final int words;
    private final Page[][][] pages; // by region, chapter and page; each array is as long as its use needs
    private final Page[] latest; // the page of each region that the latest access met

    /// All lines of these regions in memory, on a machine with this number of cores.
    LineMap(int cores, int regions) {
        words = (cores + Long.SIZE - 1) / Long.SIZE;
        pages = new Page[regions][0][];
        latest = new Page[regions];
        Arrays.fill(latest, new Page(-1, 0));
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
        Page page = known(region, line);
        return latest[region] = page != null ? page : added(region, line);
    }

    private static int chapter(long line) {
        return (int) (line >>> CHAPTER_SHIFT);
    }

    private static int inChapter(long line) {
        return (int) line >>> PAGE_SHIFT & PAGES - 1;
    }

    /// The states of a line and its neighbours; null if no access has met them.
    private Page known(int region, long line) {
        Page[][] chapters = pages[region];
        int at = chapter(line);
        return at < chapters.length && chapters[at] != null ? chapters[at][inChapter(line)] : null;
    }

    private Page added(int region, long line) {
        int at = chapter(line);
        if (at >= pages[region].length) pages[region] = Arrays.copyOf(pages[region], at + 1);
        if (pages[region][at] == null) pages[region][at] = new Page[PAGES];
        return pages[region][at][inChapter(line)] = new Page(line >>> PAGE_SHIFT, words);
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
            Page page = asAtFirst ? known(region, line) : page(region, line);
            if (page == null) continue;
            int to = endWithin(line, end);
            for (int i = within(line); i < to; i++) page.setOwner(i, core, busy, writer);
        }
    }
}
