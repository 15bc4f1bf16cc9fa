// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.jshmem.transport.Memory.everywhere;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Op;

/// Loops over doubles in vector registers: `to[i] = a[i] op b[i]`.
final class DoubleLanes {
    private static final VectorSpecies<Double> LANES = DoubleVector.SPECIES_PREFERRED;

    /// Bytes of a register; what the loops take has to be a multiple.
    static final long STEP = LANES.vectorByteSize();

    private DoubleLanes() {}

    /// Combines `bytes` bytes, a multiple of the step.
    static void apply(Op op, long to, long a, long b, long bytes) {
        switch (op) {
            case MAX -> max(to, a, b, bytes);
            case MIN -> min(to, a, b, bytes);
            case SUM -> sum(to, a, b, bytes);
            default -> prod(to, a, b, bytes);
        }
    }

    private static void max(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) store(to + i, load(a + i).max(load(b + i)));
    }

    private static void min(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) store(to + i, load(a + i).min(load(b + i)));
    }

    private static void sum(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) store(to + i, load(a + i).add(load(b + i)));
    }

    private static void prod(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) store(to + i, load(a + i).mul(load(b + i)));
    }

    /// As above for `((a op b) op c) op d`.
    static void apply(Op op, long to, long a, long b, long c, long d, long bytes) {
        switch (op) {
            case MAX -> max(to, a, b, c, d, bytes);
            case MIN -> min(to, a, b, c, d, bytes);
            case SUM -> sum(to, a, b, c, d, bytes);
            default -> prod(to, a, b, c, d, bytes);
        }
    }

    private static void max(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).max(load(b + i)).max(load(c + i)).max(load(d + i)));
        }
    }

    private static void min(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).min(load(b + i)).min(load(c + i)).min(load(d + i)));
        }
    }

    private static void sum(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).add(load(b + i)).add(load(c + i)).add(load(d + i)));
        }
    }

    private static void prod(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).mul(load(b + i)).mul(load(c + i)).mul(load(d + i)));
        }
    }

    private static DoubleVector load(long address) {
        return DoubleVector.fromMemorySegment(LANES, everywhere(), address, LITTLE_ENDIAN);
    }

    private static void store(long address, DoubleVector lanes) {
        lanes.intoMemorySegment(everywhere(), address, LITTLE_ENDIAN);
    }
}
