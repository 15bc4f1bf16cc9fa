// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.MemorySegment;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// The bodies of the names of collectives on active sets. They check `pSync` and `pWrk`, and do not use `pWrk`.
class ActiveSets extends Teams {
    ActiveSets() {}

    /// The fewest elements of a `pWrk`.
    public static final int SHMEM_REDUCE_MIN_WRKDATA_SIZE = 8;

    static Team set(int start, int logStride, int size, SymLongs pSync) {
        return pe().activeSet(start, logStride, size, pSync);
    }

    /// Broadcasts as a team does, except that the root's `dest` keeps its content.
    static <S extends SymArray<?, S>> void broadcast(S dest, S source, long nelems, int root, Team team) {
        boolean keep = team.myPe() == root && dest != null && dest != source;
        boolean fits = keep && nelems >= 0 && nelems <= dest.length();
        MemorySegment written = fits ? dest.slice(0, nelems).local() : null;
        MemorySegment before = fits ? copy(written) : null;
        team.broadcast(dest, source, nelems, root);
        if (fits) written.copyFrom(before);
    }

    /// Returns the team of the active set. Refuses a `pWrk` that is too small.
    static Team withWork(Team team, int nreduce, SymArray<?, ?> pWrk) {
        long need = Math.max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE);
        if (pWrk != null && pWrk.length() >= need) return team;
        throw new IllegalArgumentException(
                "%spWrk %s, a reduction of %d needs %d elements; size it by max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)"
                        .formatted(who(), pWrk == null ? "is null" : "has " + pWrk.length(), nreduce, need));
    }
}
