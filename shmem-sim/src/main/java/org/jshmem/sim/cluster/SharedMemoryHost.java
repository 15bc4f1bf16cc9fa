// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.List;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CallCosts;
import org.jshmem.sim.cost.CoreKinds;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;

/// One host: a coherent memory, cores of any kind.
public class SharedMemoryHost implements Architecture {
    final CoreKinds cores;

    /// An architecture for machine files.
    public SharedMemoryHost(CoreKinds cores) {
        this.cores = cores;
    }

    @Override
    public List<String> parts() {
        return List.of("coherent", cores.word());
    }

    @Override
    public String problem(Machine m) {
        return Limits.first(Limits.line(m), cores.problem(m));
    }

    @Override
    public int mostPes(Machine m) {
        return cores(m) * cores.threads(m);
    }

    @Override
    public int cores(Machine m) {
        return (int) m.value("cores");
    }

    @Override
    public List<MemorySpace> spaces(Machine m) {
        return List.of(new MemorySpace(MemorySpace.HEAP, 0, 0, (int) m.value("line"), Reach.LOAD_STORE, true));
    }

    @Override
    public CallCosts calls(Machine m) {
        if (!m.has("calls")) return CallCosts.FREE;
        long await = m.knows("t_wait") ? m.picos("t_wait") : 0;
        return new CallCosts(
                m.picos("t_put"), m.picos("t_get"), m.picos("t_quiet"), m.picos("fence"), m.picos("t_ptr"), await);
    }

    @Override
    public CostModel costs(SimulationSetup setup) {
        return new CoherentMemory(setup, cores);
    }

    @Override
    public long skew(Machine m) {
        return m.picos("R_R");
    }
}
