// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

/// One of the memories that each PE of a machine has.
///
/// @param name the name of the memory in programs
/// @param bytes size of each PE's part; 0 for the size that the job chooses
/// @param line bytes of a line, which move together
/// @param remote the access of other PEs
/// @param coherent whether a PE's loads see other PEs' stores without an invalidation
public record MachineSpace(String name, long bytes, int line, Remote remote, boolean coherent) {

    /// The access of other PEs to a memory.
    public enum Remote {
        /// By loads and stores.
        LOAD_STORE,
        /// By put, get and atomics.
        RMA
    }
}
