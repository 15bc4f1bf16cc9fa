// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymArray;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Puts and gets in all their forms, for all element types.
@Tag(Samples.TAG)
public abstract class RmaContract extends ApiContract {

    @Test
    void singleElementsOfEveryTypeTravelBitForBit() throws Exception {
        runAll((sh, args) -> {
            int to = (sh.myPe() + 1) % sh.nPes();
            SymBytes b = sh.bytes(3);
            SymShorts s = sh.shorts(3);
            SymInts i = sh.ints(3);
            SymLongs l = sh.longs(3);
            SymFloats f = sh.floats(3);
            SymDoubles d = sh.doubles(3);
            b.p(1, (byte) -128, to);
            s.p(1, Short.MIN_VALUE, to);
            i.p(1, Integer.MIN_VALUE, to);
            l.p(1, Long.MIN_VALUE, to);
            f.p(1, -0.0f, to);
            d.p(1, -0.0, to);
            sh.barrierAll();
            assertEquals(-128, b.get(1));
            assertEquals(Short.MIN_VALUE, s.get(1));
            assertEquals(Integer.MIN_VALUE, i.get(1));
            assertEquals(Long.MIN_VALUE, l.get(1));
            assertEquals(Float.floatToRawIntBits(-0.0f), Float.floatToRawIntBits(f.get(1)));
            assertEquals(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(d.get(1)));
            assertEquals(0, b.get(0) | b.get(2) | s.get(0) | s.get(2) | i.get(0) | i.get(2) | l.get(0) | l.get(2));
            b.set(2, (byte) 5);
            s.set(2, (short) -6);
            i.set(2, 7);
            l.set(2, -8);
            f.set(2, 9.5f);
            d.set(2, Double.NaN);
            sh.barrierAll();
            assertEquals(5, b.g(2, to));
            assertEquals(-6, s.g(2, to));
            assertEquals(7, i.g(2, to));
            assertEquals(-8, l.g(2, to));
            assertEquals(9.5f, f.g(2, to));
            assertEquals(Double.NaN, d.g(2, to));
        });
    }

    @Test
    void everyFormOfPutAndGetMovesWhatItSays() throws Exception {
        run(3, (sh, a) -> {
            for (ElementKind<?, ?> kind : ElementKind.ALL) everyForm(sh, kind);
        });
    }

    private static <A, S extends SymArray<A, S>> void everyForm(Shmem sh, ElementKind<A, S> kind) {
        Random random = new Random(7);
        int to = (sh.myPe() + 1) % sh.nPes();
        int n = 12;
        A data = kind.numbers(random, n);
        S x = kind.make().apply(sh, (long) n);
        S own = kind.make().apply(sh, (long) n);
        own.put(data, sh.myPe());
        A expected = kind.array(n);

        x.put(2, data, 3, 4, to); // 2..5 from 3..6
        copy(data, 3, expected, 2, 4);
        x.putNbi(6, kind.segment(data).asSlice(0, 2L * kind.bytes()), to); // 6..7 from 0..1
        copy(data, 0, expected, 6, 2);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside =
                    arena.allocate(kind.bytes(), 8).copyFrom(kind.segment(data).asSlice(0, kind.bytes()));
            x.put(8, outside, to);
            copy(data, 0, expected, 8, 1);
        }
        x.put(9, own.ptr(sh.myPe()).asSlice(5L * kind.bytes(), kind.bytes()), to);
        copy(data, 5, expected, 9, 1);
        x.putNbi(0, own, 10, 2, to);
        copy(data, 10, expected, 0, 2);
        sh.barrierAll();
        A got = kind.array(n);
        x.get(got, sh.myPe());
        assertEquals(kind.values(expected), kind.values(got), kind.name());

        A other = kind.array(n);
        x.getNbi(other, to);
        sh.quiet();
        assertEquals(kind.values(expected), kind.values(other));
        A some = kind.array(5);
        x.get(4, some, 1, 3, to);
        x.get(0, kind.segment(some).asSlice(4L * kind.bytes(), kind.bytes()), to);
        A someExpected = kind.array(5);
        copy(expected, 4, someExpected, 1, 3);
        copy(expected, 0, someExpected, 4, 1);
        assertEquals(kind.values(someExpected), kind.values(some));
        x.get(2, own, 7, 3, to);
        x.getNbi(5, own, 0, 1, to);
        sh.quiet();
        copy(expected, 2, data, 7, 3);
        copy(expected, 5, data, 0, 1);
        A ownNow = kind.array(n);
        own.get(ownNow, sh.myPe());
        assertEquals(kind.values(data), kind.values(ownNow));
        sh.barrierAll();
        x.free();
        own.free();
    }

    private static void copy(Object src, int from, Object dst, int to, int n) {
        System.arraycopy(src, from, dst, to, n);
    }

    @Test
    void stridedFormsTouchOnlyTheirElements() throws Exception {
        run(2, (sh, a) -> {
            for (ElementKind<?, ?> kind : ElementKind.ALL) {
                for (Side side : Side.values()) strided(sh, kind, side);
            }
        });
    }

    /// What a transfer has on the calling PE.
    private enum Side {
        JAVA_ARRAY,
        SYMMETRIC_ARRAY,
        SEGMENT
    }

    private static <A, S extends SymArray<A, S>> void strided(Shmem sh, ElementKind<A, S> kind, Side side) {
        int me = sh.myPe();
        int to = 1 - me;
        S x = kind.make().apply(sh, 20L);
        S own = kind.make().apply(sh, 20L);
        A data = kind.array(20);
        for (int i = 0; i < 20; i++) kind.set(data, i, i + 1);
        own.put(data, me);
        sh.barrierAll();
        switch (side) { // 1 4 7 10 from 2 7 12 17; 12 13, 16 17 from 0 1, 3 4
            case JAVA_ARRAY -> {
                x.iput(1, 3, data, 2, 5, 4, to);
                x.ibput(12, 4, data, 0, 3, 2, 2, to);
            }
            case SYMMETRIC_ARRAY -> {
                x.iput(1, 3, own, 2, 5, 4, to);
                x.ibput(12, 4, own, 0, 3, 2, 2, to);
            }
            case SEGMENT -> {
                x.iput(1, 3, kind.segment(data), 2, 5, 4, to);
                x.ibput(12, 4, own.local(), 0, 3, 2, 2, to);
            }
        }
        sh.barrierAll();
        A expected = kind.array(20);
        for (int k = 0; k < 4; k++) kind.set(expected, 1 + 3 * k, 2 + 5 * k + 1);
        for (int k = 0; k < 2; k++) {
            for (int e = 0; e < 2; e++) kind.set(expected, 12 + 4 * k + e, 3 * k + e + 1);
        }
        A got = kind.array(20);
        x.get(got, me);
        assertEquals(kind.values(expected), kind.values(got), kind.name() + side);
        S back = kind.make().apply(sh, 20L);
        A plain = kind.array(20);
        switch (side) {
            case JAVA_ARRAY -> {
                x.iget(1, 3, plain, 2, 5, 4, to);
                x.ibget(12, 4, plain, 0, 3, 1, 2, to);
            }
            case SYMMETRIC_ARRAY -> {
                x.iget(1, 3, back, 2, 5, 4, to);
                x.ibget(12, 4, back, 0, 3, 1, 2, to);
                back.get(plain, me);
            }
            case SEGMENT -> {
                x.iget(1, 3, kind.segment(plain), 2, 5, 4, to);
                x.ibget(12, 4, kind.segment(plain), 0, 3, 1, 2, to);
            }
        }
        A backExpected = kind.array(20);
        for (int k = 0; k < 4; k++) kind.set(backExpected, 2 + 5 * k, 2 + 5 * k + 1);
        for (int k = 0; k < 2; k++) kind.set(backExpected, 3 * k, 3 * k + 1);
        assertEquals(kind.values(backExpected), kind.values(plain), kind.name() + side);
        x.iput(0, 1, (A) null, 0, 1, 0, to);
        x.iput(0, 1, (S) null, 0, 1, 0, to);
        x.ibget(0, 3, (A) null, 0, 3, 0, 5, to);
        x.ibget(0, 3, (MemorySegment) null, 0, 3, 0, 5, to);
        sh.barrierAll();
        sh.freeAll(back, own, x);
    }

    @Test
    void fillSetsElementsOfOnePe() throws Exception {
        run(3, (sh, a) -> {
            int me = sh.myPe();
            int to = (me + 1) % 3;
            SymDoubles x = sh.doubles(5000);
            SymShorts y = sh.shorts(7);
            SymMem m = sh.mem(9);
            x.fill(1, 4998, 0.5 + me, to); // longer than what one put takes
            sh.fence();
            x.slice(2000, 10).fill(3, 2, -1.5, to);
            y.fill(6, 1, (short) -7, to);
            y.fill(0, 0, (short) 1, to);
            m.fill(2, 5, (byte) 3, to);
            sh.barrierAll();
            double from = 0.5 + (me + 2) % 3;
            for (int i = 0; i < 5000; i++) {
                boolean outside = i == 0 || i == 4999;
                assertEquals(i == 2003 || i == 2004 ? -1.5 : outside ? 0 : from, x.get(i), "element " + i);
            }
            for (int i = 0; i < 7; i++) assertEquals(i == 6 ? -7 : 0, y.get(i));
            assertEquals("003333300", text(m));
            Team pair = sh.world().splitList(2, 0).orElse(null);
            if (pair != null) {
                try (Ctx ctx = pair.ctx()) {
                    if (me == 2) y.on(ctx).fill(1, 2, (short) 9, 1); // PE 0
                    ctx.quiet();
                }
                pair.sync();
                assertEquals(me == 0 ? 9 : 0, y.get(2));
            }
            String who = "PE %d/3: fill on ".formatted(me);
            String text = assertThrows(IndexOutOfBoundsException.class, () -> x.fill(4000, 1001, 1, to))
                    .getMessage();
            assertTrue(text.startsWith(who), text);
            assertTrue(text.contains(": index 4000 + count 1001 = 5001 exceeds its length"), text);
            assertThrows(IllegalArgumentException.class, () -> x.fill(0, -1, 1, to));
            assertThrows(IndexOutOfBoundsException.class, () -> x.fill(0, 1, 1, 3));
        });
    }

    private static String text(SymMem m) {
        StringBuilder text = new StringBuilder();
        for (byte each : m.local().toArray(ValueLayout.JAVA_BYTE)) text.append(each);
        return text.toString();
    }

    @Test
    void stridedFormsOfEverySourceRefuseWhatLeavesIt() throws Exception {
        run(1, (sh, a) -> {
            SymLongs x = sh.longs(20);
            SymLongs y = sh.longs(10).named("column");
            MemorySegment seven = MemorySegment.ofArray(new long[7]);
            refused(sh, BOUNDS, () -> x.iput(0, 1, y, 2, 4, 3, 0))
                    .says("iput on object 1 of 20 longs needs 3 elements of src from 2, stride 4, which has 10");
            refused(sh, BOUNDS, () -> x.ibget(0, 4, seven, 0, 4, 4, 2, 0))
                    .says("ibget on object 1 of 20 longs needs 2 blocks of 4 of dst from 0, stride 4, which has 7");
            refused(sh, BOUNDS, () -> x.iget(0, Long.MAX_VALUE, y, 0, 1, 2, 0)).says("stride 9223372036854775807");
            refused(sh, BOUNDS, () -> x.iput(0, 1, y, 0, Long.MAX_VALUE, 2, 0)).says("stride 9223372036854775807");
            refused(sh, ARGUMENT, () -> x.ibput(0, 2, seven, 0, 3, 3, 2, 0)).says("strides 2 and 3 must be at least 3");
            refused(sh, ARGUMENT, () -> x.iget(0, 1, seven.asReadOnly(), 0, 1, 2, 0))
                    .says("dst is read-only");
            refused(sh, MISSING, () -> x.iput(0, 1, (SymLongs) null, 0, 1, 2, 0))
                    .says("src is null; give the data");
            y.free();
            refused(sh, STATE, () -> x.iput(0, 1, y, 0, 1, 2, 0)).says("\"column\" of 10 longs, which was freed");
        });
    }

    @Test
    void putOfNothingTouchesNothing() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(2);
            x.set(0, 1);
            x.set(1, 2);
            sh.barrierAll();
            x.put(2, (long[]) null, 0, 0, 1);
            x.put(0, (SymLongs) null, 0, 0, 1);
            x.put(1, MemorySegment.NULL, 1);
            x.get(2, (long[]) null, 0, 0, 1);
            x.putNbi(new long[0], 1);
            Signal s = sh.signal();
            x.putSignal(0, (long[]) null, 0, 0, s, 5, SignalOp.SET, 1 - sh.myPe());
            assertEquals(5, s.waitUntil(Cmp.EQ, 5), "a put of nothing still signals");
            assertEquals(1, x.get(0));
            assertEquals(2, x.get(1));
        });
    }

    @Test
    void dataOfAPutSignalAreThereBeforeItsSignal() throws Exception {
        runAll((sh, a) -> {
            int n = 300;
            SymLongs x = sh.longs(n);
            SymLongs own = sh.longs(n);
            Signal go = sh.signal();
            Signal ack = sh.signal();
            int to = (sh.myPe() + 1) % sh.nPes();
            int from = (sh.myPe() + sh.nPes() - 1) % sh.nPes();
            long[] data = new long[n];
            int rounds = many(sh, 60, 14);
            for (int round = 1; round <= rounds; round++) {
                Arrays.fill(data, round);
                own.put(data, sh.myPe());
                switch (round % 7) {
                    case 0 -> x.putSignal(0, data, 0, n, go, round, SignalOp.SET, to);
                    case 1 -> x.putSignal(0, MemorySegment.ofArray(data), go, 1, SignalOp.ADD, to);
                    case 2 -> x.putSignal(0, own, 0, n, go, round, SignalOp.SET, to);
                    case 3 -> x.putSignalNbi(0, data, 0, n, go, 1, SignalOp.ADD, to);
                    case 4 -> x.putSignalNbi(0, MemorySegment.ofArray(data), go, round, SignalOp.SET, to);
                    case 5 -> x.putSignal(data, go, round, to);
                    default -> x.putSignalNbi(0, own, 0, n, go, 1, SignalOp.ADD, to);
                }
                sh.quiet();
                assertEquals(round, go.waitUntil(Cmp.GE, round));
                for (int i = 0; i < n; i++) assertEquals(round, x.get(i));
                ack.add(1, from);
                ack.waitUntil(Cmp.GE, round);
            }
        });
    }

    @Test
    void readOnlySourcesOfAnyLengthArePut() throws Exception {
        run(2, (sh, a) -> {
            for (int n : new int[] {1, 1000, 8000, 200_000}) {
                SymLongs x = sh.longs(n);
                long[] data = new long[n];
                Arrays.setAll(data, i -> 3L * i + sh.myPe());
                x.put(0, MemorySegment.ofArray(data).asReadOnly(), 1 - sh.myPe());
                sh.barrierAll();
                Arrays.setAll(data, i -> 3L * i + 1 - sh.myPe());
                long[] arrived = new long[n];
                x.get(0, arrived, 0, n, sh.myPe());
                assertArrayEquals(data, arrived);
                x.free();
            }
        });
    }

    @Test
    void ptrIsTheOtherPesObjectAndNothingElse() throws Exception {
        run(3, (sh, a) -> {
            SymLongs x = sh.longs(4);
            int to = (sh.myPe() + 1) % 3;
            MemorySegment there = x.ptr(to);
            boolean near = sh.world().translate(to, sh.shared()) >= 0;
            assertEquals(near ? 32 : -1, near ? there.byteSize() : there == null ? -1 : 0);
            if (near) there.setAtIndex(ValueLayout.JAVA_LONG, 3, 70 + sh.myPe());
            else x.p(3, 70 + sh.myPe(), to);
            sh.barrierAll();
            assertEquals(70 + (sh.myPe() + 2) % 3, x.get(3));
            assertEquals(x.get(3), x.local().getAtIndex(ValueLayout.JAVA_LONG, 3));
            assertEquals(x.get(3), x.ptr(sh.world(), sh.myPe()).getAtIndex(ValueLayout.JAVA_LONG, 3));
            MemorySegment own = x.ptr(sh.myPe());
            assertThrows(IndexOutOfBoundsException.class, () -> own.getAtIndex(ValueLayout.JAVA_LONG, 4));
            refused(sh, IndexOutOfBoundsException.class, () -> x.ptr(3), "ptr", "PE 3 does not exist", "4 longs");
            refused(sh, IndexOutOfBoundsException.class, () -> x.ptr(sh.world(), -1), "ptr", "PE -1 does not exist");
        });
    }

    @Test
    void wrongArgumentsAreRefusedBeforeAnythingIsWritten() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(10);
            long[] data = new long[8];
            Arrays.fill(data, -1);
            refused(sh, BOUNDS, () -> x.put(3, data, 0, 8, 1))
                    .says(
                            "put on object",
                            "10 longs",
                            "index 3 + count 8 = 11 exceeds its length; use a count of at most 7 from index 3");
            refused(sh, BOUNDS, () -> x.put(0, data, 4, 5, 1), "5 elements of src from 4, which has 8");
            refused(sh, BOUNDS, () -> x.put(0, data, 0, 8, 2), "PE 2 does not exist; this team has PEs 0 to 1");
            refused(sh, BOUNDS, () -> x.put(-1, data, 0, 1, 1), "index -1 is negative; use 0 to 9");
            refused(sh, BOUNDS, () -> x.put(0, new long[11], 0, 11, 1))
                    .says("count 11 = 11 exceeds its length; use a count of at most 10");
            refused(sh, BOUNDS, () -> x.slice(11, 0), "index 11 + count 0 = 11 exceeds its length; use 0 to 10");
            refused(sh, BOUNDS, () -> sh.longs(0).get(0), "exceeds its length; it has no elements, make it longer");
            refused(sh, BOUNDS, () -> x.get(Long.MAX_VALUE, data, 0, 8, 1))
                    .says(
                            "index 9223372036854775807 + count 8 = 9223372036854775815 exceeds its length; use 0 to 2 for 8 elements");
            refused(sh, BOUNDS, () -> x.get(0, data, 1, 8, 1), "8 elements of dst from 1, which has 8");
            refused(sh, ARGUMENT, () -> x.put(0, data, 0, -3, 1), "count=-3 is negative");
            refused(sh, ARGUMENT, () -> x.iput(0, 1, data, 0, 1, -3, 1), "iput on", "count=-3 is negative");
            refused(sh, ARGUMENT, () -> x.ibput(0, 2, data, 0, 2, 2, -3, 1), "ibput on", "blocks=-3 is negative");
            refused(sh, NullPointerException.class, () -> x.put(0, (long[]) null, 0, 1, 1), "src is null");
            refused(sh, NullPointerException.class, () -> x.get((long[]) null, 1), "dst is null");
            refused(sh, NullPointerException.class, () -> x.put(0, (SymLongs) null, 0, 1, 1), "src is null");
            refused(sh, ARGUMENT, () -> x.put(0, MemorySegment.ofArray(new byte[12]), 1))
                    .says("12 bytes", "8-byte elements");
            refused(sh, ARGUMENT, () -> x.get(0, MemorySegment.ofArray(data).asReadOnly(), 1), "read-only");
            refused(sh, ARGUMENT, () -> x.iput(0, 0, data, 0, 1, 2, 1), "strides 0 and 1", "at least 1");
            refused(sh, ARGUMENT, () -> x.ibput(0, 2, data, 0, 3, 3, 2, 1), "strides 2 and 3", "at least 3");
            refused(sh, BOUNDS, () -> x.iput(1, 3, data, 0, 1, 4, 1))
                    .says("iput of 4 elements from index 1, stride 3,", "10 longs");
            refused(sh, BOUNDS, () -> x.iget(0, 1, data, 0, 4, 3, 1))
                    .says("3 elements of dst from 0, stride 4, which has 8");
            refused(sh, BOUNDS, () -> x.iput(0, Long.MAX_VALUE, data, 0, 1, 3, 1), "10 longs");
            Signal s = sh.signal();
            refused(sh, MISSING, () -> x.putSignal(0, data, 0, 1, null, 1, SignalOp.SET, 1))
                    .says("sig is null");
            refused(sh, NullPointerException.class, () -> x.putSignal(0, data, 0, 1, s, 1, null, 1), "op is null");
            refused(sh, BOUNDS, () -> x.putSignal(9, data, 0, 2, s, 1, SignalOp.SET, 1), "index 9");
            sh.barrierAll();
            for (int i = 0; i < 10; i++) assertEquals(0, x.get(i));
            assertEquals(0, s.fetch());
            SymMem m = sh.mem(5);
            refused(sh, BOUNDS, () -> m.put(4, new byte[2], 0, 2, 1))
                    .says("put on object 3 of 5 bytes: index 4 + count 2 = 6 exceeds its length");
            assertFalse(m.accessible(2));
        });
    }

    /// The signal goes after the data, on their context, whichever its own one is.
    @Test
    void aSignalFollowsItsDataOnTheDataOwnContext() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(64);
            Signal s = sh.signal();
            Ctx ctx = sh.ctx();
            long[] data = new long[64];
            for (int round = 1; round <= 50; round++) {
                Arrays.fill(data, round);
                x.on(ctx).putSignal(0, data, 0, 64, s, round, SignalOp.SET, 1 - sh.myPe());
                s.waitUntil(Cmp.EQ, round);
                for (int i = 0; i < 64; i++) assertEquals(round, x.get(i), "data older than their signal");
                sh.barrierAll();
            }
            ctx.close();
        });
    }

    @Test
    void randomProgramsAgreeWithAModel() throws Exception {
        for (int npes : counts()) {
            run(npes, (sh, a) -> {
                for (ElementKind<?, ?> kind : ElementKind.ALL)
                    new RandomTransfers<>(sh, kind, 1000L * npes).run(Samples.of(6, 30));
            });
        }
    }
}
