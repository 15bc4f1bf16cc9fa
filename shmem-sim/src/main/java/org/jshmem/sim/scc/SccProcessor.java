// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.scc;

import org.jshmem.Work;
import org.jshmem.sim.mesh.MeshMemory;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.Setup;

/// A P54C, the first Pentium: in order, no vectors, no prefetcher. A floating-point operation takes `c_flop` cycles,
/// any
/// other instruction, and each 8 bytes loaded or stored, `c_word`. Lines of a footprint beyond the cache come from
/// memory
/// and go there, and nothing hides that.
final class SccProcessor implements Processor {
    private static final int WORD = 8;

    private final double flop;
    private final double word;
    private final long cacheBytes;
    private final MeshMemory memory;

    SccProcessor(Setup setup, MeshMemory memory) {
        this.memory = memory;
        Machine m = setup.machine();
        double cycle = 1e6 / m.value("core");
        flop = m.value("c_flop") * cycle;
        word = m.value("c_word") * cycle;
        cacheBytes = (long) m.value("L2");
    }

    @Override
    public long compute(int pe, Work work, long now) {
        long words = (work.bytesRead() + WORD - 1) / WORD + (work.bytesWritten() + WORD - 1) / WORD + work.scalars();
        long bytes = work.bytesRead() + work.bytesWritten();
        long footprint = work.footprint() == 0 ? bytes : work.footprint();
        long done = now + Math.round(work.flops() * flop + words * word);
        if (footprint > cacheBytes) done += memory.stream(pe, work.bytesRead(), work.bytesWritten());
        memory.displace(pe, footprint); // no other core looks into this cache
        return done;
    }
}
