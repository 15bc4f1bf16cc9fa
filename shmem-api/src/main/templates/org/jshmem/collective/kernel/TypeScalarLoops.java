// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import static org.jshmem.transport.Memory.getType;
import static org.jshmem.transport.Memory.setType;

import org.jshmem.Op;

/// Scalar loops over TYPEs: `to[i] = a[i] op b[i]`. Each is a method, which the compiler compiles when it is called: it
/// leaves out what has not run yet.
@SuppressWarnings("cast") // of an int, unless the type is smaller
final class TypeScalarLoops {
    private TypeScalarLoops() {}

    /// Combines `bytes` bytes, a multiple of an element's.
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
        for (long i = 0; i < bytes; i += TYPE_BYTES) {
            TYPE x = getType(a + i);
            TYPE y = getType(b + i);
            setType(to + i, (TYPE) (X_OP_Y));
        }
    }
    // end
}
