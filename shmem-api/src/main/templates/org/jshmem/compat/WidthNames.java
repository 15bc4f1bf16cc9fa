// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.SymArray;
import org.jshmem.SymLongs;

/// The C names of WIDTH-bit elements of any type.
class WidthNames extends BeforeNames {
    WidthNames() {}

    /// WIDTH-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_putWIDTH(S dest, S source, long nelems, int pe) {
        requireWidth("shmem_putWIDTH", dest, WIDTH);
        dest.put(0, source, 0, nelems, pe);
    }

    /// WIDTH-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_putWIDTH(S dest, A source, int nelems, int pe) {
        requireWidth("shmem_putWIDTH", dest, WIDTH);
        dest.put(0, source, 0, nelems, pe);
    }

    /// WIDTH-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_getWIDTH(S dest, S source, long nelems, int pe) {
        requireWidth("shmem_getWIDTH", source, WIDTH);
        source.get(0, dest, 0, nelems, pe);
    }

    /// WIDTH-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_getWIDTH(A dest, S source, int nelems, int pe) {
        requireWidth("shmem_getWIDTH", source, WIDTH);
        source.get(0, dest, 0, nelems, pe);
    }

    /// WIDTH-bit elements from the PE that is number `PE_root` in the active set; its own `dest` is not written.
    public static <S extends SymArray<?, S>> void shmem_broadcastWIDTH(
            S dest, S source, long nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        requireWidth("shmem_broadcastWIDTH", dest, WIDTH);
        broadcast(dest, source, nelems, PE_root, set(PE_start, logPE_stride, PE_size, pSync));
    }

    /// Concatenates `nelems` WIDTH-bit elements of each member, which may differ.
    public static <S extends SymArray<?, S>> void shmem_collectWIDTH(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        requireWidth("shmem_collectWIDTH", dest, WIDTH);
        set(PE_start, logPE_stride, PE_size, pSync).collect(dest, source, nelems);
    }

    /// Concatenates `nelems` WIDTH-bit elements of each member.
    public static <S extends SymArray<?, S>> void shmem_fcollectWIDTH(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        requireWidth("shmem_fcollectWIDTH", dest, WIDTH);
        set(PE_start, logPE_stride, PE_size, pSync).fcollect(dest, source, nelems);
    }

    /// Block `l` of member `k` goes to block `k` of member `l`.
    public static <S extends SymArray<?, S>> void shmem_alltoallWIDTH(
            S dest, S source, long nelems, int PE_start, int logPE_stride, int PE_size, SymLongs pSync) {
        requireWidth("shmem_alltoallWIDTH", dest, WIDTH);
        set(PE_start, logPE_stride, PE_size, pSync).alltoall(dest, source, nelems);
    }

    /// As the exchange above, with strides.
    public static <S extends SymArray<?, S>> void shmem_alltoallsWIDTH(
            S dest,
            S source,
            long dst,
            long sst,
            long nelems,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pSync) {
        requireWidth("shmem_alltoallsWIDTH", dest, WIDTH);
        set(PE_start, logPE_stride, PE_size, pSync).alltoalls(dest, source, dst, sst, nelems);
    }
}
