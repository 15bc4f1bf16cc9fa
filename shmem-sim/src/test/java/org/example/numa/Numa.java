// SPDX-License-Identifier: Apache-2.0
package org.example.numa;

import java.util.List;
import org.jshmem.sim.cost.Architecture;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.cost.SimulationSetup;
import org.jshmem.sim.cost.Symbol;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Reach;

/// A machine of sockets, each with cores and a memory: an access of another socket's memory takes longer.
public final class Numa implements Architecture {
    /// For the service loader.
    public Numa() {}

    @Override
    public List<String> parts() {
        return List.of("numa");
    }

    @Override
    public List<Symbol> symbols() {
        return List.of(
                symbol("cores", "count", "cores of a socket"),
                symbol("sockets", "count", "sockets, one memory each"),
                symbol("line", "bytes", "bytes that move together"),
                symbol("here", "ns", "an access of the own socket's memory"),
                symbol("hop", "ns", "what the way to another socket adds"),
                symbol("band", "GB/s", "what a memory serves"),
                symbol("flop", "ns", "a floating-point operation"));
    }

    private static Symbol symbol(String name, String unit, String meaning) {
        return new Symbol("numa", name, unit, meaning, false);
    }

    @Override
    public List<MemorySpace> spaces(Machine m) {
        return List.of(new MemorySpace(MemorySpace.HEAP, 0, 0, (int) m.count("line"), Reach.LOAD_STORE, true));
    }

    @Override
    public int cores(Machine m) {
        return (int) (m.count("cores") * m.count("sockets"));
    }

    @Override
    public CostModel costs(SimulationSetup setup) {
        return new NumaMemory(setup);
    }

    @Override
    public long skew(Machine m) {
        return m.picos("hop");
    }
}
