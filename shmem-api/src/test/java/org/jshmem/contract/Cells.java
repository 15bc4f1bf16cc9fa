// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.MemorySegment;
import org.jshmem.Op;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Transport;

/// Elements of any type as `long`s of their bits, and what an operation makes of two of them: the tests' own
/// arithmetic.
final class Cells {
    private Cells() {}

    static void write(Transport t, long offset, ElementType type, long[] bits) {
        int n = bits.length;
        if (n == 0) return;
        switch (type.bytes) {
            case 1 -> {
                byte[] a = new byte[n];
                for (int i = 0; i < n; i++) a[i] = (byte) bits[i];
                t.channel().put(t.pe(), offset, MemorySegment.ofArray(a), 0, n);
            }
            case 2 -> {
                short[] a = new short[n];
                for (int i = 0; i < n; i++) a[i] = (short) bits[i];
                t.channel().put(t.pe(), offset, MemorySegment.ofArray(a), 0, 2L * n);
            }
            case 4 -> {
                int[] a = new int[n];
                for (int i = 0; i < n; i++) a[i] = (int) bits[i];
                t.channel().put(t.pe(), offset, MemorySegment.ofArray(a), 0, 4L * n);
            }
            default -> t.channel().put(t.pe(), offset, MemorySegment.ofArray(bits), 0, 8L * n);
        }
    }

    static long[] read(Transport t, long offset, ElementType type, int n) {
        long[] bits = new long[n];
        if (n == 0) return bits;
        switch (type.bytes) {
            case 1 -> {
                byte[] a = new byte[n];
                t.channel().get(t.pe(), offset, MemorySegment.ofArray(a), 0, n);
                for (int i = 0; i < n; i++) bits[i] = a[i];
            }
            case 2 -> {
                short[] a = new short[n];
                t.channel().get(t.pe(), offset, MemorySegment.ofArray(a), 0, 2L * n);
                for (int i = 0; i < n; i++) bits[i] = a[i];
            }
            case 4 -> {
                int[] a = new int[n];
                t.channel().get(t.pe(), offset, MemorySegment.ofArray(a), 0, 4L * n);
                for (int i = 0; i < n; i++) bits[i] = a[i];
            }
            default -> t.channel().get(t.pe(), offset, MemorySegment.ofArray(bits), 0, 8L * n);
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
