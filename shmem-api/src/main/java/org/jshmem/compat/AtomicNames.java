// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;

/// Atomics under their C names of 1.0 to 1.3; each on element 0, and with an index.
class AtomicNames extends ElementNames {
    AtomicNames() {}

    // int

    public static int shmem_int_swap(SymInts dest, int value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    public static int shmem_int_fetch(SymInts dest, int pe) {
        return dest.atomicFetch(0, pe);
    }

    public static void shmem_int_set(SymInts dest, int value, int pe) {
        dest.atomicSet(0, value, pe);
    }

    public static int shmem_int_cswap(SymInts dest, int cond, int value, int pe) {
        return dest.compareSwap(0, cond, value, pe);
    }

    public static int shmem_int_fadd(SymInts dest, int value, int pe) {
        return dest.fetchAdd(0, value, pe);
    }

    public static int shmem_int_finc(SymInts dest, int pe) {
        return dest.fetchInc(0, pe);
    }

    public static void shmem_int_add(SymInts dest, int value, int pe) {
        dest.add(0, value, pe);
    }

    public static void shmem_int_inc(SymInts dest, int pe) {
        dest.inc(0, pe);
    }

    public static int shmem_int_swap(SymInts dest, long i, int value, int pe) {
        return dest.atomicSwap(i, value, pe);
    }

    public static int shmem_int_fetch(SymInts dest, long i, int pe) {
        return dest.atomicFetch(i, pe);
    }

    public static void shmem_int_set(SymInts dest, long i, int value, int pe) {
        dest.atomicSet(i, value, pe);
    }

    public static int shmem_int_cswap(SymInts dest, long i, int cond, int value, int pe) {
        return dest.compareSwap(i, cond, value, pe);
    }

    public static int shmem_int_fadd(SymInts dest, long i, int value, int pe) {
        return dest.fetchAdd(i, value, pe);
    }

    public static int shmem_int_finc(SymInts dest, long i, int pe) {
        return dest.fetchInc(i, pe);
    }

    public static void shmem_int_add(SymInts dest, long i, int value, int pe) {
        dest.add(i, value, pe);
    }

    public static void shmem_int_inc(SymInts dest, long i, int pe) {
        dest.inc(i, pe);
    }

    // long

    public static long shmem_long_swap(SymLongs dest, long value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    public static long shmem_long_fetch(SymLongs dest, int pe) {
        return dest.atomicFetch(0, pe);
    }

    public static void shmem_long_set(SymLongs dest, long value, int pe) {
        dest.atomicSet(0, value, pe);
    }

    public static long shmem_long_cswap(SymLongs dest, long cond, long value, int pe) {
        return dest.compareSwap(0, cond, value, pe);
    }

    public static long shmem_long_fadd(SymLongs dest, long value, int pe) {
        return dest.fetchAdd(0, value, pe);
    }

    public static long shmem_long_finc(SymLongs dest, int pe) {
        return dest.fetchInc(0, pe);
    }

    public static void shmem_long_add(SymLongs dest, long value, int pe) {
        dest.add(0, value, pe);
    }

    public static void shmem_long_inc(SymLongs dest, int pe) {
        dest.inc(0, pe);
    }

    public static long shmem_long_swap(SymLongs dest, long i, long value, int pe) {
        return dest.atomicSwap(i, value, pe);
    }

    public static long shmem_long_fetch(SymLongs dest, long i, int pe) {
        return dest.atomicFetch(i, pe);
    }

    public static void shmem_long_set(SymLongs dest, long i, long value, int pe) {
        dest.atomicSet(i, value, pe);
    }

    public static long shmem_long_cswap(SymLongs dest, long i, long cond, long value, int pe) {
        return dest.compareSwap(i, cond, value, pe);
    }

    public static long shmem_long_fadd(SymLongs dest, long i, long value, int pe) {
        return dest.fetchAdd(i, value, pe);
    }

    public static long shmem_long_finc(SymLongs dest, long i, int pe) {
        return dest.fetchInc(i, pe);
    }

    public static void shmem_long_add(SymLongs dest, long i, long value, int pe) {
        dest.add(i, value, pe);
    }

    public static void shmem_long_inc(SymLongs dest, long i, int pe) {
        dest.inc(i, pe);
    }

    // float

    public static float shmem_float_swap(SymFloats dest, float value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    public static float shmem_float_fetch(SymFloats dest, int pe) {
        return dest.atomicFetch(0, pe);
    }

    public static void shmem_float_set(SymFloats dest, float value, int pe) {
        dest.atomicSet(0, value, pe);
    }

    public static float shmem_float_swap(SymFloats dest, long i, float value, int pe) {
        return dest.atomicSwap(i, value, pe);
    }

    public static float shmem_float_fetch(SymFloats dest, long i, int pe) {
        return dest.atomicFetch(i, pe);
    }

    public static void shmem_float_set(SymFloats dest, long i, float value, int pe) {
        dest.atomicSet(i, value, pe);
    }

    // double

    public static double shmem_double_swap(SymDoubles dest, double value, int pe) {
        return dest.atomicSwap(0, value, pe);
    }

    public static double shmem_double_fetch(SymDoubles dest, int pe) {
        return dest.atomicFetch(0, pe);
    }

    public static void shmem_double_set(SymDoubles dest, double value, int pe) {
        dest.atomicSet(0, value, pe);
    }

    public static double shmem_double_swap(SymDoubles dest, long i, double value, int pe) {
        return dest.atomicSwap(i, value, pe);
    }

    public static double shmem_double_fetch(SymDoubles dest, long i, int pe) {
        return dest.atomicFetch(i, pe);
    }

    public static void shmem_double_set(SymDoubles dest, long i, double value, int pe) {
        dest.atomicSet(i, value, pe);
    }
}
