// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

/// Pairing of PEs: pair `i` is PE `i` and PE `N/2 + i`, for the first `count` pairs. The lower PE
/// is the origin.
public record Pairs(int npes, int count) {

    public boolean isOrigin(int pe) {
        return pe < count;
    }

    public boolean isTarget(int pe) {
        return pe >= half() && originOf(pe) < count;
    }

    public boolean isActive(int pe) {
        return isOrigin(pe) || isTarget(pe);
    }

    /// The other PE of the pair; for an idle PE the partner that it would have.
    public int partner(int pe) {
        return pe < half() ? half() + pe % half() : originOf(pe);
    }

    private int originOf(int target) {
        return Math.floorMod(target - half(), half());
    }

    private int half() {
        return Math.max(1, npes / 2);
    }
}
