// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.npb;

/// The random numbers of the NAS benchmarks: `x(k+1) = 5^13 * x(k) mod 2^46`; the uniform is the new state over
/// `2^46`.
///
/// The modulus divides 2^64, so a wrapping 64-bit product is exact, and so is the division by a power of two.
public final class Randlc {
    public static final long SEED = 314159265;

    private static final long MULTIPLIER = 1220703125; // 5^13
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;

    private long state;

    /// Starts `skip` numbers into the stream.
    public Randlc(long seed, long skip) {
        state = power(skip) * seed & MASK;
    }

    /// The next number of the stream, strictly between 0 and 1.
    public double next() {
        state = state * MULTIPLIER & MASK;
        return state * SCALE;
    }

    public void fill(double[] numbers) {
        long s = state;
        for (int i = 0; i < numbers.length; i++) {
            s = s * MULTIPLIER & MASK;
            numbers[i] = s * SCALE;
        }
        state = s;
    }

    public long state() {
        return state;
    }

    /// The multiplier to the power of `exponent`, by repeated squaring.
    private static long power(long exponent) {
        long result = 1;
        long square = MULTIPLIER;
        for (long rest = exponent; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) result = result * square & MASK;
            square = square * square & MASK;
        }
        return result;
    }
}
