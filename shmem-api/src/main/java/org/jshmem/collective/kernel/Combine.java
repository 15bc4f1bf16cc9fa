// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import org.jshmem.Op;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.transport.Memory;

/// The numeric loops of the library: combines arrays at absolute addresses, element by element.
///
/// Integers wrap. `MAX` and `MIN` of floating point are those of `Math.max` and `Math.min`: a NaN on either side
/// wins, and -0.0 is less than 0.0. `AND`, `OR` and `XOR` are for integers. An address is a multiple of the
/// element's bytes; the destination is one of the sources exactly or overlaps neither.
///
/// Each type has loops of its own, a method for each operation.
public final class Combine {
    /// Bytes of the block in which several sources are folded: the size of a stage.
    static final int BLOCK = SystemLayout.STAGE_BYTES;

    private Combine() {}

    /// Returns the exception for an operation that a type does not have.
    static IllegalArgumentException refuse(Op op, ElementType type) {
        return new IllegalArgumentException(
                "%s of %ss does not exist; use it with integers, or MAX, MIN, SUM, PROD".formatted(op, type.label()));
    }

    /// `to[i] = a[i] op b[i]`.
    public static void apply(Op op, ElementType type, long to, long a, long b, long count) {
        long bytes = count * type.bytes();
        switch (type) {
            case BYTE -> ByteLoops.apply(op, to, a, b, bytes);
            case SHORT -> ShortLoops.apply(op, to, a, b, bytes);
            case INT -> IntLoops.apply(op, to, a, b, bytes);
            case LONG -> LongLoops.apply(op, to, a, b, bytes);
            case FLOAT -> FloatLoops.apply(op, to, a, b, bytes);
            case DOUBLE -> DoubleLoops.apply(op, to, a, b, bytes);
        }
    }

    /// `to[i] = (a0[i] op a1[i]) op a2[i] ...` over `n >= 2` sources at `bases[k] + offset`, in this order.
    /// `scratch` is `BLOCK` bytes of own memory; `to` may be any of the sources.
    public static void fold(
            Op op, ElementType type, long to, long[] bases, int n, long offset, long count, long scratch) {
        int width = type.bytes();
        for (long i = 0, m; i < count; i += m) { // a block stays in the cache
            m = Math.min(BLOCK / width, count - i);
            long at = offset + i * width;
            long left = bases[0] + at;
            for (int k = 1; k < n; k++) {
                long into = k + 1 == n ? to + i * width : scratch; // last: `to` may be any source
                apply(op, type, into, left, bases[k] + at, m);
                left = scratch;
            }
        }
    }

    /// Fills an array with the neutral element of an operation.
    public static void neutral(Op op, ElementType type, long to, long count) {
        int width = type.bytes();
        long bits = neutral(op, type);
        for (long i = 0; i < count; i++) Memory.set(to + i * width, width, bits);
    }

    private static long neutral(Op op, ElementType type) {
        return switch (op) {
            case OR, XOR -> 0;
            case AND -> -1;
            case SUM -> 0; // the specification's neutral element
            case PROD ->
                switch (type) {
                    case FLOAT -> Float.floatToRawIntBits(1);
                    case DOUBLE -> Double.doubleToRawLongBits(1);
                    default -> 1;
                };
            case MAX -> lowest(type);
            case MIN ->
                switch (type) {
                    case FLOAT -> Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
                    case DOUBLE -> Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
                    default -> ~lowest(type);
                };
        };
    }

    private static long lowest(ElementType type) {
        return switch (type) {
            case BYTE -> Byte.MIN_VALUE;
            case SHORT -> Short.MIN_VALUE;
            case INT -> Integer.MIN_VALUE;
            case LONG -> Long.MIN_VALUE;
            case FLOAT -> Float.floatToRawIntBits(Float.NEGATIVE_INFINITY);
            case DOUBLE -> Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY);
        };
    }
}
