// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// What the parts of a machine are made for: one simulation.
///
/// @param machine on what
/// @param npes PEs
/// @param placement on which cores
/// @param regionBytes memory of each PE
/// @param jitter noise on prices
/// @param turns who acts when
public record SimulationSetup(
        Machine machine, int npes, Placement placement, long regionBytes, Jitter jitter, Turns turns) {

    /// Without noise, and without other PEs to wait for: for tests of prices.
    public static SimulationSetup alone(Machine machine, int npes, long regionBytes) {
        Placement placement = machine.place(npes);
        return new SimulationSetup(machine, npes, placement, regionBytes, Jitter.none(), (pe, time) -> time);
    }
}
