// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Computation;
import org.jshmem.sim.cost.Cores;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.Progress;
import org.jshmem.sim.cost.SimulationSetup;

/// The memory of cores with private caches, which a directory keeps coherent.
///
/// The state of a line determines the cost of an access to it. Eq. 2 of R gives the cost of a bulk copy, which is an
/// access to several lines. A call that copies from or into private memory also has the cost of the private side. A
/// store or load of a register has no such cost.
///
/// The bytes of a store change at once, and the store completes later. A reader in between waits for the line, so no
/// reader sees a value too early.
public class CoherentMemory extends CostModel {
    private final CoherentCosts costs;
    private final Directory directory;
    private final Cores cores;

    /// A memory for one simulation, with all lines in memory and none in caches, and the cores over it.
    public CoherentMemory(SimulationSetup setup, String kind) {
        super((int) setup.machine().count("line"));
        costs = new CoherentCosts(setup.machine());
        directory = new Directory(costs, setup);
        cores = Cores.of(kind, setup);
    }

    /// A copy that would take less than no time; empty if there is none. The shortest one has two lines.
    public static String problem(Machine m) {
        CoherentCosts costs = new CoherentCosts(m);
        return Limits.first(shortest(costs, costs.caches, "E"), shortest(costs, costs.memory, "I"));
    }

    private static String shortest(CoherentCosts costs, CoherentCosts.Place from, String state) {
        String message =
                "R_R is too large: a copy of 2 lines takes 2 o_%1$s + q_%1$s - p_%1$s / 2 - R_R = %2$.1f ns; lower R_R, or raise q_%1$s";
        long least = costs.copy(2, from);
        return least < 0 ? message.formatted(state, least / 1e3) : "";
    }

    @Override
    public long step(MachineAccess a, Progress p, long now) {
        p.more = false;
        return switch (a.kind) {
            case LOAD, POLL -> directory.load(a.pe, a.region, index(a.offset), now);
            case STORE, SIGNAL -> changed(p, now, directory.store(a.pe, a.region, index(a.offset), 0, now));
            case ATOMIC -> changed(p, now, directory.store(a.pe, a.region, index(a.offset), costs.locked, now));
            case COMPUTE -> compute(a, p, now);
            default -> copy(a, p, now);
        };
    }

    private static long changed(Progress p, long now, long done) {
        return p.changed(now, done, done);
    }

    @Override
    public final boolean pollsInterfere() {
        return costs.pollsInterfere;
    }

    /// A copy between two regions; -1 is private memory.
    private long copy(MachineAccess a, Progress p, long now) {
        boolean reads = a.kind == AccessKind.GET || a.kind == AccessKind.READ;
        boolean copies = a.kind == AccessKind.COPY;
        int from = copies ? a.source : reads ? a.region : -1;
        int to = reads ? -1 : a.region;
        long fromFirst = index(copies ? a.sourceOffset : a.offset);
        long toFirst = index(a.offset);
        long toLines = lines(a.offset, a.bytes);
        long fromLines = copies ? lines(a.sourceOffset, a.bytes) : toLines;
        if (fromLines == 1 && toLines == 1) return line(a, p, from, fromFirst, to, toFirst, now);
        p.more = Math.max(fromLines, toLines) - p.passed >= 2 * costs.chunkLines;
        long f = p.more ? costs.chunkLines : fromLines - p.passed;
        long t = p.more ? costs.chunkLines : toLines - p.passed;
        long done = directory.copy(a.pe, from, fromFirst + p.passed, f, to, toFirst + p.passed, t, now);
        p.passed += costs.chunkLines;
        return changed(p, now, done);
    }

    /// A copy of one line: a load and a store, unless both are hits.
    private long line(MachineAccess a, Progress p, int from, long source, int to, long target, long now) {
        boolean loaded = p.passed++ > 0;
        if (!loaded
                && (from < 0 || directory.holds(a.pe, from, source))
                && (to < 0 || directory.owns(a.pe, to, target))) {
            return changed(p, now, now + costs.perLocalLine);
        }
        if (to < 0) {
            long done = directory.load(a.pe, from, source, now);
            return a.kind == AccessKind.GET ? directory.local(a.pe, done) : done;
        }
        if (loaded || a.kind == AccessKind.WRITE) {
            return changed(p, now, directory.store(a.pe, to, target, 0, now));
        }
        p.more = true;
        return from < 0 ? directory.local(a.pe, now) : directory.load(a.pe, from, source, now);
    }

    private long compute(MachineAccess a, Progress p, long now) {
        Computation c = cores.compute(a.pe, a.work);
        boolean begins = p.ready < 0;
        if (!begins && p.passed >= c.bytes()) { // PEs that have acted earlier saw the caches unchanged
            directory.displace(a.pe, c.footprint());
            return now;
        }
        p.more = true;
        if (begins) {
            p.ready = c.end(now);
            if (c.bytes() > 0 && c.lead() > 0) return now + c.lead();
        }
        if (p.passed < c.bytes()) {
            long chunk = Math.min(c.bytes() - p.passed, costs.chunkBytes);
            p.passed += chunk;
            long served = directory.server(a.pe).serve(now, FifoServer.time(chunk, c.bandwidth()));
            long end = Math.max(now + FifoServer.time(chunk, c.own()), served);
            if (p.passed < c.bytes()) return end;
            p.ready = Math.max(p.ready, end);
        }
        p.more = c.footprint() > 0;
        return p.ready;
    }

    @Override
    public void begin(int pe) {
        directory.begin(pe);
    }

    /// Bytes that a PE without a cache here, one of another host, has put into memory.
    protected final void arrive(int region, long offset, long bytes, int writer) {
        directory.arrive(region, index(offset), lines(offset, bytes), writer);
    }

    @Override
    public final int writer(int region, long offset) {
        return directory.writer(region, index(offset));
    }

    @Override
    public final void place(int region, long offset, long bytes, int holder) {
        if (holder < 0) directory.arrive(region, index(offset), lines(offset, bytes), -1);
        else directory.force(holder, region, index(offset), lines(offset, bytes));
    }
}
