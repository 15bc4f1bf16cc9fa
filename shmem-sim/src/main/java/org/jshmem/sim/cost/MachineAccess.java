// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// One access of a PE to the memory of all PEs, or one computation: the request, which no model changes, the answer of
/// the [CostModel] to the latest step, and the values that the model needs at the next one.
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

    /// The declared computation; null for an access to memory.
    public Work work;

    /// Whether a look reads the flag where it lies, instead of getting it by a call.
    public boolean inPlace;

    /// Answer: whether another step follows, at the returned time.
    public boolean more;

    /// Answer to the last step of a change: the time at which the bytes change, not before the turn of the PE.
    public long effect;

    /// Answer to the last step of a change: the time from which a waiting PE can notice the change.
    public long seen;

    /// Answer to the last step of a change: the PE goes on, and [CostModel#deliver] follows.
    public boolean sent;

    /// Answer to a step of an access that reads: the bytes are read now.
    public boolean reads;

    /// For the model: the stage that the access has reached, 0 at the first step.
    public int stage;

    /// For the model: the amount that earlier steps have completed, 0 at the first step.
    public long passed;

    /// For the model: a time that a later step needs, -1 for none.
    public long ready = -1;

    /// For the model: 1 in the second half of an access that is made of two.
    public int half;

    /// An object for the accesses of a PE, one after the other.
    public MachineAccess(int pe) {
        this.pe = pe;
    }

    /// This access as a copy from a source.
    public MachineAccess from(int owner, long first) {
        source = owner;
        sourceOffset = first;
        return this;
    }

    /// Makes this object another access of its PE, without a source or a computation.
    public MachineAccess become(AccessKind what, int owner, long first, long count) {
        kind = what;
        bytes = count;
        work = null;
        region = owner;
        offset = first;
        return this;
    }

    /// The owner of the memory that this access reads as a range, -1 for private memory.
    public int from() {
        return kind == AccessKind.COPY ? source : kind.changes() ? -1 : region;
    }

    /// The first byte that this access reads in that memory.
    public long fromOffset() {
        return kind == AccessKind.COPY ? sourceOffset : offset;
    }

    /// The owner of the memory that this access changes, -1 for private memory.
    public int to() {
        return kind.changes() ? region : -1;
    }

    /// Makes this object an access that has had no step.
    public void restart() {
        sent = false;
        reads = false;
        beginHalf(0);
        more = false;
    }

    /// For the model: begins a half of this access.
    public void beginHalf(int which) {
        half = which;
        more = true;
        stage = 0;
        passed = 0;
        ready = -1;
    }

    /// Answers the last step of a change: the bytes change at `at` and can be noticed from `noticed` on. Returns the
    /// end of the access.
    public long changed(long at, long noticed, long done) {
        effect = at;
        seen = noticed;
        return done;
    }
}
