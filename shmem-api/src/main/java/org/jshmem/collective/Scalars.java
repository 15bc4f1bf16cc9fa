// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.jshmem.transport.Memory.getByte;
import static org.jshmem.transport.Memory.getInt;
import static org.jshmem.transport.Memory.getLong;
import static org.jshmem.transport.Memory.getShort;
import static org.jshmem.transport.Memory.setByte;
import static org.jshmem.transport.Memory.setInt;
import static org.jshmem.transport.Memory.setLong;
import static org.jshmem.transport.Memory.setShort;

import org.jshmem.Op;

/// The scalar twin of the vector loops, equal to the bit: for what does not fill a register, and for all where the
/// vector module is absent. `to[i] = a[i] op b[i]`.
final class Scalars {
    private Scalars() {}

    /// Combines `count` elements.
    static void apply(Op op, ElementType type, long to, long a, long b, long count) {
        long end = count * type.bytes();
        switch (type) {
            case BYTE -> bytes(op, to, a, b, end);
            case SHORT -> shorts(op, to, a, b, end);
            case INT -> ints(op, to, a, b, end);
            case LONG -> longs(op, to, a, b, end);
            case FLOAT -> floats(op, to, a, b, end);
            case DOUBLE -> doubles(op, to, a, b, end);
        }
    }

    private static void bytes(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (Math.max(getByte(a + i), getByte(b + i))));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (Math.min(getByte(a + i), getByte(b + i))));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (getByte(a + i) + getByte(b + i)));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (getByte(a + i) * getByte(b + i)));
            }
            case AND -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (getByte(a + i) & getByte(b + i)));
            }
            case OR -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (getByte(a + i) | getByte(b + i)));
            }
            case XOR -> {
                for (long i = 0; i < end; i += 1) setByte(to + i, (byte) (getByte(a + i) ^ getByte(b + i)));
            }
        }
    }

    private static void shorts(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 2)
                    setShort(to + i, (short) (Math.max(getShort(a + i), getShort(b + i))));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 2)
                    setShort(to + i, (short) (Math.min(getShort(a + i), getShort(b + i))));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 2) setShort(to + i, (short) (getShort(a + i) + getShort(b + i)));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 2) setShort(to + i, (short) (getShort(a + i) * getShort(b + i)));
            }
            case AND -> {
                for (long i = 0; i < end; i += 2) setShort(to + i, (short) (getShort(a + i) & getShort(b + i)));
            }
            case OR -> {
                for (long i = 0; i < end; i += 2) setShort(to + i, (short) (getShort(a + i) | getShort(b + i)));
            }
            case XOR -> {
                for (long i = 0; i < end; i += 2) setShort(to + i, (short) (getShort(a + i) ^ getShort(b + i)));
            }
        }
    }

    private static void ints(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, Math.max(getInt(a + i), getInt(b + i)));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, Math.min(getInt(a + i), getInt(b + i)));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, getInt(a + i) + getInt(b + i));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, getInt(a + i) * getInt(b + i));
            }
            case AND -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, getInt(a + i) & getInt(b + i));
            }
            case OR -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, getInt(a + i) | getInt(b + i));
            }
            case XOR -> {
                for (long i = 0; i < end; i += 4) setInt(to + i, getInt(a + i) ^ getInt(b + i));
            }
        }
    }

    private static void longs(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, Math.max(getLong(a + i), getLong(b + i)));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, Math.min(getLong(a + i), getLong(b + i)));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, getLong(a + i) + getLong(b + i));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, getLong(a + i) * getLong(b + i));
            }
            case AND -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, getLong(a + i) & getLong(b + i));
            }
            case OR -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, getLong(a + i) | getLong(b + i));
            }
            case XOR -> {
                for (long i = 0; i < end; i += 8) setLong(to + i, getLong(a + i) ^ getLong(b + i));
            }
        }
    }

    private static void floats(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 4) setFloat(to + i, Math.max(getFloat(a + i), getFloat(b + i)));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 4) setFloat(to + i, Math.min(getFloat(a + i), getFloat(b + i)));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 4) setFloat(to + i, getFloat(a + i) + getFloat(b + i));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 4) setFloat(to + i, getFloat(a + i) * getFloat(b + i));
            }
            default -> throw Combine.refuse(op, ElementType.FLOAT);
        }
    }

    private static void doubles(Op op, long to, long a, long b, long end) {
        switch (op) {
            case MAX -> {
                for (long i = 0; i < end; i += 8) setDouble(to + i, Math.max(getDouble(a + i), getDouble(b + i)));
            }
            case MIN -> {
                for (long i = 0; i < end; i += 8) setDouble(to + i, Math.min(getDouble(a + i), getDouble(b + i)));
            }
            case SUM -> {
                for (long i = 0; i < end; i += 8) setDouble(to + i, getDouble(a + i) + getDouble(b + i));
            }
            case PROD -> {
                for (long i = 0; i < end; i += 8) setDouble(to + i, getDouble(a + i) * getDouble(b + i));
            }
            default -> throw Combine.refuse(op, ElementType.DOUBLE);
        }
    }

    private static float getFloat(long address) {
        return Float.intBitsToFloat(getInt(address));
    }

    private static void setFloat(long address, float value) {
        setInt(address, Float.floatToRawIntBits(value));
    }

    private static double getDouble(long address) {
        return Double.longBitsToDouble(getLong(address));
    }

    private static void setDouble(long address, double value) {
        setLong(address, Double.doubleToRawLongBits(value));
    }
}
