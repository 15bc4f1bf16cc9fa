// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

// if WAIT
import org.jshmem.Cmp;
// end
// if TO_ALL
import org.jshmem.Op;
import org.jshmem.SymLongs;
// end
import org.jshmem.SymTypes;

/// The C names of TYPENAMEs. A form with an index stands for C's `&x[i]`; without one it is `x`.
class TypeNames extends BeforeNames {
    TypeNames() {}

    /// Symmetric elements.
    public static SymTypes shmalloc_TYPENAME(long nelems) {
        return Current.pe().TYPEs(nelems);
    }

    // put and get

    public static void shmem_TYPENAME_put(SymTypes dest, TYPE[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_put(SymTypes dest, long i, TYPE[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_TYPENAME_put(SymTypes dest, SymTypes source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_get(TYPE[] dest, SymTypes source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_get(TYPE[] dest, int to, SymTypes source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_TYPENAME_get(SymTypes dest, SymTypes source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_put_nbi(SymTypes dest, TYPE[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_put_nbi(SymTypes dest, SymTypes source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_get_nbi(TYPE[] dest, SymTypes source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_TYPENAME_get_nbi(SymTypes dest, SymTypes source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // single elements and strides

    public static void shmem_TYPENAME_p(SymTypes addr, TYPE value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_TYPENAME_p(SymTypes addr, long i, TYPE value, int pe) {
        addr.p(i, value, pe);
    }

    public static TYPE shmem_TYPENAME_g(SymTypes addr, int pe) {
        return addr.g(0, pe);
    }

    public static TYPE shmem_TYPENAME_g(SymTypes addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_TYPENAME_iput(SymTypes dest, TYPE[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_TYPENAME_iget(TYPE[] dest, SymTypes source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }
    // if SWAP

    // atomics under their names of 1.0 to 1.3

    public static TYPE shmem_TYPENAME_swap(SymTypes dest, TYPE value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    public static TYPE shmem_TYPENAME_swap(SymTypes dest, long i, TYPE value, int pe) {
        return dest.atomicSwap(i, value, pe);
    }

    public static TYPE shmem_TYPENAME_fetch(SymTypes dest, int pe) {
        return dest.atomicFetch(0, pe);
    }

    public static TYPE shmem_TYPENAME_fetch(SymTypes dest, long i, int pe) {
        return dest.atomicFetch(i, pe);
    }

    public static void shmem_TYPENAME_set(SymTypes dest, TYPE value, int pe) {
        dest.atomicSet(0, value, pe);
    }

    public static void shmem_TYPENAME_set(SymTypes dest, long i, TYPE value, int pe) {
        dest.atomicSet(i, value, pe);
    }
    // end
    // if ATOMIC

    public static TYPE shmem_TYPENAME_cswap(SymTypes dest, TYPE cond, TYPE value, int pe) {
        return dest.compareSwap(0, cond, value, pe);
    }

    public static TYPE shmem_TYPENAME_cswap(SymTypes dest, long i, TYPE cond, TYPE value, int pe) {
        return dest.compareSwap(i, cond, value, pe);
    }

    public static TYPE shmem_TYPENAME_fadd(SymTypes dest, TYPE value, int pe) {
        return dest.fetchAdd(0, value, pe);
    }

    public static TYPE shmem_TYPENAME_fadd(SymTypes dest, long i, TYPE value, int pe) {
        return dest.fetchAdd(i, value, pe);
    }

    public static TYPE shmem_TYPENAME_finc(SymTypes dest, int pe) {
        return dest.fetchInc(0, pe);
    }

    public static TYPE shmem_TYPENAME_finc(SymTypes dest, long i, int pe) {
        return dest.fetchInc(i, pe);
    }

    public static void shmem_TYPENAME_add(SymTypes dest, TYPE value, int pe) {
        dest.add(0, value, pe);
    }

    public static void shmem_TYPENAME_add(SymTypes dest, long i, TYPE value, int pe) {
        dest.add(i, value, pe);
    }

    public static void shmem_TYPENAME_inc(SymTypes dest, int pe) {
        dest.inc(0, pe);
    }

    public static void shmem_TYPENAME_inc(SymTypes dest, long i, int pe) {
        dest.inc(i, pe);
    }
    // end
    // if WAIT

    // waiting

    /// Waits until the word is no longer `value`.
    public static void shmem_TYPENAME_wait(SymTypes ivar, TYPE value) {
        ivar.waitUntil(0, Cmp.NE, value);
    }

    /// Waits until the word at `i` is no longer `value`.
    public static void shmem_TYPENAME_wait(SymTypes ivar, long i, TYPE value) {
        ivar.waitUntil(i, Cmp.NE, value);
    }

    /// Waits until the word compares so.
    public static void shmem_TYPENAME_wait_until(SymTypes ivar, Cmp cmp, TYPE value) {
        ivar.waitUntil(0, cmp, value);
    }

    /// Waits until the word at `i` compares so.
    public static void shmem_TYPENAME_wait_until(SymTypes ivar, long i, Cmp cmp, TYPE value) {
        ivar.waitUntil(i, cmp, value);
    }
    // end
    // if TO_ALL

    // reductions on active sets
    // for OP

    public static void shmem_TYPENAME_op_to_all(
            SymTypes dest,
            SymTypes source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymTypes pWrk,
            SymLongs pSync) {
        toAll(Op.OP, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }
    // end
    // end
}
