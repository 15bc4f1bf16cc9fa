// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import java.util.List;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;

/// A chip such as the SCC: tiles of two cores on a mesh, a buffer at each core, memory behind four controllers.
public final class Chip implements Architecture {
    static final String ON_CHIP = "on-chip";

    /// An architecture for machine files.
    public Chip() {}

    @Override
    public List<String> parts() {
        return List.of("mesh", "scalar", "messages");
    }

    private static Mesh mesh(Machine m) {
        return new Mesh((int) m.value("cols"), (int) m.value("rows"), (int) m.value("tile"), !m.has("distance"));
    }

    @Override
    public String problem(Machine m) {
        double line = m.value("line");
        double buffer = m.value("MPB");
        String part = "MPB is %.0f bytes, and a buffer has whole lines; give a multiple of line=%.0f";
        return Limits.first(
                Limits.line(m),
                Limits.product(m, "cols", "rows", "tile"),
                buffer % line == 0 ? "" : part.formatted(buffer, line));
    }

    @Override
    public int cores(Machine m) {
        return mesh(m).cores();
    }

    @Override
    public List<MemorySpace> spaces(Machine m) {
        int line = (int) m.value("line");
        return List.of(
                new MemorySpace(MemorySpace.HEAP, 0, 0, line, Reach.RMA, false),
                new MemorySpace(ON_CHIP, 0, (long) m.value("MPB"), line, Reach.LOAD_STORE, false));
    }

    @Override
    public CostModel costs(SimulationSetup setup) {
        Machine m = setup.machine();
        return new MeshMemory(setup, mesh(m), setup.regionBytes() - (long) m.value("MPB"));
    }

    @Override
    public long skew(Machine m) {
        return m.picos("o_mem_r");
    }
}
