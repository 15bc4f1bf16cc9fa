// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

/// The states of all lines of all regions, and the changes that give a range of lines a state.
final class LineTable {
    private static final int GROUP = 5; // low bits of a page's number: its index in a group

    private final int cores;
    private final LineStates[][][] pages; // by region and group, as most of a region is never touched
    private final LineStates[] recent; // by region: the page used last; null before the first

    /// All lines in memory and none in caches.
    LineTable(int regions, long lines, int cores) {
        this.cores = cores;
        pages = new LineStates[regions][(int) (lines / LineStates.LINES >> GROUP) + 1][];
        recent = new LineStates[regions];
    }

    /// The states of a line and its neighbours.
    LineStates page(int region, long line) {
        int number = (int) (line / LineStates.LINES);
        LineStates page = recent[region];
        if (page != null && page.number == number) return page;
        LineStates[][] groups = pages[region];
        LineStates[] group = groups[number >> GROUP];
        if (group == null) groups[number >> GROUP] = group = new LineStates[1 << GROUP];
        int index = number & (1 << GROUP) - 1;
        page = group[index];
        if (page == null) group[index] = page = new LineStates(number, cores);
        return recent[region] = page;
    }

    private boolean isUntouched(int region, long line) {
        int number = (int) (line / LineStates.LINES);
        LineStates[] group = pages[region][number >> GROUP];
        return group == null || group[number & (1 << GROUP) - 1] == null;
    }

    /// A core takes lines in that it did not hold. The first of them is busy until `busy` at least.
    void share(int region, long first, long end, int core, long busy) {
        change(region, first, end, core, true, busy);
    }

    /// A core holds lines no longer.
    void remove(int region, long first, long end, int core) {
        change(region, first, end, core, false, 0);
    }

    private void change(int region, long first, long end, int core, boolean holds, long busy) {
        boolean isFirst = holds;
        for (long line = first; line < end; ) {
            LineStates page = page(region, line);
            int within = LineStates.within(line);
            int stop = (int) Math.min(LineStates.LINES, within + end - line);
            int run = page.cut(within);
            int after = page.cut(stop);
            for (; run < after; run = page.next(run)) {
                if (page.has(run, core) == holds) continue;
                if (isFirst) page.setBusy(run, Math.max(page.busy(run), busy));
                isFirst = false;
                if (holds) page.add(run, core);
                else page.remove(run, core);
            }
            line += stop - within;
        }
    }

    /// Gives lines one state, which one core holds, or none (-1).
    void fill(int region, long first, long end, int core, long busy, int writer) {
        for (long line = first; line < end; ) {
            int within = LineStates.within(line);
            int stop = (int) Math.min(LineStates.LINES, within + end - line);
            boolean untouched = core < 0 && writer < 0 && isUntouched(region, line);
            if (!untouched) page(region, line).fill(within, stop, core, busy, writer);
            line += stop - within;
        }
    }

    /// Whether a core holds a line.
    boolean has(int region, long line, int core) {
        LineStates page = page(region, line);
        return page.has(page.run(LineStates.within(line)), core);
    }

    /// Whether a core holds a line and no other does.
    boolean isOnly(int region, long line, int core) {
        LineStates page = page(region, line);
        return page.isOnly(page.run(LineStates.within(line)), core);
    }

    /// The PE that wrote a line last, -1 for none.
    int writer(int region, long line) {
        LineStates page = page(region, line);
        return page.writer(page.run(LineStates.within(line)));
    }
}
