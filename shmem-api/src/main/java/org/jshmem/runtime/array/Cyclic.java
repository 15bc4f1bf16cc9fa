// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

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
        this.reciprocal = power ? 0 : reciprocal(npes, shift + 1);
    }

    /// Returns `ceil(2^(63 + k) / n)`, bit by bit. Its first bit is 1, since `n < 2^k < 2n`.
    private static long reciprocal(long n, int k) {
        long rest = (1L << k) - n; // of 2^k, in units of 2^63
        long bits = 1;
        for (int bit = 0; bit < 63; bit++) {
            rest <<= 1;
            bits = bits << 1 | (rest >= n ? 1 : 0);
            if (rest >= n) rest -= n;
        }
        return rest == 0 ? bits : bits + 1;
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
