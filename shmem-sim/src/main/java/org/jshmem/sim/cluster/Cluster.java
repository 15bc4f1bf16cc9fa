// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cluster;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.sim.coherent.CoherentSymbols;
import org.jshmem.sim.cores.CoreKinds;
import org.jshmem.sim.model.Limits;
import org.jshmem.sim.model.Machine;
import org.jshmem.sim.model.Mechanism;
import org.jshmem.sim.model.Processor;
import org.jshmem.sim.model.SimulationSetup;
import org.jshmem.sim.model.Symbol;

/// Hosts on a network, with at most one PE on each core. A job fills one host after the other, unless `--place` gives
/// the cores.
public final class Cluster extends OneHost {
    private final Interconnect links;

    /// An architecture for machine files.
    public Cluster(CoreKinds cores, Interconnect links) {
        super(cores);
        this.links = links;
    }

    @Override
    public String memoryKind() {
        return "network";
    }

    @Override
    public String linkKind() {
        return links == Interconnect.FULL ? "" : links.word();
    }

    @Override
    public List<Symbol> symbols() {
        return Stream.of(Interconnect.OF_HOSTS, links.symbols(), CoherentSymbols.ALL, cores.symbols())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public String problem(Machine m) {
        return Limits.first(Limits.line(m), Limits.product(m, "hosts", "cores"), cores.problem(m), links.problem(m));
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
    public String more(Machine m) {
        return links == Interconnect.FULL
                ? "--set hosts=N or --set cores=N makes a larger one"
                : "--set cores=N makes hosts of more cores; more hosts need larger links";
    }

    @Override
    public int host(Machine m, int core) {
        return core / (int) m.value("cores");
    }

    @Override
    public Parts parts(SimulationSetup setup) {
        PesByHost members = PesByHost.of(setup);
        var memory = new ClusterMemory(members, links.routes(setup.machine()));
        List<SimulationSetup> hosts = members.hosts();
        Processor[] processors = IntStream.range(0, hosts.size())
                .mapToObj(h -> cores.over(hosts.get(h), memory.of(h)))
                .toArray(Processor[]::new);
        return new Parts(
                memory, (pe, work, now) -> processors[members.host()[pe]].compute(members.index()[pe], work, now));
    }

    @Override
    public List<Mechanism> mechanisms() {
        return Stream.concat(super.mechanisms().stream(), Stream.of(NetworkMessages.QUEUES))
                .toList();
    }
}
