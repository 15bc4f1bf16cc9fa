// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.model;

/// One of the memories that each PE of a machine has.
///
/// @param name what programs call it
/// @param bytes how much of it each PE has; 0 for what the job asks for
/// @param line bytes that move together
/// @param remote what other PEs can do with it
/// @param coherent whether a PE's loads see other PEs' stores without an invalidation
public record MachineSpace(String name, long bytes, int line, Remote remote, boolean coherent) {

    /// How other PEs reach a memory.
    public enum Remote {
        /// By loads and stores.
        LOAD_STORE,
        /// By put, get and atomics.
        RMA,
        /// Not at all.
        NONE
    }
}
