// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.sim.coherent.CoherentCosts.Place;
import org.jshmem.sim.cost.ArrivingRanges;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.Jitter;
import org.jshmem.sim.cost.LruRanges;
import org.jshmem.sim.cost.Placement;
import org.jshmem.sim.cost.SimulationSetup;

/// The coherence directory for all regions of a job: the cores that hold each line, and the resulting cost of each
/// access.
///
/// A PE makes every access at a time, and the method returns the time at which the access is done. Calls must be in the
/// order of their times; the engine's turns guarantee this order.
final class Directory {
    /*
     * Costs (R_L, R_R, R_I of R's table 2c; c of its eq. 3):
     *   load    hit                      R_L
     *           held elsewhere           start = max(t, busy), done = start + R_R, busy = start + c
     *           held nowhere             start = max(t, busy), done = start + R_I, busy = done: no cache has it before
     *   store   sole holder              R_L
     *           otherwise                start = max(t, busy), done = start + R_R (R_I), busy = done, others lose it
     *                                    and `invalidate` for each other holder after the first
     *   atomic  a store and `locked`
     *   copy    n >= 2 missing lines     start = max(t, busy of the first), done = start + eq. 2 - R_R
     *           the others               l_o a line, and l_2 if the line is in L2 only
     *           from memory              not before the memory server has let it through
     * A copy that continues where an earlier one of the same PE ended costs its lines alone, o each: the prefetcher
     * follows the stream until the PE calls the library, signals or waits.
     * A copy occupies the directory once, for its first line. In a wave of readers each starts c after the one before,
     * and all then stream at o a line, which is eq. 14's b + c (n - 2) + o N.
     */
    private final CoherentCosts costs;
    private final Jitter jitter;
    private final LineMap lines;
    private final int[] core; // of each PE, on its host
    private final LruRanges[] caches; // of each PE's core: L1 and L2
    private final FifoServer[] servers; // of each PE's memory
    private final ArrivingRanges[] fetches; // those under way to each PE's core; null for a core with one PE
    private final PrefetchStreams[] streams;
    private final List<long[]> leaving = new ArrayList<>(); // lines that the present range displaces: region, from, to
    private final LruRanges.Evicted leaves = (region, from, to) -> leaving.add(new long[] {region, from, to});

    /// The lines that a copy has to fetch, the first one and the end of the last one, and the earliest start of the
    /// copy.
    private record Survey(long missing, long first, long end, boolean fromMemory, long start) {}

    /// A directory for the regions of a simulation, with all lines in memory.
    Directory(CoherentCosts costs, SimulationSetup setup) {
        this.costs = costs;
        jitter = setup.jitter();
        Placement placement = setup.placement();
        int pes = setup.npes();
        streams = new PrefetchStreams[pes];
        servers = new FifoServer[pes];
        fetches = new ArrivingRanges[pes];
        caches = new LruRanges[pes];
        lines = new LineMap(Math.min(placement.cores(), costs.cores), pes);
        core = new int[pes];
        FifoServer[] ofHosts = FifoServer.several((placement.cores() - 1) / costs.cores + 1);
        LruRanges[] ofCores = new LruRanges[placement.cores()];
        ArrivingRanges[] toCores = new ArrivingRanges[ofCores.length];
        for (int pe = 0; pe < pes; pe++) {
            streams[pe] = new PrefetchStreams(costs.trained);
            int of = placement.core(pe);
            core[pe] = of % costs.cores;
            servers[pe] = ofHosts[of / costs.cores];
            if (ofCores[of] == null) {
                ofCores[of] = new LruRanges(costs.l1Bytes / costs.line, costs.l2Bytes / costs.line);
                if (placement.sharing(pe) > 1) toCores[of] = new ArrivingRanges();
            }
            caches[pe] = ofCores[of];
            fetches[pe] = toCores[of];
        }
    }

    /// The server of the bandwidth of a PE's memory.
    FifoServer server(int pe) {
        return servers[pe];
    }

    /// A PE begins a new operation: its prefetcher forgets the streams that it followed.
    void begin(int pe) {
        streams[pe].forget();
    }

    /// A load of one line.
    long load(int pe, int region, long line, long now) {
        LineMap.Page page = lines.page(region, line);
        int within = LineMap.within(line);
        int me = core[pe];
        if (page.has(within, me)) {
            return local(pe, readyAt(pe, region, line, now));
        }
        long start = Math.max(now, page.busy(within));
        int holders = page.holders(within);
        page.add(within, me);
        long done = start + fetch(pe, holders == 0 ? costs.memory : costs.caches);
        boolean blocks = holders == 0 || !costs.firstReadShares && holders == 1;
        page.setBusy(within, blocks ? done : start + costs.contention);
        insert(pe, region, line, done, now);
        return done;
    }

    /// A store to one line, or an atomic operation on it, which holds the line for a further `surcharge`.
    long store(int pe, int region, long line, long surcharge, long now) {
        LineMap.Page page = lines.page(region, line);
        int within = LineMap.within(line);
        int me = core[pe];
        if (page.isExclusive(within, me)) {
            page.setWriter(within, pe);
            return local(pe, readyAt(pe, region, line, now)) + surcharge;
        }
        int holders = page.holders(within);
        long done =
                Math.max(now, page.busy(within)) + fetch(pe, holders == 0 ? costs.memory : costs.caches) + surcharge;
        int others = holders - (page.has(within, me) ? 1 : 0);
        if (others > 1) done += costs.invalidate * (others - 1);
        page.setOwner(within, me, done, pe);
        insert(pe, region, line, done, now);
        return done;
    }

    /// The cost of a fetch of one line.
    private long fetch(int pe, Place from) {
        return jitter.around(pe, from.line(), from.sd());
    }

    /// A line that a core did not have enters its caches. Hits do not update the order of use, because an update at
    /// each access would take more time than it is worth.
    private void insert(int pe, int region, long line, long done, long now) {
        fetched(pe, region, line, line + 1, done, now);
        caches[pe].use(region, line, leaves);
        evict(pe);
    }

    /// Lines count as held from the request on. The other PEs of the core wait until they have arrived.
    private void fetched(int pe, int region, long first, long end, long done, long now) {
        ArrivingRanges under = fetches[pe];
        if (under != null) under.add(key(region, first), key(region, end), done, now);
    }

    /// The time from which a PE can use a line that its core holds.
    private long readyAt(int pe, int region, long line, long now) {
        ArrivingRanges under = fetches[pe];
        return under == null ? now : under.until(key(region, line), key(region, line + 1), now);
    }

    private static long key(int region, long line) {
        return (long) region << 40 | line;
    }

    /// Whether a store to the line is a hit.
    boolean owns(int pe, int region, long line) {
        return lines.page(region, line).isExclusive(LineMap.within(line), core[pe]);
    }

    /// Whether a load of the line is a hit.
    boolean holds(int pe, int region, long line) {
        return lines.page(region, line).has(LineMap.within(line), core[pe]);
    }

    /// The end of an access to a private line, which no other PE can see.
    long local(int pe, long now) {
        return now + jitter.around(pe, costs.local, costs.sdLocal);
    }

    /// A copy of at least two lines. A region of -1 is private memory; a private source larger than L2 comes from
    /// memory. Returns `~start` for a copy from memory that cannot begin before `start`.
    long copy(int pe, int from, long fromLine, long fromLines, int to, long toLine, long toLines, long now) {
        long all = Math.max(fromLines, toLines);
        Survey source = survey(pe, from, fromLine, fromLines, false, now);
        Survey target = survey(pe, to, toLine, toLines, true, now);
        long misses = Math.max(source.missing, target.missing);
        boolean memory = source.fromMemory; // the state of the source selects the constants
        Place place = memory ? costs.memory : costs.caches;
        long start = Math.max(source.start, target.start);
        if (memory && start > now) return ~start; // the memory serves others until then
        boolean continues = streams[pe].continues(from, fromLine, fromLine + fromLines, to, toLine, toLine + toLines);
        long near = Math.min(use(pe, from, fromLine, fromLines), use(pe, to, toLine, toLines));
        long deep = Math.clamp(all - near, 0, all - misses); // in L2, not in L1
        long cost = fetch(misses, place, continues);
        cost += (all - misses) * costs.perLocalLine + deep * costs.perL2Line;
        if (misses > 0) cost = jitter.ofLines(pe, cost, place.sd(), misses);
        long done = start + cost;
        if (memory) done = Math.max(done, server(pe).serve(start, FifoServer.time(misses * costs.line, costs.bCopy)));
        if (from >= 0 && source.missing > 0) {
            long there = memory ? Math.min(done, start + place.line()) : start + costs.contention;
            lines.shareWith(from, source.first, source.end, core[pe], there);
            fetched(pe, from, source.first, source.end, done, now);
        }
        if (to >= 0) {
            lines.setOwner(to, toLine, toLine + toLines, core[pe], done, pe);
            fetched(pe, to, toLine, toLine + toLines, done, now);
        }
        evict(pe);
        return done;
    }

    private long fetch(long misses, Place from, boolean continues) {
        if (misses == 0) return 0;
        if (continues) return misses * from.perLine();
        if (misses == 1) return costs.local + from.line();
        return costs.copy(misses, from);
    }

    /// Finds the lines that a copy has to fetch. The first such line gives the place that they come from.
    private Survey survey(int pe, int region, long first, long count, boolean owning, long now) {
        if (region < 0) {
            boolean fromMemory = !owning && count * costs.line > costs.l2Bytes;
            return new Survey(fromMemory ? count : 0, 0, 0, fromMemory, now);
        }
        int me = core[pe];
        long missing = 0;
        long firstMissing = 0;
        long endMissing = 0;
        boolean fromMemory = false;
        long start = now;
        for (long line = first; line < first + count; line = LineMap.nextPage(line)) {
            LineMap.Page page = lines.page(region, line);
            int from = LineMap.within(line);
            int to = LineMap.endWithin(line, first + count);
            for (int within = from; within < to; within++) {
                long at = line + within - from;
                if (owning ? page.isExclusive(within, me) : page.has(within, me)) {
                    start = Math.max(start, readyAt(pe, region, at, now));
                    continue;
                }
                if (missing++ == 0) {
                    firstMissing = at;
                    fromMemory = page.holders(within) == 0;
                    start = Math.max(start, page.busy(within));
                }
                endMissing = at + 1;
            }
        }
        return new Survey(missing, firstMissing, endMissing, fromMemory, start);
    }

    /// A core's caches take a range in and lose the least recently used lines, possibly parts of the range itself. The
    /// lost lines leave when the whole range has entered. Returns the number of lines that were in L1.
    private long use(int pe, int region, long first, long count) {
        if (region < 0) return count * costs.line <= costs.l1Bytes / 2 ? count : 0;
        return caches[pe].use(region, first, first + count, leaves);
    }

    /// The lines that a core's L2 has lost leave it: the next access finds them in other caches or in memory.
    private void evict(int pe) {
        if (leaving.isEmpty()) return;
        for (long[] range : leaving) if (range[0] >= 0) lines.remove((int) range[0], range[1], range[2], core[pe]);
        leaving.clear();
    }

    /// Displaces lines from a core's caches after computation over `bytes` has passed through them.
    void displace(int pe, long bytes) {
        long count = Math.min(bytes, costs.l2Bytes) / costs.line;
        if (count == 0) return;
        caches[pe].use(-1, 0, count, leaves);
        evict(pe);
    }

    /// Puts lines into one PE's cache alone, at no cost. Measurements set cache states in this way.
    void force(int pe, int region, long first, long count) {
        lines.setOwner(region, first, first + count, core[pe], 0, pe);
        use(pe, region, first, count);
        evict(pe);
    }

    /// Lines are in memory alone, as a writer without a cache here has put them; -1 for no writer.
    void arrive(int region, long first, long count, int writer) {
        lines.setOwner(region, first, first + count, -1, 0, writer);
    }

    /// The PE that wrote a line last, -1 for none.
    int writer(int region, long line) {
        return lines.page(region, line).writer(LineMap.within(line));
    }
}
