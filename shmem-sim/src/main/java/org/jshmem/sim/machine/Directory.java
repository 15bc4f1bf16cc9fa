// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machine;

/// Who holds which line, and what an access costs because of it: the coherence of all regions of a job.
///
/// Every access is made by a PE at a time and returns the time at which it is done. Calls must come in the order of
/// their times, as the engine's turns see to.
public final class Directory {
    /*
     * Prices (R_L, R_R, R_I of R's table 2c; c of its eq. 3):
     *   load    hit                      R_L
     *           held elsewhere           start = max(t, busy), done = start + R_R, busy = start + c
     *           held nowhere             start = max(t, busy), done = start + R_I, busy = start + c
     *   store   sole holder              R_L
     *           otherwise                start = max(t, busy), done = start + R_R (R_I), busy = done, others lose it
     *   copy    n >= 2 missing lines     start = max(t, busy of the first), done = start + eq. 2 - R_R
     *           the others               l_o a line: a stream, whose prefetcher hides L2
     * A copy that goes on where an earlier one of the same PE ended costs its lines alone, o each: the prefetcher follows
     * the stream until the PE calls the library, signals or waits.
     * A copy asks the directory once, for its first line: in a wave of readers each starts c after the one before, and
     * all then stream at o a line, which is eq. 14's b + c (n - 2) + o N.
     */
    private final Prices prices;
    private final Jitter jitter;
    private final Page[][] pages;
    private final RangeCache[] caches;

    private final Streams[] streams;

    private long missing; // of the latest survey
    private boolean fromMemory;
    private long busyUntil;

    /// For so many regions of so many bytes, all in memory.
    public Directory(Prices prices, Jitter jitter, int regions, long regionBytes) {
        this.prices = prices;
        this.jitter = jitter;
        long lines = (regionBytes + prices.line - 1) / prices.line;
        pages = new Page[regions][(int) ((lines + Page.LINES - 1) / Page.LINES)];
        streams = new Streams[regions];
        boolean trained = !prices.ablations.contains(Ablation.UNTRAINED_PREFETCHER);
        for (int pe = 0; pe < regions; pe++) streams[pe] = new Streams(trained);
        int used = Math.min(prices.cores, regions);
        caches = new RangeCache[used];
        for (int core = 0; core < used; core++) {
            caches[core] = new RangeCache(prices.l2Bytes / prices.line);
        }
    }

    /// The core that a PE runs on: round robin, so that PEs share cores only when all have one.
    public int core(int pe) {
        return pe % prices.cores;
    }

    /// A PE begins something new: its prefetcher forgets the streams it followed.
    public void begin(int pe) {
        streams[pe].forget();
    }

    /// A load of one line.
    public long load(int pe, int region, long line, long now) {
        Page page = page(region, line);
        int within = (int) (line % Page.LINES);
        long bit = bit(pe);
        if ((page.holders[page.run(within)] & bit) != 0) return now + jitter.around(pe, prices.local, prices.sdLocal);
        int run = page.single(within, now);
        long holders = page.holders[run];
        long start = Math.max(now, page.busy[run]);
        page.holders[run] = holders | bit;
        if (holders == 0) {
            page.busy[run] = start + prices.contention;
            return start + jitter.around(pe, prices.memory, prices.sdMemory);
        }
        long done = start + jitter.around(pe, prices.remote, prices.sdRemote);
        boolean blocks = Long.bitCount(holders) == 1 && prices.ablations.contains(Ablation.BLOCKING_FIRST_READ);
        page.busy[run] = blocks ? done : start + prices.contention;
        return done;
    }

    /// A store to one line, or an atomic operation on it.
    public long store(int pe, int region, long line, long now) {
        Page page = page(region, line);
        int within = (int) (line % Page.LINES);
        long bit = bit(pe);
        int run = page.run(within);
        if (page.holders[run] == bit) {
            if (page.writer[run] != pe) page.writer[page.single(within, now)] = pe;
            return now + jitter.around(pe, prices.local, prices.sdLocal);
        }
        run = page.single(within, now);
        long holders = page.holders[run];
        long start = Math.max(now, page.busy[run]);
        long done = start
                + (holders == 0
                        ? jitter.around(pe, prices.memory, prices.sdMemory)
                        : jitter.around(pe, prices.remote, prices.sdRemote));
        int others = Long.bitCount(holders & ~bit);
        if (others > 1) done += prices.invalidate * (others - 1);
        page.holders[run] = bit;
        page.busy[run] = done;
        page.writer[run] = pe;
        return done;
    }

    /// Whether a store to the line is a hit.
    public boolean owns(int pe, int region, long line) {
        Page page = page(region, line);
        return page.holders[page.run((int) (line % Page.LINES))] == bit(pe);
    }

    /// Whether a load of the line is a hit.
    public boolean holds(int pe, int region, long line) {
        Page page = page(region, line);
        return (page.holders[page.run((int) (line % Page.LINES))] & bit(pe)) != 0;
    }

    /// A copy of one line within the own cache.
    public long localCopy(long now) {
        return now + prices.perLocalLine;
    }

    /// A private access: a line of the PE's own that no other PE can see.
    public long local(int pe, long now) {
        return now + jitter.around(pe, prices.local, prices.sdLocal);
    }

    /// A copy of at least two lines. A region of -1 is private memory, of which a buffer larger than L2 comes from
    /// memory and a smaller one is in the cache.
    public long copy(int pe, int from, long fromLine, long fromLines, int to, long toLine, long toLines, long now) {
        long lines = Math.max(fromLines, toLines);
        survey(pe, from, fromLine, fromLines, false);
        long fromMissing = missing;
        boolean memory = fromMemory;
        long start = Math.max(now, busyUntil);
        survey(pe, to, toLine, toLines, true);
        long misses = Math.max(fromMissing, missing);
        start = Math.max(start, busyUntil);
        if (fromMissing == 0) memory = false; // the constants go by the state of the source
        boolean goesOn = streams[pe].goesOn(from, fromLine, fromLine + fromLines, to, toLine, toLine + toLines);
        long price = misses == 0
                ? 0
                : goesOn
                        ? prices.stream(misses, memory)
                        : misses == 1
                                ? prices.local + (memory ? prices.memory : prices.remote)
                                : prices.copy(misses, memory);
        price += (lines - misses) * prices.perLocalLine;
        if (misses > 0) price = jitter.around(pe, price, prices.sdRemote);
        long done = start + price;
        if (from >= 0) share(pe, from, fromLine, fromLine + fromLines, start + prices.contention);
        if (to >= 0) own(pe, to, toLine, toLine + toLines, done);
        use(pe, from, fromLine, fromLines);
        use(pe, to, toLine, toLines);
        return done;
    }

    /// Counts what a copy has to fetch from elsewhere; the first such line tells where from and from when on.
    private void survey(int pe, int region, long first, long lines, boolean owning) {
        missing = 0;
        busyUntil = 0;
        fromMemory = false;
        if (region < 0) {
            if (!owning && lines * prices.line > prices.l2Bytes) {
                missing = lines;
                fromMemory = true;
            }
            return;
        }
        long bit = bit(pe);
        long end = first + lines;
        for (long line = first; line < end; ) {
            Page page = page(region, line);
            int within = (int) (line % Page.LINES);
            int run = page.run(within);
            long take = Math.min(page.end(run) - within, end - line);
            long holders = page.holders[run];
            if (owning ? holders != bit : (holders & bit) == 0) {
                if (missing == 0) {
                    fromMemory = holders == 0;
                    busyUntil = page.busy[run];
                }
                missing += take;
            }
            line += take;
        }
    }

    private void share(int pe, int region, long first, long end, long busy) {
        long bit = bit(pe);
        boolean asked = false;
        for (long line = first; line < end; ) {
            Page page = page(region, line);
            int within = (int) (line % Page.LINES);
            int stop = (int) Math.min(Page.LINES, within + end - line);
            int run = page.cut(within);
            int after = page.cut(stop);
            for (; run < after; run++) {
                if ((page.holders[run] & bit) != 0) continue;
                page.holders[run] |= bit;
                if (!asked) page.busy[run] = Math.max(page.busy[run], busy);
                asked = true;
            }
            line += stop - within;
        }
    }

    private void own(int pe, int region, long first, long end, long busy) {
        fill(region, first, end, bit(pe), busy, pe);
    }

    private void fill(int region, long first, long end, long holders, long busy, int writer) {
        for (long line = first; line < end; ) {
            int within = (int) (line % Page.LINES);
            int stop = (int) Math.min(Page.LINES, within + end - line);
            boolean untouched = holders == 0 && pages[region][(int) (line / Page.LINES)] == null;
            if (!untouched) page(region, line).fill(within, stop, holders, busy, writer);
            line += stop - within;
        }
    }

    /// A core's L2 takes a range in, and loses what was used longest ago.
    private void use(int pe, int region, long first, long lines) {
        if (region < 0) return;
        int core = core(pe);
        caches[core].use(region, first, first + lines, (r, from, to) -> leave(core, r, from, to));
    }

    /// A core's L2 has lost lines: whoever wants them next finds them elsewhere or in memory.
    private void leave(int core, int region, long first, long end) {
        if (region < 0) return;
        for (long line = first; line < end; ) {
            Page page = page(region, line);
            int within = (int) (line % Page.LINES);
            int stop = (int) Math.min(Page.LINES, within + end - line);
            int run = page.cut(within);
            int after = page.cut(stop);
            for (; run < after; run++) page.holders[run] &= ~(1L << core);
            line += stop - within;
        }
    }

    /// Computation over so many bytes passes through a core's caches and drives out what was there.
    public void displace(int pe, long bytes) {
        int core = core(pe);
        long lines = Math.min(bytes, prices.l2Bytes) / prices.line;
        if (lines == 0) return;
        caches[core].use(-1, 0, lines, (r, from, to) -> leave(core, r, from, to));
    }

    /// Puts lines into one PE's cache alone, at no cost: states are forced before a measurement.
    public void force(int pe, int region, long first, long lines) {
        fill(region, first, first + lines, bit(pe), 0, pe);
        use(pe, region, first, lines);
    }

    /// Puts lines into memory alone, at no cost.
    public void flush(int region, long first, long lines) {
        fill(region, first, first + lines, 0, 0, -1);
    }

    /// Who wrote a line last, -1 for nobody.
    public int writer(int region, long line) {
        Page page = page(region, line);
        return page.writer[page.run((int) (line % Page.LINES))];
    }

    private long bit(int pe) {
        return 1L << core(pe);
    }

    private Page page(int region, long line) {
        int index = (int) (line / Page.LINES);
        Page page = pages[region][index];
        if (page == null) {
            page = new Page();
            pages[region][index] = page;
        }
        return page;
    }
}
