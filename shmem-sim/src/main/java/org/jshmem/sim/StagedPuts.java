// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.transport.Memory;

/// The puts that a PE issues, with copies of their sources, which may be reused at once. Copies and operations are used
/// again after the puts have happened.
final class StagedPuts {
    private static final int ALL = 16 << 20; // bytes of the issued puts of all PEs, about
    private static final int MOST = 64 << 10; // of them those of one PE

    private final Simulation sim;
    private final int pe;
    private final int room; // bytes
    private long stage; // address
    private int stageBytes;
    private int staged;
    private RangeAccess[] puts; // null before the first; more than can be under way
    private int next;
    private boolean copies; // a put could read what an issued copy brings

    StagedPuts(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        room = Math.clamp(ALL / sim.npes(), 4 << 10, MOST);
    }

    /// Whether a put of this many bytes may be issued. A long one is performed at once, since staging copies its bytes.
    boolean accept(long bytes) {
        return bytes <= room / 8;
    }

    /// A copy has been issued: the next put waits for it.
    void issuedCopy() {
        copies = true;
    }

    /// Issues a put.
    void issue(int target, long offset, MemorySegment src, long from, long bytes) {
        if (copies || staged + bytes > room) sim.kernel.drain(pe);
        copies = false;
        if (!sim.kernel.hasIssued(pe)) {
            staged = 0;
            next = 0;
        }
        if (staged + bytes > stageBytes) {
            stageBytes = (int) Math.min(room, Math.max(1024, 2 * (staged + bytes)));
            stage = sim.regions.allocate(stageBytes);
        }
        long address = stage + staged;
        Memory.copyIn(src, from, address, bytes);
        staged += (int) (bytes + 7) & -8;
        if (puts == null) puts = new RangeAccess[SimKernel.ROOM + 2];
        int i = next;
        next = i + 1 == puts.length ? 0 : i + 1;
        if (puts[i] == null) {
            MachineAccess put = new MachineAccess(AccessKind.PUT, pe, target, offset, bytes);
            puts[i] = new RangeAccess(sim, put, true, true).moving(null, address);
        } else {
            puts[i].again(target, offset, address, bytes);
        }
        sim.kernel.issue(pe, puts[i]);
    }
}
