// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;

/// Copies from other PEs' parts of a symmetric array into a private one, by `get` or by loads through `ptr`.
public final class Fetch {
    private final SymDoubles from;
    private final MemorySegment[] parts;

    /// Stores the addresses of all PEs' parts if `access` is [Access#PTR].
    public Fetch(Shmem sh, SymDoubles from, Access access) {
        this.from = from;
        parts = access == Access.PTR ? new MemorySegment[sh.nPes()] : null;
        for (int pe = 0; parts != null && pe < parts.length; pe++) parts[pe] = from.ptr(pe);
    }

    /// Copies `n` elements of PE `pe`, from `index` on, to `to[at]` and following.
    public void get(long index, double[] to, int at, int n, int pe) {
        if (parts == null) from.get(index, to, at, n, pe);
        else MemorySegment.copy(parts[pe], ValueLayout.JAVA_DOUBLE, index * Double.BYTES, to, at, n);
    }
}
