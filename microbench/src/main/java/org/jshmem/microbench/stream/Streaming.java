// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.stream;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Work;

/// The four STREAM kernels over a range of symmetric arrays, by scalar loops or by the Vector API.
///
/// @param vector whether to use the Vector API
record Streaming(MemorySegment a, MemorySegment b, MemorySegment c, boolean vector) {
    private static final double SCALAR = 3;
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

    enum Kernel {
        COPY(2, 0),
        SCALE(2, 1),
        ADD(3, 1),
        TRIAD(3, 2);

        /// Words moved for each element, counted as McCalpin does.
        final int words;

        private final int flops;

        Kernel(int words, int flops) {
            this.words = words;
            this.flops = flops;
        }

        /// The declared work of the kernel on `n` elements of arrays of `all`.
        Work work(long n, long all, boolean vector) {
            Work work = Work.flops(flops * n).bytes(8 * n * (words - 1), 8 * n).footprint(8 * all * words);
            return vector ? work.vectorized().prefetched() : work.andScalars(2 * n);
        }
    }

    /// The species is in a class of its own, so that scalar runs do not need the incubator module.
    private static final class Wide {
        static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
        static final int BYTES = SPECIES.vectorByteSize();
        static final ByteOrder ORDER = ByteOrder.nativeOrder();

        static DoubleVector load(MemorySegment s, long at) {
            return DoubleVector.fromMemorySegment(SPECIES, s, at, ORDER);
        }
    }

    /// Runs over elements `from` to `to - 1`.
    void run(Kernel kernel, long from, long to) {
        long rest = vector ? wide(kernel, from, to) : from;
        switch (kernel) {
            case COPY -> copy(rest, to);
            case SCALE -> scale(rest, to);
            case ADD -> add(rest, to);
            case TRIAD -> triad(rest, to);
        }
    }

    private void copy(long from, long to) {
        for (long i = from; i < to; i++) c.setAtIndex(DOUBLE, i, a.getAtIndex(DOUBLE, i));
    }

    private void scale(long from, long to) {
        for (long i = from; i < to; i++) b.setAtIndex(DOUBLE, i, SCALAR * c.getAtIndex(DOUBLE, i));
    }

    private void add(long from, long to) {
        for (long i = from; i < to; i++) c.setAtIndex(DOUBLE, i, a.getAtIndex(DOUBLE, i) + b.getAtIndex(DOUBLE, i));
    }

    private void triad(long from, long to) {
        for (long i = from; i < to; i++) {
            a.setAtIndex(DOUBLE, i, b.getAtIndex(DOUBLE, i) + SCALAR * c.getAtIndex(DOUBLE, i));
        }
    }

    /// Runs over whole vectors. Returns the first element that is left.
    private long wide(Kernel kernel, long from, long to) {
        long whole = (to - from) / Wide.SPECIES.length() * Wide.SPECIES.length();
        long first = 8 * from;
        long end = 8 * (from + whole);
        switch (kernel) {
            case COPY -> wideCopy(first, end);
            case SCALE -> wideScale(first, end);
            case ADD -> wideAdd(first, end);
            case TRIAD -> wideTriad(first, end);
        }
        return from + whole;
    }

    private void wideCopy(long first, long end) {
        for (long at = first; at < end; at += Wide.BYTES) Wide.load(a, at).intoMemorySegment(c, at, Wide.ORDER);
    }

    private void wideScale(long first, long end) {
        for (long at = first; at < end; at += Wide.BYTES) {
            Wide.load(c, at).mul(SCALAR).intoMemorySegment(b, at, Wide.ORDER);
        }
    }

    private void wideAdd(long first, long end) {
        for (long at = first; at < end; at += Wide.BYTES) {
            Wide.load(a, at).add(Wide.load(b, at)).intoMemorySegment(c, at, Wide.ORDER);
        }
    }

    private void wideTriad(long first, long end) {
        var scalar = DoubleVector.broadcast(Wide.SPECIES, SCALAR);
        for (long at = first; at < end; at += Wide.BYTES) {
            Wide.load(b, at).add(Wide.load(c, at).mul(scalar)).intoMemorySegment(a, at, Wide.ORDER);
        }
    }

    void fill(long n) {
        for (long i = 0; i < n; i++) {
            a.setAtIndex(DOUBLE, i, 1);
            b.setAtIndex(DOUBLE, i, 2);
            c.setAtIndex(DOUBLE, i, 0);
        }
    }

    /// The largest relative error of the three arrays after `passes` passes. As in McCalpin's program it is the
    /// mean distance from the exact value of an element, divided by that value.
    double error(long n, int passes) {
        double x = 1;
        double y = 2;
        double z = 0;
        for (int k = 0; k < passes; k++) {
            z = x;
            y = SCALAR * z;
            z = x + y;
            x = y + SCALAR * z;
        }
        return Math.max(error(a, n, x), Math.max(error(b, n, y), error(c, n, z)));
    }

    private static double error(MemorySegment s, long n, double expected) {
        double sum = 0;
        for (long i = 0; i < n; i++) sum += Math.abs(s.getAtIndex(DOUBLE, i) - expected);
        return sum / n / Math.abs(expected);
    }
}
