// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// The access that a PE has to another PE's memory.
public enum Reach {
    /// The PE's own memory.
    SELF,
    /// Memory with an address, for plain loads and stores.
    LOAD_STORE,
    /// Memory for operations of a channel alone: another host's memory, or memory that only its own core addresses.
    RMA
}
