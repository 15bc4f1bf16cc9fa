// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.Arrays;

/// A vector clock: for each PE, the number of the latest of its accesses that comes before a point of the program. It
/// is immutable, so that accesses and PEs can share it.
record VectorClock(long[] latest) {
    /// The number of the latest known access of a PE, 0 for none.
    long of(int pe) {
        return latest[pe];
    }

    /// This clock, extended by what another one knows and by one access of a PE. Returns this clock if it knows all
    /// that already.
    VectorClock and(VectorClock other, int pe, long access) {
        if (other == this && access <= latest[pe]) return this;
        long[] all = latest.clone();
        for (int k = 0; k < all.length; k++) all[k] = Math.max(all[k], other.latest[k]);
        all[pe] = Math.max(all[pe], access);
        return Arrays.equals(all, latest) ? this : new VectorClock(all);
    }
}
