// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.List;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Steps;
import org.jshmem.sim.parts.FifoServer;

/// The memory of cores with private caches, which a directory keeps coherent.
///
/// The state of a line determines the cost of an access to it. Eq. 2 of R gives the cost of a bulk copy, which is an
/// access to several lines. A call that copies from or into private memory also has the cost of the private side. A
/// store or load of a register has no such cost.
///
/// The bytes of a store change at once, and the store completes later. A reader in between waits for the line, so no
/// reader sees a value too early.
public final class CoherentMemory extends MemorySystem {
    /// Off: only the look that succeeds has a cost.
    static final Mechanism POLL_INTERFERENCE = new Mechanism(
            "poll-interference", "waiting PEs do not hold the line they poll: only the look that succeeds has a cost");

    /// Off: eq. 2 without q and p.
    static final Mechanism COPY_START_UP =
            new Mechanism("copy-start-up", "a copy costs the same for each line: eq. 2 without q and p");

    /// Off: long copies and streams have the start-up cost q again.
    static final Mechanism TRAINED_PREFETCHER = new Mechanism(
            "trained-prefetcher",
            "the prefetcher forgets: each 128 lines of a copy, what eq. 2 was fitted over, pay q again");

    /// Off: a first read blocks its line.
    static final Mechanism READ_SHARING =
            new Mechanism("read-sharing", "the first read of a line that one core owns blocks it for R_R instead of c");

    /// Off: c = 0.
    static final Mechanism CONTENTION =
            new Mechanism("contention", "every second and later arrival at a line is free: c = 0");

    /// Off: a line that is in L2 costs as much as one in L1.
    static final Mechanism TWO_LEVELS =
            new Mechanism("two-levels", "a copy of lines that are in L2 only costs what it costs from L1");

    /// Off: only its core bounds a copy from memory.
    static final Mechanism MEMORY_SHARING =
            new Mechanism("memory-sharing", "PEs that copy from memory do not share its bandwidth with others");

    /// All of them.
    public static final List<Mechanism> MECHANISMS = List.of(
            POLL_INTERFERENCE, COPY_START_UP, TRAINED_PREFETCHER, READ_SHARING, CONTENTION, TWO_LEVELS, MEMORY_SHARING);

    private final CoherentCosts costs;
    private final Directory directory;
    private final Lines[] copies; // by PE

    /// A memory for one simulation, with all lines in memory and none in caches.
    public CoherentMemory(SimulationSetup setup) {
        costs = new CoherentCosts(setup.machine());
        directory = new Directory(costs, setup);
        copies = new Lines[setup.npes()];
        for (int pe = 0; pe < copies.length; pe++) copies[pe] = new Lines(pe);
    }

    @Override
    public int line(long offset) {
        return costs.line;
    }

    private long index(long offset) {
        return offset >>> costs.lineShift;
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
        return changed(now, directory.store(pe, region, index(offset), costs.locked, now));
    }

    private long changed(long now, long done) {
        return changed(now, done, done);
    }

    @Override
    public boolean pollsInterfere() {
        return costs.pollsInterfere;
    }

    @Override
    public Steps write(int pe, int region, long offset, long bytes, boolean call) {
        long first = index(offset);
        long lines = index(offset + bytes - 1) - first + 1;
        return copies[pe].begin(-1, 0, lines, region, first, lines, call);
    }

    @Override
    public Steps read(int pe, int region, long offset, long bytes, boolean call) {
        long first = index(offset);
        long lines = index(offset + bytes - 1) - first + 1;
        if (lines > 1) return copies[pe].begin(region, first, lines, -1, 0, lines, true);
        return Steps.once(now -> {
            if (directory.holds(pe, region, first)) return directory.localCopy(now);
            long loaded = directory.load(pe, region, first, now);
            return call ? directory.local(pe, loaded) : loaded;
        });
    }

    @Override
    public Steps copy(int pe, int toRegion, long to, int fromRegion, long from, long bytes) {
        long s = index(from);
        long t = index(to);
        long read = index(from + bytes - 1) - s + 1;
        return copies[pe].begin(fromRegion, s, read, toRegion, t, index(to + bytes - 1) - t + 1, true);
    }

    /// The copy that a PE is making. A region of -1 is private memory.
    ///
    /// A copy of one line is a load and a store. A long copy goes in pieces: accesses of other PEs
    /// fit between them, and each piece is visible at its own time.
    private final class Lines implements Steps {
        private final int pe;
        private int from;
        private long fromFirst;
        private long fromLines;
        private int to;
        private long toFirst;
        private long toLines;
        private boolean call;
        private boolean more;

        Lines(int pe) {
            this.pe = pe;
        }

        Lines begin(int from, long fromFirst, long fromLines, int to, long toFirst, long toLines, boolean call) {
            this.from = from;
            this.fromFirst = fromFirst;
            this.fromLines = fromLines;
            this.to = to;
            this.toFirst = toFirst;
            this.toLines = toLines;
            this.call = call;
            more = false;
            return this;
        }

        @Override
        public long step(long now) {
            if (fromLines > 1 || toLines > 1) return piece(now);
            boolean loaded = more;
            more = false;
            if (!loaded && (from < 0 || directory.holds(pe, from, fromFirst)) && directory.owns(pe, to, toFirst)) {
                return changed(now, directory.localCopy(now));
            }
            if (loaded || !call) return changed(now, directory.store(pe, to, toFirst, 0, now));
            more = true;
            return from < 0 ? directory.local(pe, now) : directory.load(pe, from, fromFirst, now);
        }

        private long piece(long now) {
            more = Math.max(fromLines, toLines) >= 2 * costs.chunkLines;
            long f = more ? costs.chunkLines : fromLines;
            long t = more ? costs.chunkLines : toLines;
            long done = directory.copy(pe, from, fromFirst, f, to, toFirst, t, now);
            fromFirst += f;
            fromLines -= f;
            toFirst += t;
            toLines -= t;
            return changed(now, done);
        }

        @Override
        public boolean hasMore() {
            return more;
        }
    }

    @Override
    public void begin(int pe) {
        directory.begin(pe);
    }

    /// A computation of a PE: `busy` in its core after `lead`, and `bytes` through the memory, whose bandwidth all PEs
    /// share, chunk by chunk. Its `footprint` then displaces lines from the core's caches.
    ///
    /// @param bandwidth of the memory, in GB/s
    /// @param own bandwidth of the PE alone
    public Steps computation(int pe, long lead, long busy, long bytes, double bandwidth, double own, long footprint) {
        return new Steps() {
            private boolean begun;
            private boolean more = true;
            private long left = bytes;
            private long done;

            @Override
            public long step(long now) {
                if (!begun) {
                    begun = true;
                    done = Picos.plus(now + lead, busy);
                    if (left <= 0) return end();
                    if (lead > 0) return now + lead;
                }
                if (left > 0) return chunk(now);
                more = false; // PEs that have acted earlier saw the caches unchanged
                directory.displace(pe, footprint, now);
                return now;
            }

            private long chunk(long now) {
                long chunk = Math.min(left, costs.chunkBytes);
                left -= chunk;
                long served = directory.server().serve(now, FifoServer.time(chunk, bandwidth));
                long at = Math.max(now + FifoServer.time(chunk, own), served);
                if (left > 0) return at;
                done = Math.max(done, at);
                return end();
            }

            private long end() {
                more = footprint > 0;
                return done;
            }

            @Override
            public boolean hasMore() {
                return more;
            }
        };
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
