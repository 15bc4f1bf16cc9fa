// SPDX-License-Identifier: Apache-2.0
/// The model of a machine: numbers with sources ([org.jshmem.sim.cost.Machine]), an architecture that makes the costs
/// from them, and the resources that kinds of machines share: cores, caches, servers. No code here is for a certain
/// machine.
///
/// **Adding a machine of a known kind** (another card, another chip) needs no code: a file that `--machine` reads, as
/// docs/simulator/own-machine.md shows.
///
/// **Adding a kind of machine**: a package next to `coherent` and `mesh` with
/// 1. a [org.jshmem.sim.cost.CostModel]: the steps of an access and of a computation, and the times at which others
/// see changes; 2. its rows in `parts.txt`: parameters and mechanisms; 3. an [org.jshmem.sim.cost.Architecture]
/// that makes the cost model. It defines the hosts of cores, the memories of a PE
/// ([org.jshmem.transport.MemorySpace]), and the access of other PEs to them; 4. a word for it in
/// `org.jshmem.sim.machine.MachineFile`.
///
/// A cost model holds the state of one simulation and nothing static. One PE at a time calls it, in the order of the
/// PEs' clocks, so it needs no locks. It reads no clock of the host and iterates over no hash, so the same
/// input gives the same picosecond anywhere. Every parameter has a role and a source.
/// `docs/simulator/machine-model.md` lists them, and `MachineModelDocTest` compares.
///
/// Imports `org.jshmem` for `Work` only.
package org.jshmem.sim.cost;
