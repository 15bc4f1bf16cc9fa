// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// One access of a PE to the memory of all PEs, or one computation: the request, and the answer of the [CostModel] to
/// each step.
///
/// `region` is the PE that owns the memory, and `offset` counts bytes in it.
public final class MachineAccess {
    /// The PE that makes the access.
    public final int pe;

    /// The kind of the access.
    public AccessKind kind;

    /// The owner of the memory; of a copy, of its destination.
    public int region;

    /// The first byte.
    public long offset;

    /// The number of bytes.
    public long bytes;

    /// The owner of a copy's source.
    public int source;

    /// The first byte of a copy's source.
    public long sourceOffset;

    /// Whether a load reads a word that other PEs write as a flag, at the cost of a poll and of 1 ns at least.
    public boolean look;

    /// The declared computation; null for an access to memory.
    public Work work;

    /// The time of the first step, -1 before.
    public long start = -1;

    /// The time of the end, known after the last step.
    public long end;

    /// Answer: whether another step follows, at the returned time.
    public boolean more;

    /// Answer to the last step of a change: the time at which the bytes change, not before the turn of the PE.
    public long effect;

    /// Answer to the last step of a change: the time from which a waiting PE can notice the change.
    public long seen;

    /// For the model: the amount that earlier steps have completed, 0 at the first step.
    public long passed;

    /// For the model: a time that a later step needs, -1 for none.
    public long ready = -1;

    /// For the model: the present one of several accesses that form this one; null for none.
    public MachineAccess part;

    /// An access to `bytes` bytes.
    public MachineAccess(AccessKind kind, int pe, int region, long offset, long bytes) {
        this.kind = kind;
        this.pe = pe;
        this.region = region;
        this.offset = offset;
        this.bytes = bytes;
    }

    /// This access as a copy from a source.
    public MachineAccess from(int owner, long first) {
        source = owner;
        sourceOffset = first;
        return this;
    }

    /// A computation of a PE.
    public static MachineAccess computation(int pe, Work work) {
        MachineAccess access = new MachineAccess(AccessKind.COMPUTE, pe, -1, 0, work.bytesRead() + work.bytesWritten());
        access.work = work;
        return access;
    }

    /// Makes this object another access of its PE, without a source, a look or a computation.
    public MachineAccess become(AccessKind what, int owner, long first, long count) {
        kind = what;
        bytes = count;
        look = false;
        work = null;
        again(owner, first);
        return this;
    }

    /// Makes this access again, elsewhere.
    public void again(int owner, long first) {
        region = owner;
        offset = first;
        start = -1;
        more = false;
        passed = 0;
        ready = -1;
        part = null;
    }

    /// Answers the last step of a change: the bytes change at `at` and can be noticed from `noticed` on. Returns the
    /// end of the access.
    public long changed(long at, long noticed, long done) {
        effect = at;
        seen = noticed;
        return done;
    }
}
