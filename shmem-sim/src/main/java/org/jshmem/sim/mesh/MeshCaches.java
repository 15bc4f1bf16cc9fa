// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.mesh;

import org.jshmem.sim.cost.LruRanges;

/// The two caches of a core for its own memory off the chip, which no other core uses.
final class MeshCaches {
    private static final LruRanges.Evicted GONE = (region, from, to) -> {};
    private static final int OWN = 0; // region
    private static final int NOTHING = -1; // the region of lines that only displace others

    private final MeshCosts costs;
    private final LruRanges first;
    private final LruRanges second;

    MeshCaches(MeshCosts costs) {
        this.costs = costs;
        first = new LruRanges(costs.firstLines);
        second = new LruRanges(costs.cacheLines);
    }

    /// Reads lines and returns the cost. Lines in the second level cost more than those in the first; lines in neither
    /// come from memory, `memory` each.
    long read(long from, long lines, long memory) {
        if (!costs.caches) return lines * memory;
        long near = first.use(OWN, from, from + lines, GONE);
        long there = Math.max(near, second.use(OWN, from, from + lines, GONE));
        return (there - near) * costs.secondLine + (lines - there) * memory;
    }

    /// Writes lines. Returns the number of those that were in the second level.
    long write(long from, long lines) {
        if (!costs.caches) return 0;
        first.useHeld(OWN, from, from + lines);
        return second.useHeld(OWN, from, from + lines);
    }

    /// Displaces lines after computation over this number of others.
    void displace(long lines) {
        if (lines == 0) return;
        second.use(NOTHING, 0, Math.min(lines, costs.cacheLines), GONE);
        first.use(NOTHING, 0, Math.min(lines, costs.firstLines), GONE);
    }

    /// Removes lines.
    void drop(long from, long lines) {
        first.takeOut(OWN, from, from + lines);
        second.takeOut(OWN, from, from + lines);
    }
}
