// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jshmem.Op;
import org.jshmem.transport.Memory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CombineTest {
    private static final long ROOM = 64 << 10;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment a = arena.allocate(ROOM, 64);
    private final MemorySegment b = arena.allocate(ROOM, 64);
    private final MemorySegment found = arena.allocate(ROOM, 64);
    private final MemorySegment expected = arena.allocate(ROOM, 64);

    @AfterEach
    void close() {
        arena.close();
    }

    private static boolean exists(Op op, ElementType type) {
        return !type.floating() || op != Op.AND && op != Op.OR && op != Op.XOR;
    }

    @Test
    void everyOperationGivesJavasResultsAtEveryLengthAndAlignment() {
        Random random = new Random(7);
        for (ElementType type : ElementType.values()) {
            int width = type.bytes();
            for (Op op : Op.values()) {
                if (!exists(op, type)) continue;
                for (int count : new int[] {0, 1, 7, 8, 15, 16, 63, 64, 65, 129, 1000}) {
                    long fromA = a.address() + (long) random.nextInt(16) * width;
                    long fromB = b.address() + (long) random.nextInt(16) * width;
                    long shift = (long) random.nextInt(16) * width;
                    fill(a, type, random);
                    fill(b, type, random);
                    found.fill((byte) 0x55);
                    expected.fill((byte) 0x55);
                    Combine.apply(op, type, found.address() + shift, fromA, fromB, count);
                    for (long i = 0; i < (long) count * width; i += width) {
                        Memory.set(expected.address() + shift + i, width, result(op, type, fromA + i, fromB + i));
                    }
                    assertEquals(-1, found.mismatch(expected), "%s of %d %s".formatted(op, count, type));
                }
            }
        }
    }

    /// The bits of `x op y`.
    private static long result(Op op, ElementType type, long x, long y) {
        return switch (type) {
            case FLOAT -> Float.floatToRawIntBits((float) result(op, Memory.getFloat(x), Memory.getFloat(y)));
            case DOUBLE -> Double.doubleToRawLongBits(result(op, Memory.getDouble(x), Memory.getDouble(y)));
            case BYTE -> result(op, Memory.getByte(x), Memory.getByte(y));
            case SHORT -> result(op, Memory.getShort(x), Memory.getShort(y));
            case INT -> result(op, Memory.getInt(x), Memory.getInt(y));
            case LONG -> result(op, Memory.getLong(x), Memory.getLong(y));
        };
    }

    private static double result(Op op, double x, double y) {
        return switch (op) {
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case SUM -> x + y;
            default -> x * y;
        };
    }

    private static long result(Op op, long x, long y) {
        return switch (op) {
            case AND -> x & y;
            case OR -> x | y;
            case XOR -> x ^ y;
            case MAX -> Math.max(x, y);
            case MIN -> Math.min(x, y);
            case SUM -> x + y;
            case PROD -> x * y;
        };
    }

    /// Random bits for integers, random finite numbers for floating point.
    private static void fill(MemorySegment memory, ElementType type, Random random) {
        for (long i = 0; i < ROOM / 8; i++) {
            switch (type) {
                case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, i, random.nextGaussian());
                case FLOAT -> {
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, 2 * i, (float) random.nextGaussian());
                    memory.setAtIndex(ValueLayout.JAVA_FLOAT, 2 * i + 1, (float) random.nextGaussian());
                }
                default -> memory.setAtIndex(ValueLayout.JAVA_LONG, i, random.nextLong());
            }
        }
    }

    @Test
    void floatingPointFollowsMathMaxAndMin() {
        double[] special = {
            0.0,
            -0.0,
            1.5,
            -1.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MIN_VALUE,
            Double.MAX_VALUE
        };
        int n = special.length * special.length;
        for (int i = 0; i < n; i++) {
            a.setAtIndex(ValueLayout.JAVA_DOUBLE, i, special[i / special.length]);
            b.setAtIndex(ValueLayout.JAVA_DOUBLE, i, special[i % special.length]);
        }
        for (Op op : new Op[] {Op.MAX, Op.MIN, Op.SUM, Op.PROD}) {
            Combine.apply(op, ElementType.DOUBLE, found.address(), a.address(), b.address(), n);
            for (int i = 0; i < n; i++) {
                double x = special[i / special.length];
                double y = special[i % special.length];
                assertEquals(
                        result(op, x, y), found.getAtIndex(ValueLayout.JAVA_DOUBLE, i), op + " of " + x + " and " + y);
            }
        }
    }

    @Test
    void floatsKeepNanAndTheSignOfZero() {
        float[] special = {0f, -0f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, 2f};
        int n = special.length * special.length;
        for (int i = 0; i < n; i++) {
            a.setAtIndex(ValueLayout.JAVA_FLOAT, i, special[i / special.length]);
            b.setAtIndex(ValueLayout.JAVA_FLOAT, i, special[i % special.length]);
        }
        Combine.apply(Op.MIN, ElementType.FLOAT, found.address(), a.address(), b.address(), n);
        Combine.apply(Op.SUM, ElementType.FLOAT, expected.address(), a.address(), b.address(), n);
        for (int i = 0; i < n; i++) {
            float x = special[i / special.length];
            float y = special[i % special.length];
            assertEquals(Math.min(x, y), found.getAtIndex(ValueLayout.JAVA_FLOAT, i), "min of " + x + " and " + y);
            assertEquals(x + y, expected.getAtIndex(ValueLayout.JAVA_FLOAT, i), "sum of " + x + " and " + y);
        }
    }

    @Test
    void integersWrap() {
        for (int i = 0; i < 64; i++) {
            a.setAtIndex(ValueLayout.JAVA_INT, i, Integer.MAX_VALUE);
            b.setAtIndex(ValueLayout.JAVA_INT, i, 2);
        }
        Combine.apply(Op.SUM, ElementType.INT, found.address(), a.address(), b.address(), 64);
        assertEquals(Integer.MIN_VALUE + 1, found.getAtIndex(ValueLayout.JAVA_INT, 0));
        Combine.apply(Op.PROD, ElementType.INT, found.address(), a.address(), b.address(), 64);
        assertEquals(-2, found.getAtIndex(ValueLayout.JAVA_INT, 63));
        Combine.apply(Op.SUM, ElementType.BYTE, found.address(), a.address(), a.address(), 256);
        assertEquals((byte) 0xfe, found.get(ValueLayout.JAVA_BYTE, 255));
    }

    @Test
    void foldsSourcesInOrderEvenInPlace() {
        int sources = 5;
        int count = 3001; // more than a block, not a multiple of one
        long[] bases = new long[sources];
        double[][] values = new double[sources][count];
        Random random = new Random(3);
        MemorySegment memory = arena.allocate(sources * ROOM, 64);
        MemorySegment scratch = arena.allocate(Combine.BLOCK, 64);
        for (int place = 0; place < sources; place++) {
            for (int k = 0; k < sources; k++) {
                bases[k] = memory.address() + k * ROOM;
                for (int i = 0; i < count; i++) {
                    values[k][i] = random.nextDouble();
                    memory.set(ValueLayout.JAVA_DOUBLE, k * ROOM + 8L * i, values[k][i]);
                }
            }
            Combine.fold(Op.SUM, ElementType.DOUBLE, bases[place], bases, sources, 0, count, scratch.address());
            double[] folded = memory.asSlice(place * ROOM, 8L * count).toArray(ValueLayout.JAVA_DOUBLE);
            double[] sums = new double[count];
            for (int i = 0; i < count; i++) {
                sums[i] = (((values[0][i] + values[1][i]) + values[2][i]) + values[3][i]) + values[4][i];
            }
            assertArrayEquals(sums, folded, "in place of source " + place);
        }
    }

    @Test
    void foldsOfAnyNumberOfSourcesEqualPairsOneAfterTheOther() {
        MemorySegment memory = arena.allocate(9 * ROOM, 64);
        MemorySegment scratch = arena.allocate(Combine.BLOCK, 64);
        Random random = new Random(11);
        for (ElementType type : ElementType.values()) {
            for (int k = 0; k < 9; k++) fill(memory.asSlice(k * ROOM, ROOM), type, random);
            for (Op op : Op.values()) {
                if (!exists(op, type)) continue;
                for (int sources = 2; sources <= 9; sources++) {
                    long offset = (long) random.nextInt(9) * type.bytes();
                    long count = random.nextInt(2) == 0
                            ? random.nextInt(70)
                            : random.nextLong(ROOM / type.bytes() - 9); // more than a block
                    long[] bases = new long[sources];
                    for (int k = 0; k < sources; k++) bases[k] = memory.address() + k * ROOM;
                    found.fill((byte) 0x55);
                    expected.fill((byte) 0x55);
                    Combine.fold(op, type, found.address(), bases, sources, offset, count, scratch.address());
                    long left = bases[0] + offset;
                    for (int k = 1; k < sources; k++) {
                        Combine.apply(op, type, expected.address(), left, bases[k] + offset, count);
                        left = expected.address();
                    }
                    assertEquals(
                            -1, found.mismatch(expected), "%s of %d %s from %d".formatted(op, count, type, sources));
                }
            }
        }
    }

    @Test
    void bitwiseOperatorsOnFloatingPointAreRefused() {
        var e = assertThrows(
                IllegalArgumentException.class, () -> Combine.apply(Op.AND, ElementType.FLOAT, 0, 0, 0, 1));
        assertEquals("AND of floats does not exist; use it with integers, or MAX, MIN, SUM, PROD", e.getMessage());
    }
}
