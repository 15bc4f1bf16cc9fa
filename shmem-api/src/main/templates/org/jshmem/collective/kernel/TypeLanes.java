// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.jshmem.transport.Memory.everywhere;

import jdk.incubator.vector.TypeVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Op;

/// Loops over TYPEs in vector registers: `to[i] = a[i] op b[i]`.
final class TypeLanes {
    private static final VectorSpecies<BOX> LANES = TypeVector.SPECIES_PREFERRED;

    /// Bytes of a register; the loops take multiples of it.
    static final long STEP = LANES.vectorByteSize();

    private TypeLanes() {}

    /// Combines `bytes` bytes, a multiple of the step.
    static void apply(Op operator, long to, long a, long b, long bytes) {
        switch (operator) {
            // for OP
            case OP -> op(to, a, b, bytes);
            // end
            // unless INTEGER
            default -> throw Combine.refuse(operator, ElementType.TYPE);
            // end
        }
    }

    /// Combines four arrays as above: `((a op b) op c) op d`.
    static void apply(Op operator, long to, long a, long b, long c, long d, long bytes) {
        switch (operator) {
            // for OP
            case OP -> op(to, a, b, c, d, bytes);
            // end
            // unless INTEGER
            default -> throw Combine.refuse(operator, ElementType.TYPE);
            // end
        }
    }
    // for OP

    private static void op(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).lanewise(VectorOperators.LANES_OP, load(b + i)));
        }
    }

    private static void op(long to, long a, long b, long c, long d, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            TypeVector ab = load(a + i).lanewise(VectorOperators.LANES_OP, load(b + i));
            TypeVector abc = ab.lanewise(VectorOperators.LANES_OP, load(c + i));
            store(to + i, abc.lanewise(VectorOperators.LANES_OP, load(d + i)));
        }
    }
    // end

    private static TypeVector load(long address) {
        return TypeVector.fromMemorySegment(LANES, everywhere(), address, LITTLE_ENDIAN);
    }

    private static void store(long address, TypeVector lanes) {
        lanes.intoMemorySegment(everywhere(), address, LITTLE_ENDIAN);
    }
}
