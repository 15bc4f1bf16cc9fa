// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.lang.foreign.MemorySegment;
import java.util.function.LongFunction;

/// The two destinations of a collective operation, which alternate, and the values that their elements must hold.
///
/// When a PE enters operation k + 2, all PEs have left operation k, since a PE leaves k + 1 only after all have
/// entered it. Two destinations are therefore enough for operations that follow each other without a barrier.
public final class Destinations<D> {
    private static final int PERIOD = 61;

    private final D even;
    private final D odd;
    private final MemorySegment[] memory;
    private final SuiteSettings.ElementType type;
    private final int me;
    private LongFunction<Expected> expected;
    private long blocks = 1;
    private boolean turn;

    /// The value that element `k` of a destination must hold.
    @FunctionalInterface
    public interface Expected {
        double at(long k);
    }

    /// `even` and `odd` may be one array if one is enough.
    public Destinations(
            D even, MemorySegment evenMemory, D odd, MemorySegment oddMemory, SuiteSettings.ElementType type, int me) {
        this.even = even;
        this.odd = odd;
        this.memory = new MemorySegment[] {evenMemory, oddMemory};
        this.type = type;
        this.me = me;
    }

    /// Sets the values that elements must hold after an operation of a number of bytes; NaN accepts any value.
    public Destinations<D> expect(LongFunction<Expected> of) {
        expected = of;
        return this;
    }

    /// The destination of the next operation.
    public D next() {
        turn = !turn;
        return turn ? even : odd;
    }

    void clear() {
        for (MemorySegment one : memory) one.fill((byte) 0);
    }

    /// Compares every element.
    void check(String what, long bytes) {
        Expected right = expected.apply(bytes);
        for (MemorySegment one : memory) {
            long count = bytes * blocks / type.bytes;
            for (long k = 0; k < count; k++) {
                double there = type.at(one, k);
                double exact = right.at(k);
                double wanted = type.rounded(exact);
                if (Double.isNaN(exact) || there == wanted) continue;
                throw new AssertionError("PE " + me + ": " + what + " of " + bytes + " bytes: element " + k + " of "
                        + count + " is " + there + " instead of " + wanted);
            }
        }
    }

    /// Sets the number of blocks of n bytes that an operation of n bytes writes.
    public Destinations<D> blocks(int count) {
        blocks = count;
        return this;
    }

    /// The value of element `k` of the source of PE `pe`. Its period is prime, so that two blocks that begin at
    /// powers of two differ.
    public static double value(int pe, long k) {
        return pe + k % PERIOD;
    }

    /// Fills the source of PE `pe` with [#value].
    public static void fill(MemorySegment source, SuiteSettings.ElementType type, int pe) {
        long count = source.byteSize() / type.bytes;
        for (long k = 0; k < count; k++) type.set(source, k, value(pe, k));
    }

    /// The sum of element `k` over the PEs below `count`.
    public static double sum(int count, long k) {
        return count * (double) (k % PERIOD) + count * (count - 1) / 2.0;
    }
}
