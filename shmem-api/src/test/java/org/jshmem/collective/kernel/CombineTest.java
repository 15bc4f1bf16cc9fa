// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective.kernel;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    private static void set(MemorySegment to, ElementType type, int index, double value) {
        if (type == ElementType.DOUBLE) to.setAtIndex(ValueLayout.JAVA_DOUBLE, index, value);
        else to.setAtIndex(ValueLayout.JAVA_FLOAT, index, (float) value);
    }

    private static double get(MemorySegment from, ElementType type, int index) {
        return type == ElementType.DOUBLE
                ? from.getAtIndex(ValueLayout.JAVA_DOUBLE, index)
                : from.getAtIndex(ValueLayout.JAVA_FLOAT, index);
    }

    /// A sum or product of two floats that is rounded from that of two doubles is rounded once.
    @ParameterizedTest
    @EnumSource(names = {"DOUBLE", "FLOAT"})
    void floatingPointFollowsMathMaxAndMin(ElementType type) {
        double[] special = {
            0.0,
            -0.0,
            1.5,
            -1.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Float.MAX_VALUE,
            Double.MIN_VALUE,
            Double.MAX_VALUE
        };
        int n = special.length * special.length;
        for (int i = 0; i < n; i++) {
            set(a, type, i, special[i / special.length]);
            set(b, type, i, special[i % special.length]);
        }
        for (Op op : new Op[] {Op.MAX, Op.MIN, Op.SUM, Op.PROD}) {
            Combine.apply(op, type, vector.address(), a.address(), b.address(), n);
            for (int i = 0; i < n; i++) {
                double x = get(a, type, i);
                double y = get(b, type, i);
                double expected = switch (op) {
                    case MAX -> Math.max(x, y);
                    case MIN -> Math.min(x, y);
                    case SUM -> x + y;
                    default -> x * y;
                };
                set(scalar, type, i, expected);
                assertEquals(get(scalar, type, i), get(vector, type, i), op + " of " + x + " and " + y);
            }
        }
    }

    @Test
    void foldsOfAnyNumberOfSourcesEqualPairsOneAfterTheOtherEvenInPlace() {
        MemorySegment memory = arena.allocate(9 * ROOM, 64);
        MemorySegment scratch = arena.allocate(Combine.BLOCK, 64);
        Random random = new Random(11);
        for (ElementType type : ElementType.values()) {
            for (int k = 0; k < 9; k++) fill(memory.asSlice(k * ROOM, ROOM), type, random);
            for (Op op : Op.values()) {
                if (!exists(op, type)) continue;
                for (int sources = 2; sources <= 9; sources++) {
                    long count = random.nextInt(2) == 0
                            ? random.nextInt(70)
                            : random.nextLong(ROOM / type.bytes - 9); // more than a block
                    long to = (long) random.nextInt(9) * type.bytes;
                    long[] bases = new long[sources];
                    for (int k = 0; k < sources; k++)
                        bases[k] = memory.address() + k * ROOM + (long) random.nextInt(9) * type.bytes;
                    vector.fill((byte) 0x55);
                    scalar.fill((byte) 0x55);
                    Combine.fold(op, type, vector.address() + to, bases, sources, count, scratch.address());
                    long left = bases[0];
                    for (int k = 1; k < sources; k++) {
                        Combine.scalars(op, type, scalar.address() + to, left, bases[k], count);
                        left = scalar.address() + to;
                    }
                    String what = "%s of %d %s from %d".formatted(op, count, type, sources);
                    assertEquals(-1, vector.mismatch(scalar), what);
                    int place = random.nextInt(sources);
                    byte[] source = memory.asSlice(place * ROOM, ROOM).toArray(ValueLayout.JAVA_BYTE);
                    Combine.fold(op, type, bases[place], bases, sources, count, scratch.address());
                    MemorySegment folded = memory.asSlice(bases[place] - memory.address(), count * type.bytes);
                    assertEquals(-1, folded.mismatch(scalar.asSlice(to, folded.byteSize())), what + ", in place");
                    memory.asSlice(place * ROOM, ROOM).copyFrom(MemorySegment.ofArray(source));
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
