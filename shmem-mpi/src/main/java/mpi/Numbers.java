// SPDX-License-Identifier: Apache-2.0
package mpi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/// The loops of reductions over the numbers of messages. Their results take the place of `right`.
final class Numbers {
    private Numbers() {}

    static MemorySegment combine(
            Data mine, LongBinaryOperator whole, DoubleBinaryOperator real, MemorySegment left, MemorySegment right) {
        Kind kind = mine.type().kind;
        int n = mine.elements();
        // the sum and the product of two floats, rounded from doubles, are exact floats
        if (kind.isReal()) {
            for (int i = 0; i < n; i++) {
                setReal(kind, right, i, real.applyAsDouble(real(kind, left, i), real(kind, right, i)));
            }
        } else {
            for (int i = 0; i < n; i++) set(kind, right, i, whole.applyAsLong(get(kind, left, i), get(kind, right, i)));
        }
        return right;
    }

    /// The greater or the smaller value wins, and of equal ones the smaller place.
    static MemorySegment locate(Data mine, boolean greatest, MemorySegment left, MemorySegment right) {
        Kind kind = mine.type().kind;
        boolean mixed = kind.isPair(); // else two elements of this kind are a pair
        Kind value = mixed ? kind.value : kind;
        int pair = mixed ? kind.bytes : 2 * kind.bytes;
        for (long at = 0; at < mine.bytes(); at += pair) {
            int order = compare(value, left, right, at);
            if (order == 0) order = (greatest ? -1 : 1) * compare(mixed ? Kind.INT : kind, left, right, at + pair / 2);
            if (order != 0 && order > 0 == greatest) MemorySegment.copy(left, at, right, at, pair);
        }
        return right;
    }

    private static int compare(Kind kind, MemorySegment left, MemorySegment right, long at) {
        int i = (int) (at / kind.bytes);
        if (!kind.isReal()) return Long.compare(get(kind, left, i), get(kind, right, i));
        double a = real(kind, left, i);
        double b = real(kind, right, i);
        return a < b ? -1 : a > b ? 1 : 0; // unlike Double.compare, -0.0 and 0.0 are equal
    }

    private static double real(Kind kind, MemorySegment at, int i) {
        return kind == Kind.DOUBLE ? at.getAtIndex(JAVA_DOUBLE_UNALIGNED, i) : at.getAtIndex(JAVA_FLOAT_UNALIGNED, i);
    }

    private static void setReal(Kind kind, MemorySegment at, int i, double value) {
        if (kind == Kind.DOUBLE) at.setAtIndex(JAVA_DOUBLE_UNALIGNED, i, value);
        else at.setAtIndex(JAVA_FLOAT_UNALIGNED, i, (float) value);
    }

    private static long get(Kind kind, MemorySegment at, int i) {
        return switch (kind) {
            case CHAR -> at.getAtIndex(JAVA_CHAR_UNALIGNED, i);
            case SHORT -> at.getAtIndex(JAVA_SHORT_UNALIGNED, i);
            case INT -> at.getAtIndex(JAVA_INT_UNALIGNED, i);
            case LONG -> at.getAtIndex(JAVA_LONG_UNALIGNED, i);
            default -> at.get(JAVA_BYTE, i);
        };
    }

    private static void set(Kind kind, MemorySegment at, int i, long value) {
        switch (kind) {
            case CHAR, SHORT -> at.setAtIndex(JAVA_SHORT_UNALIGNED, i, (short) value);
            case INT -> at.setAtIndex(JAVA_INT_UNALIGNED, i, (int) value);
            case LONG -> at.setAtIndex(JAVA_LONG_UNALIGNED, i, value);
            default -> at.set(JAVA_BYTE, i, (byte) value);
        }
    }
}
