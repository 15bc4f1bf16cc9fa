// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.collective.layout.SystemLayout;

/// Which team slots of this PE's system area are free. Members of a new team agree on one that is free with all
/// of them; teams without a common member may use the same.
final class Slots {
    private long free = -1L << (SystemLayout.SHARED + 1); // one bit for each of the 64

    /// The free ones, a bit each.
    synchronized long free() {
        return free;
    }

    /// Takes a slot that all members have agreed on; false where another thread of this PE has taken it meanwhile.
    synchronized boolean take(int slot) {
        boolean free = (this.free & 1L << slot) != 0;
        this.free &= ~(1L << slot);
        return free;
    }

    synchronized void give(int slot) {
        free |= 1L << slot;
    }
}
