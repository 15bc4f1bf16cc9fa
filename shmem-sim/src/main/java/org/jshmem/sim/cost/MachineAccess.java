// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.cost;

import org.jshmem.Work;

/// One access of a PE to the memory of all PEs, or one computation: the request, which no model changes.
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

    /// Makes this object another access of its PE, without a source or a computation.
    public MachineAccess become(AccessKind what, int owner, long first, long count) {
        kind = what;
        bytes = count;
        work = null;
        region = owner;
        offset = first;
        return this;
    }
}
