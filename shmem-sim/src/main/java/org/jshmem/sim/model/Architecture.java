// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

import java.util.List;

/// A kind of machine: makes the parts of a machine from its numbers. Stateless; all state is in the parts, one set for
/// each simulation.
public interface Architecture {

    /// The most PEs that a job can have.
    int mostPes(Machine machine);

    /// What makes it take more, for who asked for more: an option of the command line; empty where nothing does.
    default String more(Machine machine) {
        return "";
    }

    /// The memories that each PE has; the first is that of the symmetric heap.
    List<MachineSpace> spaces(Machine machine);

    /// How many cores there are, numbered from 0.
    int cores(Machine machine);

    /// The host that a core is of. PEs of different hosts have no addresses for each other.
    default int host(Machine machine, int core) {
        return 0;
    }

    /// What the library's routines cost beside the memory.
    CallCosts calls(Machine machine);

    /// The memories of all PEs, everything in its state after start-up.
    MemorySystem memory(SimulationSetup setup);

    /// The cores, which compute out of that memory.
    Processor processor(SimulationSetup setup, MemorySystem memory);

    /// What can be switched off.
    List<Mechanism> mechanisms();

    /// What a machine of this kind has to say of itself.
    default List<? extends Symbol> symbols() {
        return List.of();
    }

    /// What machine files call its memory.
    default String memoryKind() {
        return "";
    }

    /// What machine files call its cores.
    default String coreKind() {
        return "";
    }

    /// What machine files call the links between its hosts; empty where they need not say it.
    default String linkKind() {
        return "";
    }

    /// What is wrong with a machine's numbers taken together, and what to do; empty where nothing is.
    default String problem(Machine machine) {
        return "";
    }

    /// How far apart PEs start, in picoseconds, when a seed asks for noise.
    long skew(Machine machine);
}
