// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.coherent;

import java.util.List;
import org.jshmem.sim.model.Architecture;
import org.jshmem.sim.model.CallCosts;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MachineSpace;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.SimulationSetup;

/// The common part of architectures with coherent memory; subclasses determine hosts and cores.
public abstract class CoherentArchitecture implements Architecture {
    private static final Mechanism CALLS =
            new Mechanism("calls", "library calls cost nothing except the memory they touch");

    /// For subclasses.
    protected CoherentArchitecture() {}

    @Override
    public List<MachineSpace> spaces(Machine m) {
        return List.of(new MachineSpace("heap", 0, (int) m.value("line"), MachineSpace.Remote.LOAD_STORE, true));
    }

    @Override
    public int cores(Machine m) {
        return (int) m.value("cores");
    }

    @Override
    public String more(Machine m) {
        return "--set cores=N makes a larger one of its kind";
    }

    @Override
    public CallCosts calls(Machine m) {
        if (!m.has(CALLS)) return CallCosts.FREE;
        long await = m.knows("t_wait") ? m.picos("t_wait") : 0;
        return new CallCosts(
                m.picos("t_put"), m.picos("t_get"), m.picos("t_quiet"), m.picos("fence"), m.picos("t_ptr"), await);
    }

    @Override
    public MemorySystem memory(SimulationSetup setup) {
        return new CoherentMemory(setup);
    }

    @Override
    public List<Mechanism> mechanisms() {
        return List.of(
                CoherentMemory.POLL_INTERFERENCE,
                CoherentMemory.COPY_START_UP,
                CoherentMemory.TRAINED_PREFETCHER,
                CoherentMemory.READ_SHARING,
                CoherentMemory.CONTENTION,
                CoherentMemory.TWO_LEVELS,
                CoherentMemory.MEMORY_SHARING,
                CALLS);
    }

    @Override
    public long skew(Machine m) {
        return m.picos("R_R");
    }
}
