// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;

/// Puts and gets under their C names. A form with an index stands for C's `&x[i]`; without one it is `x`.
class BlockNames {
    BlockNames() {}

    /// 32-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_put32(S dest, S source, long nelems, int pe) {
        Width.require("shmem_put32", dest, 32);
        dest.put(0, source, 0, nelems, pe);
    }

    /// 32-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_put32(S dest, A source, int nelems, int pe) {
        Width.require("shmem_put32", dest, 32);
        dest.put(0, source, 0, nelems, pe);
    }

    /// 32-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_get32(S dest, S source, long nelems, int pe) {
        Width.require("shmem_get32", source, 32);
        source.get(0, dest, 0, nelems, pe);
    }

    /// 32-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_get32(A dest, S source, int nelems, int pe) {
        Width.require("shmem_get32", source, 32);
        source.get(0, dest, 0, nelems, pe);
    }

    /// 64-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_put64(S dest, S source, long nelems, int pe) {
        Width.require("shmem_put64", dest, 64);
        dest.put(0, source, 0, nelems, pe);
    }

    /// 64-bit elements, to another PE.
    public static <A, S extends SymArray<A, S>> void shmem_put64(S dest, A source, int nelems, int pe) {
        Width.require("shmem_put64", dest, 64);
        dest.put(0, source, 0, nelems, pe);
    }

    /// 64-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_get64(S dest, S source, long nelems, int pe) {
        Width.require("shmem_get64", source, 64);
        source.get(0, dest, 0, nelems, pe);
    }

    /// 64-bit elements, from another PE.
    public static <A, S extends SymArray<A, S>> void shmem_get64(A dest, S source, int nelems, int pe) {
        Width.require("shmem_get64", source, 64);
        source.get(0, dest, 0, nelems, pe);
    }

    /// Bytes, to another PE.
    public static void shmem_putmem(SymMem dest, byte[] source, int len, int pe) {
        dest.put(0, source, 0, len, pe);
    }

    /// Bytes, to another PE.
    public static void shmem_putmem(SymMem dest, SymMem source, long len, int pe) {
        dest.put(0, source, 0, len, pe);
    }

    /// Bytes, from another PE.
    public static void shmem_getmem(byte[] dest, SymMem source, int len, int pe) {
        source.get(0, dest, 0, len, pe);
    }

    /// Bytes, from another PE.
    public static void shmem_getmem(SymMem dest, SymMem source, long len, int pe) {
        source.get(0, dest, 0, len, pe);
    }

    // char

    public static void shmem_char_put(SymBytes dest, byte[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_char_put(SymBytes dest, long i, byte[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_char_put(SymBytes dest, SymBytes source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_char_get(byte[] dest, SymBytes source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_char_get(byte[] dest, int to, SymBytes source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_char_get(SymBytes dest, SymBytes source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_char_put_nbi(SymBytes dest, byte[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_char_put_nbi(SymBytes dest, SymBytes source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_char_get_nbi(byte[] dest, SymBytes source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_char_get_nbi(SymBytes dest, SymBytes source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // short

    public static void shmem_short_put(SymShorts dest, short[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_short_put(SymShorts dest, long i, short[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_short_put(SymShorts dest, SymShorts source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_short_get(short[] dest, SymShorts source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_short_get(short[] dest, int to, SymShorts source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_short_get(SymShorts dest, SymShorts source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_short_put_nbi(SymShorts dest, short[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_short_put_nbi(SymShorts dest, SymShorts source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_short_get_nbi(short[] dest, SymShorts source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_short_get_nbi(SymShorts dest, SymShorts source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // int

    public static void shmem_int_put(SymInts dest, int[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_int_put(SymInts dest, long i, int[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_int_put(SymInts dest, SymInts source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_int_get(int[] dest, SymInts source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_int_get(int[] dest, int to, SymInts source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_int_get(SymInts dest, SymInts source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_int_put_nbi(SymInts dest, int[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_int_put_nbi(SymInts dest, SymInts source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_int_get_nbi(int[] dest, SymInts source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_int_get_nbi(SymInts dest, SymInts source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // long

    public static void shmem_long_put(SymLongs dest, long[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_long_put(SymLongs dest, long i, long[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_long_put(SymLongs dest, SymLongs source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_long_get(long[] dest, SymLongs source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_long_get(long[] dest, int to, SymLongs source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_long_get(SymLongs dest, SymLongs source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_long_put_nbi(SymLongs dest, long[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_long_put_nbi(SymLongs dest, SymLongs source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_long_get_nbi(long[] dest, SymLongs source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_long_get_nbi(SymLongs dest, SymLongs source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // float

    public static void shmem_float_put(SymFloats dest, float[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_float_put(SymFloats dest, long i, float[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_float_put(SymFloats dest, SymFloats source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_float_get(float[] dest, SymFloats source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_float_get(float[] dest, int to, SymFloats source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_float_get(SymFloats dest, SymFloats source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_float_put_nbi(SymFloats dest, float[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_float_put_nbi(SymFloats dest, SymFloats source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_float_get_nbi(float[] dest, SymFloats source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_float_get_nbi(SymFloats dest, SymFloats source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    // double

    public static void shmem_double_put(SymDoubles dest, double[] source, int nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_double_put(SymDoubles dest, long i, double[] source, int from, int nelems, int pe) {
        dest.put(i, source, from, nelems, pe);
    }

    public static void shmem_double_put(SymDoubles dest, SymDoubles source, long nelems, int pe) {
        dest.put(0, source, 0, nelems, pe);
    }

    public static void shmem_double_get(double[] dest, SymDoubles source, int nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_double_get(double[] dest, int to, SymDoubles source, long i, int nelems, int pe) {
        source.get(i, dest, to, nelems, pe);
    }

    public static void shmem_double_get(SymDoubles dest, SymDoubles source, long nelems, int pe) {
        source.get(0, dest, 0, nelems, pe);
    }

    public static void shmem_double_put_nbi(SymDoubles dest, double[] source, int nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_double_put_nbi(SymDoubles dest, SymDoubles source, long nelems, int pe) {
        dest.putNbi(0, source, 0, nelems, pe);
    }

    public static void shmem_double_get_nbi(double[] dest, SymDoubles source, int nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }

    public static void shmem_double_get_nbi(SymDoubles dest, SymDoubles source, long nelems, int pe) {
        source.getNbi(0, dest, 0, nelems, pe);
    }
}
