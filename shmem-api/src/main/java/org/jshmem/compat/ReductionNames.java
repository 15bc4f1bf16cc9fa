// SPDX-License-Identifier: Apache-2.0
package org.jshmem.compat;

import org.jshmem.Op;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymNumbers;
import org.jshmem.SymShorts;
import org.jshmem.Team;

/// Reductions on active sets under their C names. `pSync` and `pWrk` are checked; `pWrk` is not needed.
class ReductionNames extends CollectiveNames {
    ReductionNames() {}

    private static <S extends SymNumbers<?, S>> void toAll(Op op, S dest, S source, int nreduce, S pWrk, Team team) {
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

    // short

    public static void shmem_short_and_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.AND, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_or_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.OR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_xor_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.XOR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_max_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.MAX, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_min_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.MIN, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_sum_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.SUM, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_short_prod_to_all(
            SymShorts dest,
            SymShorts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymShorts pWrk,
            SymLongs pSync) {
        toAll(Op.PROD, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    // int

    public static void shmem_int_and_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.AND, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_or_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.OR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_xor_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.XOR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_max_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.MAX, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_min_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.MIN, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_sum_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.SUM, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_int_prod_to_all(
            SymInts dest,
            SymInts source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymInts pWrk,
            SymLongs pSync) {
        toAll(Op.PROD, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    // long

    public static void shmem_long_and_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.AND, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_or_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.OR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_xor_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.XOR, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_max_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.MAX, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_min_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.MIN, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_sum_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.SUM, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_long_prod_to_all(
            SymLongs dest,
            SymLongs source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymLongs pWrk,
            SymLongs pSync) {
        toAll(Op.PROD, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    // float

    public static void shmem_float_max_to_all(
            SymFloats dest,
            SymFloats source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymFloats pWrk,
            SymLongs pSync) {
        toAll(Op.MAX, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_float_min_to_all(
            SymFloats dest,
            SymFloats source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymFloats pWrk,
            SymLongs pSync) {
        toAll(Op.MIN, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_float_sum_to_all(
            SymFloats dest,
            SymFloats source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymFloats pWrk,
            SymLongs pSync) {
        toAll(Op.SUM, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_float_prod_to_all(
            SymFloats dest,
            SymFloats source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymFloats pWrk,
            SymLongs pSync) {
        toAll(Op.PROD, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    // double

    public static void shmem_double_max_to_all(
            SymDoubles dest,
            SymDoubles source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymDoubles pWrk,
            SymLongs pSync) {
        toAll(Op.MAX, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_double_min_to_all(
            SymDoubles dest,
            SymDoubles source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymDoubles pWrk,
            SymLongs pSync) {
        toAll(Op.MIN, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_double_sum_to_all(
            SymDoubles dest,
            SymDoubles source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymDoubles pWrk,
            SymLongs pSync) {
        toAll(Op.SUM, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }

    public static void shmem_double_prod_to_all(
            SymDoubles dest,
            SymDoubles source,
            int nreduce,
            int PE_start,
            int logPE_stride,
            int PE_size,
            SymDoubles pWrk,
            SymLongs pSync) {
        toAll(Op.PROD, dest, source, nreduce, pWrk, set(PE_start, logPE_stride, PE_size, pSync));
    }
}
