// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.jshmem.transport.Memory.everywhere;

import jdk.incubator.vector.TypeVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jshmem.Op;

/// Loops over TYPEs in vector registers: `to[i] = a[i] op b[i]`.
final class TypeVectorLoops {
    private static final VectorSpecies<BOX> LANES = TypeVector.SPECIES_PREFERRED;

    /// Bytes of a register; the loops take multiples of it.
    static final long STEP = LANES.vectorByteSize();

    private TypeVectorLoops() {}

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
    // for OP

    private static void op(long to, long a, long b, long bytes) {
        for (long i = 0; i < bytes; i += STEP) {
            store(to + i, load(a + i).lanewise(VectorOperators.LANES_OP, load(b + i)));
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
