// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.host;

import java.util.List;
import org.jshmem.sim.coherent.CoherentArchitecture;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.Setup;
import org.jshmem.sim.model.Variation;

/// A host of today: one coherent memory, out-of-order cores, a PE on each.
final class Host extends CoherentArchitecture {

    @Override
    public int mostPes(Machine m) {
        return (int) m.value("cores");
    }

    @Override
    public Processor processor(Setup setup, MemorySystem memory) {
        return new HostProcessor(setup, (CoherentMemory) memory);
    }

    /// Guesses are halved and doubled.
    @Override
    public List<Variation> variations(Machine machine) {
        return List.of(
                new Variation("c/2", m -> m.with("c", m.value("c") / 2)),
                new Variation("c*2", m -> m.with("c", m.value("c") * 2)),
                new Variation("arbitration", m -> m.without(CoherentMemory.READ_SHARING.name())));
    }
}
