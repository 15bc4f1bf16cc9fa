// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.Arrays;

/// The coherence states of all lines of all regions: for each line the cores whose caches hold it, the end of its
/// directory entry's busy time, and its last writer.
///
/// A line that no core holds is in memory. Modified lines may be shared without a write-back (GOLS). Modified needs no
/// bit, since no cost depends on it.
final class LineMap {
    /// The states of 64 neighbouring lines, by the number of a line [within][#within] its page.
    static final class Page {
        private final int words; // of a line's holders, a bit for each core
        private final long[] holders;
        final long[] busy = new long[LINES];
        final int[] writer = new int[LINES]; // -1 for none

        private Page(int words) {
            this.words = words;
            holders = new long[LINES * words];
            Arrays.fill(writer, -1);
        }

        boolean has(int line, int core) {
            return (holders[line * words + (core >>> 6)] >>> core & 1) != 0;
        }

        /// Whether a core holds a line and no other does.
        boolean isOnly(int line, int core) {
            return words == 1 ? holders[line] == 1L << core : has(line, core) && holders(line) == 1;
        }

        /// The number of cores that hold a line.
        int holders(int line) {
            int count = 0;
            for (int i = line * words; i < (line + 1) * words; i++) count += Long.bitCount(holders[i]);
            return count;
        }

        void add(int line, int core) {
            holders[line * words + (core >>> 6)] |= 1L << core;
        }

        private void remove(int line, int core) {
            holders[line * words + (core >>> 6)] &= ~(1L << core);
        }

        /// Gives lines `from` up to `to` one state, which one core holds, or none (-1).
        void fill(int from, int to, int core, long until, int by) {
            Arrays.fill(holders, from * words, to * words, 0);
            for (int line = from; line < to && core >= 0; line++) add(line, core);
            Arrays.fill(busy, from, to, until);
            Arrays.fill(writer, from, to, by);
        }
    }

    private static final int LINES = 64; // of a page
    private static final int PAGES = 64; // of a block

    private final int words;
    private final Page[][][] pages; // by region, block, and place in it; null before its first use

    /// All lines in memory, on a machine with this number of cores.
    LineMap(int regions, int cores) {
        words = (cores + Long.SIZE - 1) / Long.SIZE;
        pages = new Page[regions][0][];
    }

    /// The number of a line within its page.
    static int within(long line) {
        return (int) line & LINES - 1;
    }

    /// The states of a line and its neighbours.
    Page page(int region, long line) {
        Page page = known(region, line);
        return page != null ? page : newPage(region, (int) (line / LINES));
    }

    private Page known(int region, long line) {
        Page[][] blocks = pages[region];
        int number = (int) (line / LINES);
        Page[] block = number / PAGES < blocks.length ? blocks[number / PAGES] : null;
        return block == null ? null : block[number % PAGES];
    }

    private Page newPage(int region, int number) {
        Page[][] blocks = pages[region];
        int at = number / PAGES;
        if (at >= blocks.length) pages[region] = blocks = Arrays.copyOf(blocks, Math.max(at + 1, 2 * blocks.length));
        if (blocks[at] == null) blocks[at] = new Page[PAGES];
        return blocks[at][number % PAGES] = new Page(words);
    }

    /// A core takes lines in. The first of those that it did not hold is busy until `busy` at least.
    void share(int region, long first, long end, int core, long busy) {
        boolean isFirst = true;
        for (long line = first; line < end; line++) {
            Page page = page(region, line);
            int i = within(line);
            if (page.has(i, core)) continue;
            if (isFirst) page.busy[i] = Math.max(page.busy[i], busy);
            isFirst = false;
            page.add(i, core);
        }
    }

    /// A core holds lines no longer.
    void remove(int region, long first, long end, int core) {
        for (long line = first; line < end; line++) page(region, line).remove(within(line), core);
    }

    /// Gives lines one state, which one core holds, or none (-1).
    void fill(int region, long first, long end, int core, long busy, int writer) {
        for (long line = first; line < end; ) {
            int from = within(line);
            int to = (int) Math.min(LINES, from + end - line);
            boolean asAtFirst = core < 0 && writer < 0;
            Page page = asAtFirst ? known(region, line) : page(region, line);
            if (page != null) page.fill(from, to, core, busy, writer);
            line += to - from;
        }
    }
}
