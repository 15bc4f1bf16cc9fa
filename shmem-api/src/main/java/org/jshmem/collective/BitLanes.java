// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.jshmem.transport.Memory.everywhere;

import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Op;

/// Loops over bits in vector registers, for integers of any width: `to[i] = a[i] op b[i]`.
final class BitLanes {
    private static final VectorSpecies<Long> LANES = LongVector.SPECIES_PREFERRED;

    /// Bytes of a register; what the loops take has to be a multiple.
    static final long STEP = LANES.vectorByteSize();

    private BitLanes() {}

    /// Combines `bytes` bytes, a multiple of the step.
    static void apply(Op op, long to, long a, long b, long bytes) {
        switch (op) {
            case AND -> and(to, a, b, bytes);
            case OR -> or(to, a, b, bytes);
            default -> xor(to, a, b, bytes);
        }
    }

    private static void and(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).lanewise(VectorOperators.AND, load(b + i)));
        }
    }

    private static void or(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).lanewise(VectorOperators.OR, load(b + i)));
        }
    }

    private static void xor(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).lanewise(VectorOperators.XOR, load(b + i)));
        }
    }

    /// As above for `((a op b) op c) op d`.
    static void apply(Op op, long to, long a, long b, long c, long d, long bytes) {
        switch (op) {
            case AND -> and(to, a, b, c, d, bytes);
            case OR -> or(to, a, b, c, d, bytes);
            default -> xor(to, a, b, c, d, bytes);
        }
    }

    private static void and(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(
                    to + i,
                    load(a + i)
                            .lanewise(VectorOperators.AND, load(b + i))
                            .lanewise(VectorOperators.AND, load(c + i))
                            .lanewise(VectorOperators.AND, load(d + i)));
        }
    }

    private static void or(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(
                    to + i,
                    load(a + i)
                            .lanewise(VectorOperators.OR, load(b + i))
                            .lanewise(VectorOperators.OR, load(c + i))
                            .lanewise(VectorOperators.OR, load(d + i)));
        }
    }

    private static void xor(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(
                    to + i,
                    load(a + i)
                            .lanewise(VectorOperators.XOR, load(b + i))
                            .lanewise(VectorOperators.XOR, load(c + i))
                            .lanewise(VectorOperators.XOR, load(d + i)));
        }
    }

    private static LongVector load(long address) {
        return LongVector.fromMemorySegment(LANES, everywhere(), address, LITTLE_ENDIAN);
    }

    private static void store(long address, LongVector lanes) {
        lanes.intoMemorySegment(everywhere(), address, LITTLE_ENDIAN);
    }
}
