// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.jshmem.sim.model.Placement;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Steps;
import org.jshmem.sim.parts.FifoServer;

/// The ports of all on-chip buffers, one for each PE: lines pass them in turn among those of other cores.
final class BufferPorts {
    private final Placement placement;
    private final Port[] ports; // in the order that routers give; null where all cores are served as they come
    private final FifoServer[] fair; // in the order of requests

    BufferPorts(SimulationSetup setup, Mesh mesh) {
        placement = setup.placement();
        int pes = setup.npes();
        fair = FifoServer.several(pes);
        ports = setup.machine().has(MeshMemory.ARBITRATION)
                ? IntStream.range(0, pes)
                        .mapToObj(pe -> new Port(mesh, placement.core(pe), pes))
                        .toArray(Port[]::new)
                : null;
    }

    /// Moves `lines` of a PE, `all` in total time without other cores, through the port of `owner`. `after` gets the
    /// time of the end, and returns that of the access.
    Steps move(int pe, int owner, long service, long lines, long all, LongUnaryOperator after) {
        return new Passage(pe, owner, service, lines, all, after);
    }

    /// Lines that pass a port, each at its time.
    private final class Passage implements Steps {
        private final int pe;
        private final int owner;
        private final long service;
        private final long lines;
        private final long all;
        private final LongUnaryOperator after;
        private long i;

        Passage(int pe, int owner, long service, long lines, long all, LongUnaryOperator after) {
            this.pe = pe;
            this.owner = owner;
            this.service = service;
            this.lines = lines;
            this.all = all;
            this.after = after;
        }

        @Override
        public long step(long now) {
            long start = now;
            if (service == 0) {
                start = now;
            } else if (ports == null) {
                start = fair[owner].enter(now, service);
            } else {
                start = ports[owner].ask(pe, placement.core(pe), now, service);
                if (start > now) return start;
            }
            long done = start + all * ++i / lines - all * (i - 1) / lines;
            return hasMore() ? done : after.applyAsLong(done);
        }

        @Override
        public boolean hasMore() {
            return i < lines;
        }
    }
}
