// SPDX-License-Identifier: Apache-2.0
/// What a machine is: numbers with sources ([org.jshmem.sim.model.Machine]) and an architecture that makes its parts
/// from them. Names no machine.
///
/// **Adding a machine of a known kind** (another card, another chip) needs no code: a file that `--machine` reads, as
/// docs/simulator/own-machine.md shows.
///
/// **Adding a kind of machine**: a package next to `coherent` and `mesh` with
/// 1. a [org.jshmem.sim.model.MemorySystem]: what loads, stores, copies and polls cost, and when others see them;
/// 2. an enum of its [org.jshmem.sim.model.Symbol]s;
/// 3. an [org.jshmem.sim.model.Architecture] that makes the memory and its cores, says which PE runs where, what
///    memories a PE has ([org.jshmem.sim.model.MachineSpace]) and how others reach them, and which mechanisms
///    can be switched off;
/// 4. a word for it in `org.jshmem.sim.machines.MachineKind`.
///
/// Parts hold the state of one simulation and nothing static. They are called by one PE at a time, in the order of
/// the PEs' clocks, so they need no locks; they read no clock of the host and iterate over no hash, so that the same
/// input gives the same picosecond anywhere. Every parameter has a role and a source, and
/// `docs/simulator/machine-model.md` lists them: `MachineModelDocTest` compares.
///
/// Imports `org.jshmem` for `Work` only.
package org.jshmem.sim.model;
