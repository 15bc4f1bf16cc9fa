// SPDX-License-Identifier: Apache-2.0
package org.example.numa;

import java.util.HashMap;
import java.util.Map;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.FifoServer;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.cost.SimulationSetup;

/// The memories of the sockets, without caches. A PE's region is in the memory of its socket.
final class NumaMemory extends CostModel {
    private final SimulationSetup setup;
    private final long cores;
    private final long here;
    private final long hop;
    private final double band;
    private final double flop;
    private final FifoServer[] memories; // of each socket
    private final Map<Long, Integer> writers = new HashMap<>();

    NumaMemory(SimulationSetup setup) {
        super((int) setup.machine().count("line"));
        Machine m = setup.machine();
        this.setup = setup;
        cores = m.count("cores");
        here = m.picos("here");
        hop = m.picos("hop");
        band = m.value("band");
        flop = m.value("flop");
        memories = FifoServer.several((int) m.count("sockets"));
    }

    private int socket(int pe) {
        return (int) (setup.placement().core(pe) / cores);
    }

    @Override
    public long step(MachineAccess a, long now) {
        a.more = false;
        if (a.kind == AccessKind.COMPUTE) return now + Math.round(a.work.flops() * flop * 1000);
        boolean copies = a.kind == AccessKind.COPY;
        long read = copies && a.stage == 0 ? served(a.pe, a.source, a.bytes, now) : now;
        if (copies && a.stage++ == 0) {
            a.more = true; // the source is read, and the bytes are written at that time
            return read;
        }
        long done = served(a.pe, a.region, a.bytes, now);
        if (!a.kind.changes()) return done;
        for (long k = 0; k < lines(a.offset, a.bytes); k++) writers.put(key(a.region, index(a.offset) + k), a.pe);
        return a.changed(done, done, done);
    }

    /// The time at which a memory has served bytes to a PE.
    private long served(int pe, int owner, long bytes, long now) {
        int socket = socket(owner);
        long way = here + (socket == socket(pe) ? 0 : hop);
        return memories[socket].serve(now, FifoServer.time(bytes, band)) + way;
    }

    private static long key(int region, long line) {
        return (long) region << 40 | line;
    }

    @Override
    public int writer(int region, long offset) {
        return writers.getOrDefault(key(region, index(offset)), -1);
    }

    @Override
    public void place(int region, long offset, long bytes, int holder) {
        // there are no caches
    }
}
