// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jshmem.Op;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Transport;

/// Elements of any type as `long`s of their bits, and what an operation makes of two of them: the tests' own
/// arithmetic.
final class Cells {
    private Cells() {}

    static void write(Transport t, long offset, ElementType type, long[] bits) {
        byte[] bytes = new byte[bits.length * type.bytes];
        ByteBuffer to = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        for (long each : bits) {
            switch (type.bytes) {
                case 1 -> to.put((byte) each);
                case 2 -> to.putShort((short) each);
                case 4 -> to.putInt((int) each);
                default -> to.putLong(each);
            }
        }
        t.channel().put(t.pe(), offset, MemorySegment.ofArray(bytes), 0, bytes.length);
    }

    static long[] read(Transport t, long offset, ElementType type, int n) {
        byte[] bytes = new byte[n * type.bytes];
        t.channel().get(t.pe(), offset, MemorySegment.ofArray(bytes), 0, bytes.length);
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) {
            bits[i] = switch (type.bytes) {
                case 1 -> from.get();
                case 2 -> from.getShort();
                case 4 -> from.getInt();
                default -> from.getLong();
            };
        }
        return bits;
    }

    /// The bits of a small whole number as an element.
    static long of(ElementType type, long value) {
        return switch (type) {
            case FLOAT -> Float.floatToRawIntBits(value);
            case DOUBLE -> Double.doubleToRawLongBits(value);
            default -> cut(type, value);
        };
    }

    static long combine(Op op, ElementType type, long a, long b) {
        if (type == ElementType.DOUBLE) {
            double x = Double.longBitsToDouble(a);
            double y = Double.longBitsToDouble(b);
            return Double.doubleToRawLongBits(
                    switch (op) {
                        case MAX -> Math.max(x, y);
                        case MIN -> Math.min(x, y);
                        case SUM -> x + y;
                        default -> x * y;
                    });
        }
        if (type == ElementType.FLOAT) {
            float x = Float.intBitsToFloat((int) a);
            float y = Float.intBitsToFloat((int) b);
            return Float.floatToRawIntBits(
                    switch (op) {
                        case MAX -> Math.max(x, y);
                        case MIN -> Math.min(x, y);
                        case SUM -> x + y;
                        default -> x * y;
                    });
        }
        return cut(type, combine(op, a, b));
    }

    /// Two whole numbers combined, in 64 bits.
    static long combine(Op op, long a, long b) {
        return switch (op) {
            case AND -> a & b;
            case OR -> a | b;
            case XOR -> a ^ b;
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
            case SUM -> a + b;
            case PROD -> a * b;
        };
    }

    private static long cut(ElementType type, long value) {
        return switch (type.bytes) {
            case 1 -> (byte) value;
            case 2 -> (short) value;
            case 4 -> (int) value;
            default -> value;
        };
    }
}
