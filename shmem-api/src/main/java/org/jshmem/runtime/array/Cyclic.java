// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.math.BigInteger;

/// The places of the elements of one array over all PEs: with `n` PEs, element `i` is element `i / n` of PE `i % n`.
/*
 * A division takes as long as ten plain puts. So a power of two shifts, and any other n multiplies by its reciprocal
 * (Granlund and Montgomery 1994): for 2^(k-1) < n < 2^k and m = ceil(2^(63 + k) / n) < 2^64,
 *
 *   i / n = i * m >> 63 + k     for every i < 2^63, since m * n exceeds 2^(63 + k) by less than n < 2^k.
 */
abstract class Cyclic {
    private final SymObject each;
    private final int npes;
    private final long length;
    private final long reciprocal; // 0 for a power of two
    private final int shift;

    Cyclic(SymObject each) {
        this(each, each.npes, each.length * each.npes);
    }

    Cyclic(SymObject each, int npes, long length) {
        this.each = each;
        this.npes = npes;
        this.length = length;
        boolean power = Integer.bitCount(npes) == 1;
        this.shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(npes); // k - 1 where n is not a power of two
        BigInteger whole = BigInteger.ONE.shiftLeft(64 + shift); // n does not divide it
        this.reciprocal = power ? 0 : 1 + whole.divide(BigInteger.valueOf(npes)).longValue();
    }

    public final long length() {
        return length;
    }

    public final int owner(long i) {
        return pe(i, index("owner", i));
    }

    public final long indexAt(long i) {
        return index("indexAt", i);
    }

    /// Returns the index of an element on its PE.
    final long index(String verb, long i) {
        if (i < 0 || i >= length) throw Refusal.cyclic(each, verb, i, length);
        return reciprocal == 0 ? i >>> shift : Math.unsignedMultiplyHigh(i, reciprocal) >>> shift;
    }

    /// Returns the PE of element `i`, whose index there is `k`.
    final int pe(long i, long k) {
        return (int) (i - k * npes);
    }

    @Override
    public String toString() {
        return "cyclic view of " + each.label() + " on " + npes + " PEs";
    }
}
