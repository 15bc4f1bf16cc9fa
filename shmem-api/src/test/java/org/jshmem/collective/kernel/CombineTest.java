// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jshmem.Op;
import org.jshmem.jdk.Vectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("which loops are compiled is a state of this JVM, and reductions of other tests change it")
class CombineTest {
    private static final long ROOM = 64 << 10;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment a = arena.allocate(ROOM, 64);
    private final MemorySegment b = arena.allocate(ROOM, 64);
    private final MemorySegment vector = arena.allocate(ROOM, 64);
    private final MemorySegment scalar = arena.allocate(ROOM, 64);

    /// Threads that warm loops up would set the state of their loops later.
    @BeforeEach
    void inRegisters() throws InterruptedException {
        for (Thread each : Thread.getAllStackTraces().keySet())
            if (each.getName().equals("vector loops")) each.join();
        Combine.warmedUp(true, 0);
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private static boolean exists(Op op, ElementType type) {
        return !type.floating() || op != Op.AND && op != Op.OR && op != Op.XOR;
    }

    @Test
    void theVectorModuleIsThereInTheTests() {
        assertTrue(Vectors.THERE, "run with --add-modules jdk.incubator.vector");
    }

    @Test
    void vectorsAndScalarsGiveTheSameBitsAtEveryLengthAndAlignment() {
        Random random = new Random(7);
        for (ElementType type : ElementType.values()) {
            int width = type.bytes;
            for (Op op : Op.values()) {
                if (!exists(op, type)) continue;
                for (int count : new int[] {0, 1, 7, 8, 15, 16, 63, 64, 65, 129, 1000}) {
                    long shiftA = (long) random.nextInt(16) * width;
                    long shiftB = (long) random.nextInt(16) * width;
                    long shiftTo = (long) random.nextInt(16) * width;
                    fill(a, type, random);
                    fill(b, type, random);
                    vector.fill((byte) 0x55);
                    scalar.fill((byte) 0x55);
                    Combine.apply(
                            op, type, vector.address() + shiftTo, a.address() + shiftA, b.address() + shiftB, count);
                    Combine.scalars(
                            op, type, scalar.address() + shiftTo, a.address() + shiftA, b.address() + shiftB, count);
                    assertEquals(-1, vector.mismatch(scalar), "%s of %d %s".formatted(op, count, type));
                }
            }
        }
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
    void loopsOverRegistersAreTakenWhenTheCompilerHasCompiledThem() {
        Combine.warmedUp(false, 1 << 26);
        long end = System.nanoTime() + 60_000_000_000L;
        while (!Combine.isWarmedUp(Op.SUM, ElementType.DOUBLE)) {
            assertTrue(System.nanoTime() < end, "after 60 s");
            Combine.apply(Op.SUM, ElementType.DOUBLE, vector.address(), a.address(), b.address(), 1000);
        }
    }

    /// A loop that runs in an interpreter again is given up, and taken again when it is compiled.
    @Test
    void aLoopThatFellOutOfCompiledCodeIsGivenUpUntilItIsBack() {
        int slow = 1_000_000;
        Combine.judge(Op.SUM, ElementType.LONG, 8 * 1000, slow / 1000);
        assertTrue(Combine.isWarmedUp(Op.SUM, ElementType.LONG), "a nanosecond for an element is fast");
        Combine.judge(Op.SUM, ElementType.LONG, 8 * 1000, slow);
        assertFalse(Combine.isWarmedUp(Op.SUM, ElementType.LONG));
        assertTrue(Combine.isWarmedUp(Op.SUM, ElementType.INT), "other loops stay");
        long end = System.nanoTime() + 60_000_000_000L;
        while (!Combine.isWarmedUp(Op.SUM, ElementType.LONG)) assertTrue(System.nanoTime() < end, "after 60 s");
    }

    @Test
    void aProgramThatCombinesLittleWarmsNothingUp() {
        for (int k = 0; k < 100_000; k++) {
            Combine.warmedUp(false, 1000);
            Combine.apply(Op.SUM, ElementType.INT, vector.address(), a.address(), b.address(), 1000);
        }
        assertFalse(Combine.isWarmedUp(Op.SUM, ElementType.INT));
    }

    /// The compiler would take the cores of all PEs that a carrier runs.
    @Test
    void aCarriedPeWarmsNothingUpSoon() throws Exception {
        Thread pe = Thread.startVirtualThread(() -> {
            for (int k = 0; k < 100_000; k++) {
                Combine.warmedUp(false, 1 << 28);
                Combine.apply(Op.SUM, ElementType.INT, vector.address(), a.address(), b.address(), 1000);
            }
        });
        pe.join();
        assertFalse(Combine.isWarmedUp(Op.SUM, ElementType.INT));
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
            Combine.apply(op, ElementType.DOUBLE, vector.address(), a.address(), b.address(), n);
            for (int i = 0; i < n; i++) {
                double x = special[i / special.length];
                double y = special[i % special.length];
                double expected = switch (op) {
                    case MAX -> Math.max(x, y);
                    case MIN -> Math.min(x, y);
                    case SUM -> x + y;
                    default -> x * y;
                };
                assertEquals(expected, vector.getAtIndex(ValueLayout.JAVA_DOUBLE, i), op + " of " + x + " and " + y);
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
        Combine.apply(Op.MIN, ElementType.FLOAT, vector.address(), a.address(), b.address(), n);
        Combine.apply(Op.SUM, ElementType.FLOAT, scalar.address(), a.address(), b.address(), n);
        for (int i = 0; i < n; i++) {
            float x = special[i / special.length];
            float y = special[i % special.length];
            assertEquals(Math.min(x, y), vector.getAtIndex(ValueLayout.JAVA_FLOAT, i), "min of " + x + " and " + y);
            assertEquals(x + y, scalar.getAtIndex(ValueLayout.JAVA_FLOAT, i), "sum of " + x + " and " + y);
        }
    }

    @Test
    void integersWrap() {
        for (int i = 0; i < 64; i++) {
            a.setAtIndex(ValueLayout.JAVA_INT, i, Integer.MAX_VALUE);
            b.setAtIndex(ValueLayout.JAVA_INT, i, 2);
        }
        Combine.apply(Op.SUM, ElementType.INT, vector.address(), a.address(), b.address(), 64);
        assertEquals(Integer.MIN_VALUE + 1, vector.getAtIndex(ValueLayout.JAVA_INT, 0));
        Combine.apply(Op.PROD, ElementType.INT, vector.address(), a.address(), b.address(), 64);
        assertEquals(-2, vector.getAtIndex(ValueLayout.JAVA_INT, 63));
        Combine.apply(Op.SUM, ElementType.BYTE, vector.address(), a.address(), a.address(), 256);
        assertEquals((byte) 0xfe, vector.get(ValueLayout.JAVA_BYTE, 255));
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
            Combine.fold(Op.SUM, ElementType.DOUBLE, bases[place], bases, sources, count, scratch.address());
            double[] found = memory.asSlice(place * ROOM, 8L * count).toArray(ValueLayout.JAVA_DOUBLE);
            double[] expected = new double[count];
            for (int i = 0; i < count; i++) {
                expected[i] = (((values[0][i] + values[1][i]) + values[2][i]) + values[3][i]) + values[4][i];
            }
            assertArrayEquals(expected, found, "in place of source " + place);
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
                    long offset = (long) random.nextInt(9) * type.bytes;
                    long count = random.nextInt(2) == 0
                            ? random.nextInt(70)
                            : random.nextLong(ROOM / type.bytes - 9); // more than a block
                    long[] bases = new long[sources];
                    for (int k = 0; k < sources; k++) bases[k] = memory.address() + k * ROOM + offset;
                    vector.fill((byte) 0x55);
                    scalar.fill((byte) 0x55);
                    Combine.fold(op, type, vector.address(), bases, sources, count, scratch.address());
                    long left = bases[0];
                    for (int k = 1; k < sources; k++) {
                        Combine.scalars(op, type, scalar.address(), left, bases[k], count);
                        left = scalar.address();
                    }
                    assertEquals(
                            -1, vector.mismatch(scalar), "%s of %d %s from %d".formatted(op, count, type, sources));
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
