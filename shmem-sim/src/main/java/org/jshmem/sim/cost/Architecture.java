// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import java.util.List;
import org.jshmem.transport.MemorySpace;

/// A kind of machine, which makes the costs of a machine from its numbers. It is stateless; the cost model of a
/// simulation holds all state.
public interface Architecture {

    /// The most PEs that a job can have: one on each core, unless a core takes more.
    default int mostPes(Machine machine) {
        return cores(machine);
    }

    /// The memories that each PE has, without their offsets; the first is that of the symmetric heap. 0 bytes stand for
    /// the size that the job chooses.
    List<MemorySpace> spaces(Machine machine);

    /// The number of cores; cores are numbered from 0.
    int cores(Machine machine);

    /// The host that a core belongs to. PEs of different hosts have no addresses for each other.
    default int host(Machine machine, int core) {
        return 0;
    }

    /// The costs of the library's routines, without those of memory: none, where those of the memory contain them.
    default CallCosts calls(Machine machine) {
        return CallCosts.FREE;
    }

    /// The costs of a machine in its state after start-up, for one simulation.
    CostModel costs(SimulationSetup setup);

    /// The names of its parts in the table of parameters and mechanisms, `parts.txt`. The first is the word for its
    /// memory in machine files; one is the word for its cores.
    default List<String> parts() {
        return List.of();
    }

    /// The mechanisms that can be switched off, to find the results that depend on them. A result that survives without
    /// every mechanism is not evidence for any of them.
    default List<Symbol> mechanisms() {
        return Symbol.of(parts(), true);
    }

    /// The parameters of a machine of this kind, which must have all that are not optional. The first one is a count
    /// that more cores need.
    default List<Symbol> symbols() {
        return Symbol.of(parts(), false);
    }

    /// A contradiction between a machine's numbers, and its remedy; empty if there is none.
    default String problem(Machine machine) {
        return "";
    }

    /// The largest difference between the starts of PEs, in picoseconds, when a seed asks for noise.
    long skew(Machine machine);
}
