// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymNumbers;
import org.jshmem.SymShorts;
import org.jshmem.Team;

/// Collectives on active sets: those without elements under their C names, and what the names of each type and
/// width do. `pSync` and `pWrk` are checked; `pWrk` is not needed.
class CollectiveNames {
    CollectiveNames() {}

    /// Completes this PE's updates, then waits for the active set.
    public static void shmem_barrier(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).barrier();
    }

    /// Waits for the active set.
    public static void shmem_sync(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).sync();
    }

    static Team set(int start, int logStride, int size, SymLongs pSync) {
        return Current.pe().activeSet(start, logStride, size, pSync);
    }

    /// Refuses an array whose elements do not have the bits that are in the name.
    static void requireWidth(String name, SymArray<?, ?> array, int bits) {
        if (array == null) return; // legal where nothing is to move; whoever moves something refuses it
        int have = switch (array) {
            case SymMem _, SymBytes _ -> 8;
            case SymShorts _ -> 16;
            case SymLongs _, SymDoubles _ -> 64;
            default -> 32;
        };
        if (have != bits) {
            throw new IllegalArgumentException(
                    "PE %d: %s of an array of %d-bit elements; give ints or floats to 32, longs or doubles to 64"
                            .formatted(Current.pe().myPe(), name, have));
        }
    }

    /// The root's `dest` is left as it was, which is what tells this broadcast from a team's.
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

    static <S extends SymNumbers<?, S>> void toAll(Op op, S dest, S source, int nreduce, S pWrk, Team team) {
        long need = Math.max(nreduce / 2 + 1, OpenShmem.SHMEM_REDUCE_MIN_WRKDATA_SIZE);
        if (pWrk == null || pWrk.length() < need) {
            throw new IllegalArgumentException(
                    "PE %d: pWrk %s, a reduction of %d needs %d elements; size it by max(nreduce / 2 + 1, SHMEM_REDUCE_MIN_WRKDATA_SIZE)"
                            .formatted(
                                    Current.pe().myPe(),
                                    pWrk == null ? "is null" : "has " + pWrk.length(),
                                    nreduce,
                                    need));
        }
        team.reduce(op, dest, source, nreduce);
    }
}
