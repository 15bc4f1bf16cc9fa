// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.knc;

import java.util.List;
import org.jshmem.sim.coherent.CoherentArchitecture;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.Setup;
import org.jshmem.sim.model.Variation;

/// Knights Corner: one coherent memory, in-order cores of several threads each.
final class Knc extends CoherentArchitecture {

    @Override
    public int mostPes(Machine m) {
        return (int) (m.value("cores") * m.value("threads"));
    }

    @Override
    public Processor processor(Setup setup, MemorySystem memory) {
        return new KncProcessor(setup, (CoherentMemory) memory);
    }

    /// The one fitted constant of the coherence model over the range that the printed optima allow, each measured
    /// price one standard deviation either way, the constants of eq. 2 exchanged, and the other reading of
    /// arbitration.
    @Override
    public List<Variation> variations(Machine machine) {
        return List.of(
                new Variation("c=50", m -> m.with("c", 50)),
                new Variation("c=110", m -> m.with("c", 110)),
                new Variation("R+sd", m -> prices(m, 1)),
                new Variation("R-sd", m -> prices(m, -1)),
                new Variation("o,q,p of I", m -> exchanged(m, "E", "I")),
                new Variation("o,q,p of E", m -> exchanged(m, "I", "E")),
                new Variation("arbitration", m -> m.without(CoherentMemory.READ_SHARING.name())));
    }

    private static Machine prices(Machine m, int deviations) {
        Machine varied = m;
        for (String of : new String[] {"L", "R", "I"}) {
            varied = varied.with("R_" + of, m.value("R_" + of) + deviations * m.value("sd_" + of));
        }
        return varied;
    }

    private static Machine exchanged(Machine m, String state, String by) {
        Machine varied = m;
        for (String of : new String[] {"o_", "q_", "p_"}) varied = varied.with(of + state, m.value(of + by));
        return varied;
    }
}
