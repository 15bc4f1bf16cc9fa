// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// The data from which an architecture makes the parts of a machine, for one simulation.
///
/// @param machine the machine
/// @param npes number of PEs
/// @param placement the cores of the PEs
/// @param regionBytes bytes of each PE's memory
/// @param jitter noise on costs
/// @param events the events of the machine
public record SimulationSetup(
        Machine machine, int npes, Placement placement, long regionBytes, Jitter jitter, Events events) {}
