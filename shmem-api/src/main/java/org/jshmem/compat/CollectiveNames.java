// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.SymArray;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// Collectives on active sets under their C names. `pSync` is checked.
class CollectiveNames extends AtomicNames {
    CollectiveNames() {}

    static Team set(int start, int logStride, int size, SymLongs pSync) {
        return Current.pe().activeSet(start, logStride, size, pSync);
    }

    /// Completes this PE's updates, then waits for the active set.
    public static void shmem_barrier(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).barrier();
    }

    /// Waits for the active set.
    public static void shmem_sync(int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        set(PE_start, logPE_stride, PE_size, pSync).sync();
    }

    /// The root's `dest` is left as it was, which is what tells this broadcast from a team's.
    private static <S extends SymArray<?, S>> void broadcast(S dest, S source, long nelems, int root, Team team) {
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

    /// 32-bit elements from the PE that is number `PE_root` in the active set; its own `dest` is not written.
    public static <S extends SymArray<?, S>> void shmem_broadcast32(
            S dest, S source, long nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_broadcast32", dest, 32);
        broadcast(dest, source, nelems, PE_root, set(PE_start, logPE_stride, PE_size, pSync));
    }

    /// Concatenates `nelems` 32-bit elements of each member, which may differ.
    public static <S extends SymArray<?, S>> void shmem_collect32(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_collect32", dest, 32);
        set(PE_start, logPE_stride, PE_size, pSync).collect(dest, source, nelems);
    }

    /// Concatenates `nelems` 32-bit elements of each member.
    public static <S extends SymArray<?, S>> void shmem_fcollect32(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_fcollect32", dest, 32);
        set(PE_start, logPE_stride, PE_size, pSync).fcollect(dest, source, nelems);
    }

    /// Block `l` of member `k` goes to block `k` of member `l`.
    public static <S extends SymArray<?, S>> void shmem_alltoall32(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_alltoall32", dest, 32);
        set(PE_start, logPE_stride, PE_size, pSync).alltoall(dest, source, nelems);
    }

    /// As the exchange above, with strides.
    public static <S extends SymArray<?, S>> void shmem_alltoalls32(
            S dest,
            S source,
            long dst,
            long sst,
            long nelems,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pSync) {
        Width.require("shmem_alltoalls32", dest, 32);
        set(PE_start, logPE_stride, PE_size, pSync).alltoalls(dest, source, dst, sst, nelems);
    }

    /// 64-bit elements from the PE that is number `PE_root` in the active set; its own `dest` is not written.
    public static <S extends SymArray<?, S>> void shmem_broadcast64(
            S dest, S source, long nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_broadcast64", dest, 64);
        broadcast(dest, source, nelems, PE_root, set(PE_start, logPE_stride, PE_size, pSync));
    }

    /// Concatenates `nelems` 64-bit elements of each member, which may differ.
    public static <S extends SymArray<?, S>> void shmem_collect64(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_collect64", dest, 64);
        set(PE_start, logPE_stride, PE_size, pSync).collect(dest, source, nelems);
    }

    /// Concatenates `nelems` 64-bit elements of each member.
    public static <S extends SymArray<?, S>> void shmem_fcollect64(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_fcollect64", dest, 64);
        set(PE_start, logPE_stride, PE_size, pSync).fcollect(dest, source, nelems);
    }

    /// Block `l` of member `k` goes to block `k` of member `l`.
    public static <S extends SymArray<?, S>> void shmem_alltoall64(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        Width.require("shmem_alltoall64", dest, 64);
        set(PE_start, logPE_stride, PE_size, pSync).alltoall(dest, source, nelems);
    }

    /// As the exchange above, with strides.
    public static <S extends SymArray<?, S>> void shmem_alltoalls64(
            S dest,
            S source,
            long dst,
            long sst,
            long nelems,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pSync) {
        Width.require("shmem_alltoalls64", dest, 64);
        set(PE_start, logPE_stride, PE_size, pSync).alltoalls(dest, source, dst, sst, nelems);
    }
}
