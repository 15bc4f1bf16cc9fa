// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.Op;

/// The scalar twin of the vector loops, equal to the bit: for what does not fill a register, and for all where the
/// vector module is absent. `to[i] = a[i] op b[i]`.
final class Scalars {
    private Scalars() {}

    /// Combines `count` elements.
    static void apply(Op op, ElementType type, long to, long a, long b, long count) {
        long bytes = count * type.bytes();
        switch (type) {
            case BYTE -> ByteScalars.apply(op, to, a, b, bytes);
            case SHORT -> ShortScalars.apply(op, to, a, b, bytes);
            case INT -> IntScalars.apply(op, to, a, b, bytes);
            case LONG -> LongScalars.apply(op, to, a, b, bytes);
            case FLOAT -> FloatScalars.apply(op, to, a, b, bytes);
            case DOUBLE -> DoubleScalars.apply(op, to, a, b, bytes);
        }
    }
}
