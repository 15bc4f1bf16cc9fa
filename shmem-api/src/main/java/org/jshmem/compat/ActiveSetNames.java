// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// Collectives on active sets: those without elements, and what the generated names of each type and width
/// call. `pSync` and `pWrk` are checked; `pWrk` is not needed.
class ActiveSetNames extends TeamNames {
    ActiveSetNames() {}

    /// The fewest elements of a `pWrk`.
    public static final int SHMEM_REDUCE_MIN_WRKDATA_SIZE = 8;

    /// Completes this PE's updates, then waits for the active set.
    ///
    /// @param PE_start number of the set's first PE
    /// @param logPE_stride logarithm to base 2 of the distance between the set's PEs
    /// @param PE_size number of PEs in the set
    /// @param pSync `SHMEM_SYNC_SIZE` longs that are `SHMEM_SYNC_VALUE` before and after
    public static void shmem_barrier(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).barrier();
    }

    /// Waits for the active set.
    ///
    /// @param PE_start number of the set's first PE
    /// @param logPE_stride logarithm to base 2 of the distance between the set's PEs
    /// @param PE_size number of PEs in the set
    /// @param pSync `SHMEM_SYNC_SIZE` longs that are `SHMEM_SYNC_VALUE` before and after
    public static void shmem_sync(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).sync();
    }

    static Team set(int start, int logStride, int size, SymLongs pSync) {
        return Current.pe().activeSet(start, logStride, size, pSync);
    }

    /// The root's `dest` stays as it was: in this the broadcast differs from a team's.
    static <S extends SymArray<?, S>> void broadcast(S dest, S source, long nelems, int root, Team team) {
        boolean keep = team.myPe() == root && dest != null && dest != source;
        if (!keep || nelems < 0 || nelems > dest.length()) {
            team.broadcast(dest, source, nelems, root);
            return;
        }
        MemorySegment written = dest.slice(0, nelems).local();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment before =
                    arena.allocate(written.byteSize(), Long.BYTES).copyFrom(written);
            team.broadcast(dest, source, nelems, root);
            written.copyFrom(before);
        }
    }

    /// The active set, once its `pWrk` has been found large enough.
    static Team withWork(Team team, int nreduce, SymArray<?, ?> pWrk) {
        long need = Math.max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE);
        if (pWrk != null && pWrk.length() >= need) return team;
        throw new IllegalArgumentException(
                "%spWrk %s, a reduction of %d needs %d elements; size it by max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)"
                        .formatted(who(), pWrk == null ? "is null" : "has " + pWrk.length(), nreduce, need));
    }
}
