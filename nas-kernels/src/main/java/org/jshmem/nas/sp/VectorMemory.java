// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.sp;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// Loads and stores of whole vectors of doubles at absolute addresses: rows are padded to a multiple of [#COUNT], so
/// that no loop has a tail.
///
/// Every operation works lane by lane, so the results do not depend on the width of the machine's vectors.
///
/// Addresses come from [Field] and [LineSolver], whose memory the solver owns or has from `ptr`; this class does not
/// check bounds.
/*
 * The loops access memory of this PE, of other PEs and scratch memory through one segment, so the type of a segment
 * cannot vary. A loop begins by passing its addresses through `address` and its distances through `distance`. These prove to
 * the compiler that no sum of them is negative, and it drops the check of each load, which took a third of the time.
 * The segment begins BIAS bytes below address 0, so that the offset of a few bytes before a row is not negative
 * either.
 */
final class VectorMemory {
    static final VectorSpecies<Double> V = DoubleVector.SPECIES_PREFERRED;

    static final int COUNT = V.length(), BYTES = V.vectorByteSize();

    /// Rows are padded to this many doubles, a cache line, on every machine, so that layouts do not depend on the
    /// machine either.
    static final int PAD = 8;

    static final long BIAS = 1L << 40;
    static final MemorySegment ALL = everything();
    static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final long ADDRESSES = 1L << 57, DISTANCES = 1L << 32;

    private VectorMemory() {}

    @SuppressWarnings("restricted") // see the comment of the class
    private static MemorySegment everything() {
        return MemorySegment.ofAddress(-BIAS).reinterpret(Long.MAX_VALUE);
    }

    /// Returns `address`. Tells C2 that it is in [0, 2^57), so that C2 drops the bounds check of each load.
    static long address(long address) {
        return Objects.checkIndex(address, ADDRESSES);
    }

    /// Returns `bytes`. Tells C2 that the distance is in [0, 2^32).
    static long distance(long bytes) {
        return Objects.checkIndex(bytes, DISTANCES);
    }

    static DoubleVector load(long address) {
        return DoubleVector.fromMemorySegment(V, ALL, address + BIAS, ORDER);
    }

    static void store(DoubleVector v, long address) {
        v.intoMemorySegment(ALL, address + BIAS, ORDER);
    }

    static double get(long address) {
        return ALL.get(ValueLayout.JAVA_DOUBLE, address + BIAS);
    }

    static void set(long address, double value) {
        ALL.set(ValueLayout.JAVA_DOUBLE, address + BIAS, value);
    }

    static MemorySegment bytes(long address, long bytes) {
        return ALL.asSlice(address + BIAS, bytes);
    }

    /// The smallest multiple of [#PAD] that holds `n`.
    static int padded(int n) {
        return (n + PAD - 1) / PAD * PAD;
    }
}
