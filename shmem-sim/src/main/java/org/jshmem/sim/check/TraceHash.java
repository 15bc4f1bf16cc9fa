// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.Arrays;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;

/// A hash of all operations with their PEs, times and offsets: equal for equal input on any host, and whether or not
/// PEs issue operations ahead of their turns.
public final class TraceHash {
    private final long[] hashes; // by PE
    private final int bits; // for the number of a PE or a region
    private long operations;

    /// The hash of a job.
    public TraceHash(int npes) {
        hashes = new long[npes];
        bits = Math.max(12, Integer.SIZE - Integer.numberOfLeadingZeros(npes));
        Arrays.fill(hashes, 0xcbf29ce484222325L);
    }

    /// An access from `start` on.
    public void access(MachineAccess a, long start) {
        operations++;
        add(a.pe, a.kind, start, a.offset << 4 + bits | (a.region + 1L) << 4);
    }

    /// Time of a PE that no access takes, from `time` on: a wait, a sleep, a quiet.
    public void passed(int pe, AccessKind kind, long time) {
        if (kind == AccessKind.QUIET) operations++;
        add(pe, kind, time, 0);
    }

    private void add(int pe, AccessKind kind, long time, long where) {
        long h = (hashes[pe] ^ (time << bits | pe)) * 0x9e3779b97f4a7c15L;
        h = (h ^ (where | kind.ordinal())) * 0xc2b2ae3d27d4eb4fL;
        hashes[pe] = h ^ h >>> 29;
    }

    /// The hash of all PEs.
    public long value() {
        long all = 0;
        for (long hash : hashes) all = (all ^ hash) * 0x9e3779b97f4a7c15L;
        return all;
    }

    /// The number of operations so far; waits and sleeps do not count.
    public long operations() {
        return operations;
    }
}
