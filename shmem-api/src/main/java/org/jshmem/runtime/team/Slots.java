// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.team;

import org.jshmem.collective.layout.SystemLayout;

/// The free team slots of this PE's system area. The members of a new team agree on a slot that is free on all of them.
/// Teams without a common member may use one slot number.
final class Slots {
    private long free = -1L << (SystemLayout.SHARED + 1); // one bit for each slot

    /// The free slots, one bit for each.
    synchronized long free() {
        return free;
    }

    /// Takes a slot that all members have agreed on. False if another thread of this PE has taken it meanwhile.
    synchronized boolean take(int slot) {
        boolean free = (this.free & 1L << slot) != 0;
        this.free &= ~(1L << slot);
        return free;
    }

    synchronized void give(int slot) {
        free |= 1L << slot;
    }
}
