// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.machines;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.sim.coherent.CoherentArchitecture;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.coherent.CoherentSymbols;
import org.jshmem.sim.cores.CoreKinds;
import org.jshmem.sim.model.Limits;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Symbol;

/// The architecture of one host: one coherent memory, cores of any kind.
final class OneHost extends CoherentArchitecture {
    private final CoreKinds cores;

    OneHost(CoreKinds cores) {
        this.cores = cores;
    }

    @Override
    public String memoryKind() {
        return MachineKind.COHERENT;
    }

    @Override
    public String coreKind() {
        return cores.word();
    }

    @Override
    public List<Symbol> symbols() {
        return Stream.concat(CoherentSymbols.ALL.stream(), cores.symbols().stream())
                .toList();
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
    public Processor processor(SimulationSetup setup, MemorySystem memory) {
        return cores.over(setup, (CoherentMemory) memory);
    }
}
