// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Turns;
import org.jshmem.sim.parts.FifoServer;

/// The memory of cores with private caches, which a directory keeps coherent.
///
/// The state of a line determines the cost of an access to it. Eq. 2 of R gives the cost of a bulk copy, which is an
/// access to several lines. A call that copies from or into private memory also has the cost of the private side. A
/// store or load of a register has no such cost.
///
/// The bytes of a store change at once, and the store completes later. A reader in between waits for the line, so no
/// reader sees a value too early.
public final class CoherentMemory implements MemorySystem {
    /// Off: only the look that succeeds has a cost.
    public static final Mechanism POLL_INTERFERENCE = new Mechanism(
            "poll-interference", "waiting PEs do not hold the line they poll: only the look that succeeds is priced");

    /// Off: eq. 2 without q and p.
    public static final Mechanism COPY_START_UP =
            new Mechanism("copy-start-up", "a copy costs the same for each line: eq. 2 without q and p");

    /// Off: long copies and streams have the start-up cost q again.
    public static final Mechanism TRAINED_PREFETCHER = new Mechanism(
            "trained-prefetcher",
            "the prefetcher forgets: each 128 lines of a copy, what eq. 2 was fitted over, pay q again");

    /// Off: a first read blocks its line.
    public static final Mechanism READ_SHARING =
            new Mechanism("read-sharing", "the first read of a line that one core owns blocks it for R_R instead of c");

    /// Off: c = 0.
    public static final Mechanism CONTENTION =
            new Mechanism("contention", "every second and later arrival at a line is free: c = 0");

    /// Off: a line that is in L2 costs as much as one in L1.
    public static final Mechanism TWO_LEVELS =
            new Mechanism("two-levels", "a copy of lines that are in L2 only costs what it costs from L1");

    /// Off: only its core bounds a copy from memory.
    public static final Mechanism MEMORY_SHARING =
            new Mechanism("memory-sharing", "PEs that copy from memory do not share its bandwidth with others");

    private final CoherentCosts prices;
    private final Directory directory;
    private final Turns turns;
    private long effect;
    private long seen;

    /// A memory for one simulation, with all lines in memory and none in caches.
    public CoherentMemory(SimulationSetup setup) {
        prices = new CoherentCosts(setup.machine());
        directory = new Directory(prices, setup);
        turns = setup.turns();
    }

    @Override
    public int line(long offset) {
        return prices.line;
    }

    private long index(long offset) {
        return offset / prices.line;
    }

    @Override
    public long load(int pe, int region, long offset, long now) {
        return directory.load(pe, region, index(offset), now);
    }

    @Override
    public long store(int pe, int region, long offset, long now) {
        return changed(now, directory.store(pe, region, index(offset), 0, now));
    }

    @Override
    public long atomic(int pe, int region, long offset, long now) {
        return changed(now, directory.store(pe, region, index(offset), prices.locked, now));
    }

    private long changed(long now, long done) {
        effect = now;
        seen = done;
        return done;
    }

    @Override
    public boolean pollsInterfere() {
        return prices.pollsInterfere;
    }

    @Override
    public long write(int pe, int region, long offset, long bytes, boolean call, long now) {
        long first = index(offset);
        long lines = index(offset + bytes - 1) - first + 1;
        if (lines > 1) return bulk(pe, -1, 0, lines, region, first, lines, now);
        if (directory.owns(pe, region, first)) return changed(now, directory.localCopy(now));
        if (!call) return store(pe, region, offset, now);
        return store(pe, region, offset, turns.at(pe, directory.local(pe, now)));
    }

    @Override
    public long read(int pe, int region, long offset, long bytes, boolean call, long now) {
        long first = index(offset);
        long lines = index(offset + bytes - 1) - first + 1;
        if (lines > 1) return bulk(pe, region, first, lines, -1, 0, lines, now);
        if (directory.holds(pe, region, first)) return directory.localCopy(now);
        if (!call) return directory.load(pe, region, first, now);
        return directory.local(pe, directory.load(pe, region, first, now));
    }

    @Override
    public long copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes, long now) {
        long toFirst = index(to);
        long fromFirst = index(from);
        long toLines = index(to + bytes - 1) - toFirst + 1;
        long fromLines = index(from + bytes - 1) - fromFirst + 1;
        if (fromLines > 1 || toLines > 1) {
            return bulk(pe, fromRegion, fromFirst, fromLines, toRegion, toFirst, toLines, now);
        }
        if (directory.holds(pe, fromRegion, fromFirst) && directory.owns(pe, toRegion, toFirst)) {
            return changed(now, directory.localCopy(now));
        }
        return store(pe, toRegion, to, turns.at(pe, directory.load(pe, fromRegion, fromFirst, now)));
    }

    /// Copies several lines. A long copy goes in pieces: accesses of other PEs fit between them, and each piece is
    /// visible at its own time.
    private long bulk(int pe, int from, long fromFirst, long fromLines, int to, long toFirst, long toLines, long now) {
        long start = now;
        long lines = Math.max(fromLines, toLines);
        for (long at = 0; ; at += prices.chunkLines) {
            boolean last = lines - at < 2 * prices.chunkLines;
            long f = last ? fromLines - at : prices.chunkLines;
            long t = last ? toLines - at : prices.chunkLines;
            long done = directory.copy(pe, from, fromFirst + at, f, to, toFirst + at, t, start);
            if (last) return changed(start, done);
            start = turns.at(pe, done);
        }
    }

    @Override
    public long effect() {
        return effect;
    }

    @Override
    public long seen() {
        return seen;
    }

    @Override
    public void begin(int pe) {
        directory.begin(pe);
    }

    /// The server of the memory's bandwidth, for copies and computation of all PEs.
    public FifoServer server() {
        return directory.server();
    }

    /// Displaces lines from a core's caches after computation over `bytes`, which is done at a time. Returns the PE's
    /// turn at that time: PEs that act earlier see the caches unchanged.
    public long displace(int pe, long bytes, long done) {
        if (bytes == 0) return done;
        long now = turns.at(pe, done);
        directory.displace(pe, bytes, now);
        return now;
    }

    /// Bytes that a writer without a cache here, such as an agent, has put into memory. The writer has a number of its
    /// own.
    public void arrive(int region, long offset, long bytes, int writer) {
        long first = index(offset);
        directory.arrive(region, first, index(offset + bytes - 1) - first + 1, writer);
    }

    @Override
    public int writer(int region, long offset) {
        return directory.writer(region, index(offset));
    }

    @Override
    public void force(int region, long offset, long bytes, int holder) {
        long first = index(offset);
        directory.force(holder, region, first, index(offset + bytes - 1) - first + 1);
    }

    @Override
    public void flush(int region, long offset, long bytes) {
        long first = index(offset);
        directory.flush(region, first, index(offset + bytes - 1) - first + 1);
    }
}
