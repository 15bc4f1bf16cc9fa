// SPDX-License-Identifier: Apache-2.0
/// What a machine is: numbers with sources ([org.jshmem.sim.model.Machine]) and an architecture that makes its parts
/// from them. Names no machine.
///
/// **Adding a machine of a known kind** (another card, another host): a list of parameters. Write a
/// [org.jshmem.sim.model.MachineProvider] that returns a `Machine` with them and an existing
/// [org.jshmem.sim.model.Architecture], and name it in `META-INF/services/org.jshmem.sim.model.MachineProvider`.
///
/// **Adding a kind of machine**: a package beside `coherent` and `knc` with
/// 1. a [org.jshmem.sim.model.MemorySystem]: what loads, stores, copies and polls cost, and when others see them;
/// 2. a [org.jshmem.sim.model.Processor]: what declared computation costs;
/// 3. an `Architecture` that makes both, says which PE runs where, what memories a PE has
///    ([org.jshmem.sim.model.Space]) and how others reach them, which mechanisms can be switched off, and which
///    variations make its band;
/// 4. its parameters and the service entry, as above.
///
/// Parts hold the state of one simulation and nothing static. They are called by one PE at a time, in the order of the
/// PEs' clocks, so they need no locks; they read no clock of the host and iterate over no hash, so that the same input
/// gives the same picosecond anywhere. Every parameter has a role and a source, and `docs/simulator/machine-model.md`
/// lists
/// them: `MachineModelDocTest` compares.
///
/// Imports `org.jshmem` for `Work` only.
package org.jshmem.sim.model;
