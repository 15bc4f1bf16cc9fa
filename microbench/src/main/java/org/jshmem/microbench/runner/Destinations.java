// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.Shmem;
import org.jshmem.Symmetric;

/// The source and the two destinations of a collective operation, and the values that the destinations must hold.
///
/// The destinations alternate. When a PE enters operation k + 2, all PEs have left operation k, since a PE leaves k
/// + 1 only after all have entered it. Two destinations are therefore enough for operations that follow each other
/// without a barrier. All PEs make and close them together.
public final class Destinations<S extends Symmetric> implements AutoCloseable {
    private static final int PERIOD = 61;

    private final S source;
    private final S even;
    private final S odd;
    private final OperandType type;
    private final int me;
    private LongFunction<Expected> expected;
    private long blocks = 1;
    private boolean turn;

    /// The value that element `k` of a destination must hold; NaN accepts any value.
    @FunctionalInterface
    public interface Expected {
        double at(long k);
    }

    /// Allocates a source of `from` elements, filled with [#value], and `count` destinations of `to`
    /// elements, one or two.
    public Destinations(Shmem sh, LongFunction<S> allocate, OperandType type, long from, long to, int count) {
        this.type = type;
        me = sh.myPe();
        source = allocate.apply(from);
        even = allocate.apply(to);
        odd = count == 1 ? even : allocate.apply(to);
        MemorySegment own = source.local();
        for (long k = 0; k < from; k++) type.set(own, k, value(me, k));
    }

    /// Sets the values after an operation of a number of bytes, which writes `ofBlocks` blocks of them.
    public Destinations<S> expect(int ofBlocks, LongFunction<Expected> of) {
        blocks = ofBlocks;
        expected = of;
        return this;
    }

    public S source() {
        return source;
    }

    public S next() {
        turn = !turn;
        return turn ? even : odd;
    }

    void clear() {
        for (S one : List.of(even, odd)) one.local().fill((byte) 0);
    }

    void check(String what, long bytes) {
        Expected right = expected.apply(bytes);
        long count = bytes * blocks / type.bytes;
        for (S one : List.of(even, odd)) {
            MemorySegment memory = one.local();
            for (long k = 0; k < count; k++) {
                double there = type.at(memory, k);
                double exact = right.at(k);
                double wanted = type.rounded(exact);
                if (Double.isNaN(exact) || there == wanted) continue;
                throw new AssertionError("PE " + me + ": " + what + " of " + bytes + " bytes: element " + k + " of "
                        + count + " is " + there + " instead of " + wanted);
            }
        }
    }

    @Override
    public void close() {
        if (odd != even) odd.free();
        even.free();
        source.free();
    }

    /// The value of element `k` of the source of PE `pe`. Its period is prime, so that two blocks that begin at
    /// powers of two differ.
    public static double value(int pe, long k) {
        return pe + k % PERIOD;
    }

    /// The sum of element `k` over the PEs below `count`.
    public static double sum(int count, long k) {
        return count * (double) (k % PERIOD) + count * (count - 1) / 2.0;
    }
}
