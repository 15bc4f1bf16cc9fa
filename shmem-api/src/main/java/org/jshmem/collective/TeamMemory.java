// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.MemorySpace;

/// The addresses of the members' regions, as far as they have some here.
public final class TeamMemory {
    /// Whether the memory of all members has addresses here.
    public final boolean allNear;

    private final Group g;
    private final MemorySpace heap;

    private long[] bases;

    TeamMemory(Group g) {
        this.g = g;
        this.heap = g.transport.spaces().getFirst();
        boolean all = true;
        for (int k = 0; k < g.size && all; k++) all = reaches(k);
        this.allNear = all;
    }

    /// Whether member `k`'s memory has an address here.
    public boolean isNear(int k) {
        return allNear || reaches(k);
    }

    private boolean reaches(int k) {
        return heap.hasAddress(g.transport.reach(g.pe(k)));
    }

    /// The absolute address of an offset on member `k`, which is near.
    public long address(int k, long offset) {
        return g.transport.address(g.pe(k), offset);
    }

    /// The addresses of all members' regions, all of which are near.
    public long[] bases() {
        if (bases == null) {
            bases = new long[g.size];
            for (int k = 0; k < bases.length; k++) bases[k] = address(k, 0);
        }
        return bases;
    }
}
