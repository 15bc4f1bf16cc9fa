// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.List;
import org.jshmem.sim.cost.CoreKinds;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.SimulationSetup;

/// Hosts on a network, with at most one PE on each core. A job fills one host after the other, unless `--place` gives
/// the cores.
public final class Cluster extends SharedMemoryHost {
    /// An architecture for machine files.
    public Cluster(CoreKinds cores) {
        super(cores);
    }

    @Override
    public List<String> parts() {
        return List.of("network", "coherent", cores.word());
    }

    @Override
    public String problem(Machine m) {
        return Limits.first(Limits.line(m), Limits.product(m, "hosts", "cores"), cores.problem(m));
    }

    @Override
    public int cores(Machine m) {
        return (int) (m.value("hosts") * m.value("cores"));
    }

    @Override
    public int mostPes(Machine m) {
        return cores(m);
    }

    @Override
    public int host(Machine m, int core) {
        return core / (int) m.value("cores");
    }

    @Override
    public CostModel costs(SimulationSetup setup) {
        return new ClusterMemory(setup, cores);
    }
}
