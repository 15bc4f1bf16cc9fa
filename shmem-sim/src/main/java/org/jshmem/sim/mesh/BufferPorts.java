// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.stream.IntStream;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Turns;
import org.jshmem.sim.parts.FifoServer;

/// The ports of all on-chip buffers, one for each PE: lines pass them in turn among those of other cores.
final class BufferPorts {
    private final Placement placement;
    private final Turns turns;
    private final Port[] ports; // in the order that routers give; null where all cores are served as they come
    private final FifoServer[] fair; // in the order of requests

    BufferPorts(SimulationSetup setup, Mesh mesh) {
        placement = setup.placement();
        turns = setup.turns();
        int pes = setup.npes();
        fair = FifoServer.several(pes);
        ports = setup.machine().has(MeshMemory.ARBITRATION)
                ? IntStream.range(0, pes)
                        .mapToObj(pe -> new Port(mesh, placement.core(pe), pes))
                        .toArray(Port[]::new)
                : null;
    }

    /// Sends one line of a PE through the port of `owner`. Returns the time at which the port begins to serve it.
    long pass(int pe, int owner, long now, long service) {
        return service == 0 ? turns.at(pe, now) : turns.take(pe, now, new Passage(pe, owner, service, 1, 0));
    }

    /// Moves `lines` of a PE, `all` in total time without other cores, through the port of `owner`.
    long move(int pe, int owner, long service, long lines, long all, long now) {
        return service == 0 ? now + all : turns.take(pe, now, new Passage(pe, owner, service, lines, all));
    }

    /// Lines that pass a port, each in its turn.
    private final class Passage implements Turns.Steps {
        private final int pe;
        private final int owner;
        private final long service;
        private final long lines;
        private final long all;
        private long i;

        Passage(int pe, int owner, long service, long lines, long all) {
            this.pe = pe;
            this.owner = owner;
            this.service = service;
            this.lines = lines;
            this.all = all;
        }

        @Override
        public long step(long now) {
            long start = now;
            if (ports == null) {
                start = fair[owner].enter(now, service);
            } else {
                start = ports[owner].ask(pe, placement.core(pe), now, service);
                if (start > now) return start;
            }
            return start + all * ++i / lines - all * (i - 1) / lines;
        }

        @Override
        public boolean hasMore() {
            return i < lines;
        }
    }
}
