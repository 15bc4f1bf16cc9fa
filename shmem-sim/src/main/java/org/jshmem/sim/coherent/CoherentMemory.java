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
    public long step(MachineAccess a, long now) {
        a.more = false;
        return switch (a.kind) {
            case LOAD, POLL -> directory.load(a.pe, a.region, index(a.offset), now);
            case STORE, SIGNAL -> changed(a, now, directory.store(a.pe, a.region, index(a.offset), 0, now));
            case ATOMIC -> changed(a, now, directory.store(a.pe, a.region, index(a.offset), costs.locked, now));
            case COMPUTE -> compute(a, now);
            default -> copy(a, a.from(), a.to(), now);
        };
    }

    private static long changed(MachineAccess a, long now, long done) {
        return a.changed(now, done, done);
    }

    @Override
    public final boolean pollsInterfere() {
        return costs.pollsInterfere;
    }

    /// A copy between two regions; -1 is private memory.
    protected final long copy(MachineAccess a, int from, int to, long now) {
        long read = from < 0 ? a.offset : a.fromOffset();
        long written = to < 0 ? read : a.offset;
        long fromFirst = index(read);
        long toFirst = index(written);
        long fromLines = lines(read, a.bytes);
        long toLines = lines(written, a.bytes);
        if (fromLines == 1 && toLines == 1) return line(a, from, fromFirst, to, toFirst, now);
        a.more = Math.max(fromLines, toLines) - a.passed >= 2 * costs.chunkLines;
        long f = a.more ? costs.chunkLines : fromLines - a.passed;
        long t = a.more ? costs.chunkLines : toLines - a.passed;
        long done = directory.copy(a.pe, from, fromFirst + a.passed, f, to, toFirst + a.passed, t, now);
        if (done < 0) {
            a.more = true;
            return ~done;
        }
        a.passed += costs.chunkLines;
        return changed(a, now, done);
    }

    /// A copy of one line: a load and a store, unless both are hits.
    private long line(MachineAccess a, int from, long source, int to, long target, long now) {
        boolean loaded = a.passed++ > 0;
        a.more = false;
        if (!loaded
                && (from < 0 || directory.holds(a.pe, from, source))
                && (to < 0 || directory.owns(a.pe, to, target))) {
            return changed(a, now, now + costs.perLocalLine);
        }
        if (to < 0) {
            long done = directory.load(a.pe, from, source, now);
            return a.kind == AccessKind.READ ? done : directory.local(a.pe, done);
        }
        if (loaded || a.kind == AccessKind.WRITE) {
            return changed(a, now, directory.store(a.pe, to, target, 0, now));
        }
        a.more = true;
        return from < 0 ? directory.local(a.pe, now) : directory.load(a.pe, from, source, now);
    }

    private long compute(MachineAccess a, long now) {
        Computation c = cores.compute(a.pe, a.work);
        boolean begins = a.ready < 0;
        if (!begins && a.passed >= c.bytes()) { // PEs that have acted earlier saw the caches unchanged
            directory.displace(a.pe, c.footprint());
            return now;
        }
        a.more = true;
        if (begins) {
            a.ready = c.end(now);
            if (c.bytes() > 0 && c.lead() > 0) return now + c.lead();
        }
        if (a.passed < c.bytes()) {
            long chunk = Math.min(c.bytes() - a.passed, costs.chunkBytes);
            a.passed += chunk;
            long served = directory.server(a.pe).serve(now, FifoServer.time(chunk, c.bandwidth()));
            long end = Math.max(now + FifoServer.time(chunk, c.own()), served);
            if (a.passed < c.bytes()) return end;
            a.ready = Math.max(a.ready, end);
        }
        a.more = c.footprint() > 0;
        return a.ready;
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
