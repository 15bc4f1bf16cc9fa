// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.sim.coherent.CoherentSymbols;
import org.jshmem.sim.cost.CoreKinds;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Limits;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.Mechanism;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.cost.Symbol;

/// Hosts on a network, with at most one PE on each core. A job fills one host after the other, unless `--place` gives
/// the cores.
public final class Cluster extends SharedMemoryHost {
    /// The parameters of a machine with hosts, under the names of LogGP.
    private static final List<Symbol> OF_HOSTS = List.of(
            new Symbol("hosts", "count", "hosts; a job fills one after the other"),
            new Symbol("o", "ns", "a message: what it takes its PE"),
            new Symbol("a", "ns", "a message: what it takes the agent of its target's host"),
            new Symbol("L", "ns", "a message on its way between hosts"),
            new Symbol("w", "ns", "until a PE that waits notices"),
            new Symbol("G", "GB/s", "bandwidth of a host's link, each way"));

    /// An architecture for machine files.
    public Cluster(CoreKinds cores) {
        super(cores);
    }

    @Override
    public String memoryKind() {
        return "network";
    }

    @Override
    public List<Symbol> symbols() {
        return Stream.of(OF_HOSTS, CoherentSymbols.ALL, cores.symbols())
                .flatMap(List::stream)
                .toList();
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

    @Override
    public List<Mechanism> mechanisms() {
        return Stream.concat(super.mechanisms().stream(), Stream.of(NetworkMessages.QUEUES))
                .toList();
    }
}
