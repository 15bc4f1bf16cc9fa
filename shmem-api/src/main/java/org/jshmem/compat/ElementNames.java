// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymShorts;

/// Single elements and strided transfers under their C names.
class ElementNames extends BlockNames {
    ElementNames() {}

    // char

    public static void shmem_char_p(SymBytes addr, byte value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_char_p(SymBytes addr, long i, byte value, int pe) {
        addr.p(i, value, pe);
    }

    public static byte shmem_char_g(SymBytes addr, int pe) {
        return addr.g(0, pe);
    }

    public static byte shmem_char_g(SymBytes addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_char_iput(SymBytes dest, byte[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_char_iget(byte[] dest, SymBytes source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }

    // short

    public static void shmem_short_p(SymShorts addr, short value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_short_p(SymShorts addr, long i, short value, int pe) {
        addr.p(i, value, pe);
    }

    public static short shmem_short_g(SymShorts addr, int pe) {
        return addr.g(0, pe);
    }

    public static short shmem_short_g(SymShorts addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_short_iput(SymShorts dest, short[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_short_iget(short[] dest, SymShorts source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }

    // int

    public static void shmem_int_p(SymInts addr, int value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_int_p(SymInts addr, long i, int value, int pe) {
        addr.p(i, value, pe);
    }

    public static int shmem_int_g(SymInts addr, int pe) {
        return addr.g(0, pe);
    }

    public static int shmem_int_g(SymInts addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_int_iput(SymInts dest, int[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_int_iget(int[] dest, SymInts source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }

    // long

    public static void shmem_long_p(SymLongs addr, long value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_long_p(SymLongs addr, long i, long value, int pe) {
        addr.p(i, value, pe);
    }

    public static long shmem_long_g(SymLongs addr, int pe) {
        return addr.g(0, pe);
    }

    public static long shmem_long_g(SymLongs addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_long_iput(SymLongs dest, long[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_long_iget(long[] dest, SymLongs source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }

    // float

    public static void shmem_float_p(SymFloats addr, float value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_float_p(SymFloats addr, long i, float value, int pe) {
        addr.p(i, value, pe);
    }

    public static float shmem_float_g(SymFloats addr, int pe) {
        return addr.g(0, pe);
    }

    public static float shmem_float_g(SymFloats addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_float_iput(SymFloats dest, float[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_float_iget(float[] dest, SymFloats source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }

    // double

    public static void shmem_double_p(SymDoubles addr, double value, int pe) {
        addr.p(0, value, pe);
    }

    public static void shmem_double_p(SymDoubles addr, long i, double value, int pe) {
        addr.p(i, value, pe);
    }

    public static double shmem_double_g(SymDoubles addr, int pe) {
        return addr.g(0, pe);
    }

    public static double shmem_double_g(SymDoubles addr, long i, int pe) {
        return addr.g(i, pe);
    }

    public static void shmem_double_iput(SymDoubles dest, double[] source, long tst, int sst, int nelems, int pe) {
        dest.iput(0, tst, source, 0, sst, nelems, pe);
    }

    public static void shmem_double_iget(double[] dest, SymDoubles source, int tst, long sst, int nelems, int pe) {
        source.iget(0, sst, dest, 0, tst, nelems, pe);
    }
}
