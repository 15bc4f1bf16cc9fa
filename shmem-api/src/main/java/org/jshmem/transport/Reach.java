// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// What a PE's memory is to another PE.
public enum Reach {
    /// One's own.
    SELF,
    /// Within reach of plain loads and stores: it has an address.
    LOAD_STORE,
    /// Within reach of a channel's operations alone: another host's memory, or memory that only its own core
    /// addresses.
    RMA
}
