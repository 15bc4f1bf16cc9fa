// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.collective.layout.Roster;
import org.jshmem.transport.MemorySpace;
import org.jshmem.transport.Transport;

/// The addresses of the members' regions, as far as they have some here.
public final class TeamMemory {
    /// Whether the memory of all members has addresses here.
    public final boolean allNear;

    private final Transport transport;
    private final Roster members;
    private final MemorySpace heap;

    /// If all members are near: the address of member 0's region, and the distance from each to the next, 0 if it
    /// varies.
    private final long base;

    private final long stride;
    private long[] bases;

    TeamMemory(Transport transport, Roster members) {
        this.transport = transport;
        this.members = members;
        this.heap = transport.spaces().getFirst();
        int size = members.size;
        boolean all = true;
        for (int k = 0; k < size && all; k++) all = reaches(k);
        this.allNear = all;
        this.base = all ? transport.address(members.pe(0), 0) : 0;
        long apart = all && size > 1 ? transport.address(members.pe(1), 0) - base : 0;
        for (int k = 2; k < size && apart != 0; k++) {
            if (transport.address(members.pe(k), 0) != base + k * apart) apart = 0;
        }
        this.stride = apart;
    }

    /// Whether member `k`'s memory has an address here.
    public boolean isNear(int k) {
        return allNear || reaches(k);
    }

    private boolean reaches(int k) {
        return heap.hasAddress(transport.reach(members.pe(k)));
    }

    /// The absolute address of an offset on member `k`, which is near.
    public long address(int k, long offset) {
        return stride != 0 ? base + k * stride + offset : transport.address(members.pe(k), offset);
    }

    /// The addresses of all members' regions, all of which are near.
    public long[] bases() {
        if (bases == null) {
            bases = new long[members.size];
            for (int k = 0; k < bases.length; k++) bases[k] = address(k, 0);
        }
        return bases;
    }
}
