// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.List;
import org.jshmem.sim.coherent.CoherentMemory;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CallCosts;
import org.jshmem.sim.cost.Cores;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;

/// Hosts on a network, or one alone: each has a coherent memory, and cores of any kind. A core of several hosts takes
/// one PE. A job fills one host after the other, unless `--place` gives the cores.
///
/// @param network whether there are several hosts
/// @param cores the kind of the cores, one of [Cores#KINDS]
public record Cluster(boolean network, String cores) implements Architecture {

    @Override
    public List<String> parts() {
        return network ? List.of("network", "coherent", cores) : List.of("coherent", cores);
    }

    @Override
    public String problem(Machine m) {
        String hosts = network ? Limits.product(m, "hosts", "cores") : "";
        return Limits.first(Limits.line(m), hosts, Cores.problem(m), CoherentMemory.problem(m));
    }

    @Override
    public int mostPes(Machine m) {
        return (int) (network ? cores(m) : cores(m) * m.value("threads", 1));
    }

    @Override
    public int cores(Machine m) {
        return (int) ((network ? m.count("hosts") : 1) * m.count("cores"));
    }

    @Override
    public int host(Machine m, int core) {
        return core / (int) m.count("cores");
    }

    @Override
    public List<MemorySpace> spaces(Machine m) {
        return List.of(new MemorySpace(MemorySpace.HEAP, 0, 0, (int) m.value("line"), Reach.LOAD_STORE, true));
    }

    @Override
    public CallCosts calls(Machine m) {
        if (!m.has("calls")) return CallCosts.FREE;
        double copies = m.has("library") ? m.value("copies", 1) - 1 : 0; // beyond that of memory
        double line = (m.value("l_o") + m.value("l_2")) / m.value("clock"); // ns: a copy in the second-level cache
        return new CallCosts(
                m.picos("t_put"),
                m.picos("t_get"),
                m.picos("t_quiet"),
                m.picos("fence"),
                m.picos("t_ptr"),
                Math.round(1000 * m.value("t_wait", 0)),
                Math.round(m.has("library") ? 1000 * m.value("t_flag", 0) : 0),
                Math.round(1000 * copies * line));
    }

    @Override
    public CostModel costs(SimulationSetup setup) {
        return network ? new ClusterMemory(setup, cores) : new CoherentMemory(setup, cores);
    }

    @Override
    public long skew(Machine m) {
        return m.picos("R_R");
    }
}
