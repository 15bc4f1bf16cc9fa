// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.List;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// What a transport does with bytes: they land where they should and nowhere else.
public abstract class MemoryContract extends TransportRuns {
    private static final int ROOM = 1 << 17; // bytes of memory that each PE writes to on each other PE
    private static final int GUARD = 0x5a;
    private static final int[] SIZES = {0, 1, 3, 8, 63, 64, 65, 4095, 4096, 100_001};
    private static final long[] VALUES = {0, 1, -1, 0x80, 0x8000, 0x8000_0000L, Long.MIN_VALUE, 0x0123_4567_89ab_cdefL};

    /// Where PE `writer` may write on any PE.
    private static long room(int writer) {
        return START + (long) writer * ROOM;
    }

    private static byte[] pattern(int bytes, int seed) {
        byte[] pattern = new byte[bytes];
        for (int i = 0; i < bytes; i++) pattern[i] = (byte) (i * 7 + i / 256 + seed);
        return pattern;
    }

    private static long cut(long value, int width) {
        return value << 64 - 8 * width >> 64 - 8 * width;
    }

    @Test
    void storesAreSeenByLoadsSignExtendedAndTouchNothingElse() throws Exception {
        everywhere(pe -> {
            Transport t = pe.t;
            for (int width : List.of(1, 2, 4, 8)) {
                pe.fill(START, 64L * pe.npes, GUARD);
                pe.meet();
                for (long value : VALUES) {
                    long at = START + 64L * pe.me + 24;
                    for (int target = 0; target < pe.npes; target++) t.channel().store(target, at, width, value);
                    t.channel().quiet(); // a load says nothing of own stores that are not complete
                    for (int target = 0; target < pe.npes; target++) {
                        assertEquals(cut(value, width), t.channel().load(target, at, width), "width " + width);
                    }
                }
                pe.meet();
                for (int writer = 0; writer < pe.npes; writer++) {
                    int w = writer;
                    pe.assertFilled(START + 64L * w, 24, GUARD, i -> "before the word of PE " + w);
                    pe.assertFilled(START + 64L * w + 24 + width, 40 - width, GUARD, i -> "behind PE " + w + "'s");
                }
                pe.meet();
            }
        });
    }

    /// From and to arrays, and memory outside the Java heap.
    @Test
    void putsAndGetsMoveExactlyTheseBytes() throws Exception {
        everywhere(pe -> {
            try (Arena arena = Arena.ofConfined()) {
                for (int bytes : SIZES) {
                    MemorySegment array = MemorySegment.ofArray(pattern(bytes + 10, pe.me));
                    for (MemorySegment src :
                            List.of(array, arena.allocate(bytes + 10L).copyFrom(array))) {
                        move(pe, bytes, (target, offset) -> {
                            byte[] got = new byte[bytes + 10];
                            MemorySegment dst =
                                    src.isNative() ? arena.allocate(bytes + 10L) : MemorySegment.ofArray(got);
                            pe.c.put(target, offset, src.asReadOnly(), 5, bytes);
                            pe.c.quiet();
                            pe.c.get(target, offset, dst, 3, bytes);
                            assertEquals(-1, src.asSlice(5, bytes).mismatch(dst.asSlice(3, bytes)));
                            assertEquals(0, dst.get(ValueLayout.JAVA_BYTE, 2), "before what was asked for");
                            assertEquals(0, dst.get(ValueLayout.JAVA_BYTE, bytes + 3), "beyond what was asked for");
                        });
                    }
                }
            }
        });
    }

    @Test
    void copiesBetweenRegionsMoveExactlyTheseBytes() throws Exception {
        everywhere(pe -> {
            long own = room(0) + ROOM / 2; // behind all that is written here
            for (int bytes : new int[] {0, 1, 64, 4097}) {
                byte[] sent = pattern(bytes + 10, pe.me);
                for (int i = 0; i < bytes; i++) pe.c.store(pe.me, own + i, 1, sent[5 + i]);
                move(pe, bytes, (target, offset) -> pe.c.copy(target, offset, pe.me, own, bytes));
            }
        });
    }

    /// How a test moves its bytes.
    @FunctionalInterface
    private interface Move {
        void to(int target, long offset);
    }

    /// Every PE moves `pattern(bytes + 10, me)` from 5 on to every PE, each to its own room at an odd offset.
    private static void move(Pe pe, int bytes, Move move) {
        long lead = 101;
        for (int w = 0; w < pe.npes; w++) pe.fill(room(w) + lead - 8, 8, GUARD);
        for (int w = 0; w < pe.npes; w++) pe.fill(room(w) + lead + bytes, 8, GUARD);
        pe.meet();
        for (int target = 0; target < pe.npes; target++) move.to(target, room(pe.me) + lead);
        pe.meet();
        for (int writer = 0; writer < pe.npes; writer++) {
            int w = writer;
            byte[] got = new byte[bytes];
            pe.c.get(pe.me, room(w) + lead, MemorySegment.ofArray(got), 0, bytes);
            byte[] sent = pattern(bytes + 10, w);
            for (int i = 0; i < bytes; i++) assertEquals(sent[5 + i], got[i], "byte " + i + " from PE " + w);
            pe.assertFilled(room(w) + lead - 8, 8, GUARD, i -> "before the bytes of PE " + w);
            pe.assertFilled(room(w) + lead + bytes, 8, GUARD, i -> "behind the bytes of PE " + w);
        }
        pe.meet();
    }

    @Test
    void overlappingCopiesBehaveAsThroughAnotherBuffer() throws Exception {
        on(1, pe -> {
            for (int shift : new int[] {-64, -1, 1, 64}) {
                for (int i = 0; i < 512; i++) pe.c.store(0, START + 100 + i, 1, i);
                pe.c.copy(0, START + 100 + shift, 0, START + 100, 512);
                for (int i = 0; i < 512; i++) assertEquals((byte) i, pe.c.load(0, START + 100 + shift + i, 1));
            }
        });
    }

    /// The bytes behind the zeroed ones may have any value.
    @Test
    void bytesAreBackedAndTheFirstOfThemZeroed() throws Exception {
        everywhere(pe -> {
            long at = START + 100;
            pe.fill(START, 20_000, GUARD);
            pe.meet();
            pe.t.back(at, 12_345, 6_789);
            pe.meet();
            pe.assertFilled(START, 100, GUARD, i -> "before");
            pe.assertFilled(at, 6_789, 0, i -> "zeroed byte " + i);
            pe.assertFilled(at + 12_345, 7_555, GUARD, i -> "behind");
        });
    }

    @Test
    void addressesNameTheSameBytes() throws Exception {
        everywhere(pe -> {
            long at = START + 8L * pe.me;
            assertEquals(pe.t.address(pe.me, at) + 4, pe.t.address(pe.me, at + 4));
            boolean near = pe.t.reach(pe.next()) != Reach.RMA;
            assertEquals(pe.t.topology().host(pe.me) == pe.t.topology().host(pe.next()), near, "hosts share memory");
            int target = near ? pe.next() : pe.me;
            long address = pe.t.address(target, at);
            Memory.setLong(address, 1000 + pe.me);
            pe.c.quiet();
            assertEquals(1000 + pe.me, pe.c.load(target, at, 8));
            pe.c.store(target, at + 4, 1, 7);
            pe.c.quiet();
            pe.t.direct().touch(target, at, 8, false);
            assertEquals(7, Memory.getByte(address + 4));
            pe.meet();
            for (int writer : new int[] {pe.me, pe.last()}) {
                assertEquals(pe.c.load(pe.me, START + 8L * writer, 1), pe.direct(START + 8L * writer));
            }
        });
    }

    @Test
    void atomicsReturnWhatWasThere() throws Exception {
        everywhere(pe -> {
            long at = START + 16L * pe.me;
            for (int width : List.of(4, 8)) {
                pe.c.store(pe.next(), at, width, -6);
                assertEquals(-6, pe.c.atomic(Atomic.ADD, pe.next(), at, width, 10, 0));
                assertEquals(4, pe.c.atomic(Atomic.SWAP, pe.next(), at, width, 0b1100, 0));
                assertEquals(0b1100, pe.c.atomic(Atomic.AND, pe.next(), at, width, 0b0110, 0));
                assertEquals(0b0100, pe.c.atomic(Atomic.OR, pe.next(), at, width, 0b0011, 0));
                assertEquals(0b0111, pe.c.atomic(Atomic.XOR, pe.next(), at, width, -1, 0));
                assertEquals(~0b0111, pe.c.atomic(Atomic.COMPARE_SWAP, pe.next(), at, width, 5, 4));
                assertEquals(~0b0111, pe.c.atomic(Atomic.COMPARE_SWAP, pe.next(), at, width, 5, ~0b0111));
                assertEquals(5, pe.c.load(pe.next(), at, width));
            }
            pe.c.store(pe.next(), at, 8, -1);
            pe.c.atomic(Atomic.ADD, pe.next(), at, 4, 1, 0);
            assertEquals(-1L << 32, pe.c.load(pe.next(), at, 8), "a carry must not leave the word");
        });
    }

    @Test
    void contendedAtomicsLoseNothing() throws Exception {
        int rounds = 500;
        everywhere(pe -> {
            BitSet seen = new BitSet();
            for (int i = 0; i < rounds; i++) {
                seen.set((int) pe.c.atomic(Atomic.ADD, 0, START, 8, 1, 0));
                pe.c.atomic(Atomic.ADD, 0, START + 8, 4, 1, 0);
                pe.c.atomic(Atomic.ADD, 0, START + 12, 4, -1, 0);
                pe.c.atomic(i % 2 == 0 ? Atomic.OR : Atomic.XOR, 0, START + 16, 8, 1L << pe.me, 0);
                pe.c.atomic(Atomic.AND, 0, START + 24, 8, ~(1L << pe.me), 0);
                pe.c.update(Atomic.ADD, 0, START + 32, 4, 1);
                pe.c.update(i % 2 == 0 ? Atomic.OR : Atomic.XOR, 0, START + 40, 8, 1L << pe.me);
                long old = pe.c.load(0, START + 48, 8);
                for (long now; (now = pe.c.atomic(Atomic.COMPARE_SWAP, 0, START + 48, 8, old + 1, old)) != old; )
                    old = now;
            }
            assertEquals(rounds, seen.cardinality(), "each fetched value once");
            long[] mine = seen.toLongArray();
            for (int i = 0; i < mine.length; i++) pe.c.atomic(Atomic.XOR, 0, START + 64 + 8L * i, 8, mine[i], 0);
            pe.meet();
            if (pe.me > 0) return;
            assertEquals((long) rounds * pe.npes, pe.c.load(0, START, 8));
            assertEquals((long) rounds * pe.npes, pe.c.load(0, START + 8, 4));
            assertEquals((long) -rounds * pe.npes, pe.c.load(0, START + 12, 4));
            assertEquals(0, pe.c.load(0, START + 16, 8) | pe.c.load(0, START + 40, 8));
            assertEquals((long) rounds * pe.npes, pe.c.load(0, START + 32, 4));
            assertEquals((long) rounds * pe.npes, pe.c.load(0, START + 48, 8));
            BitSet all = new BitSet();
            all.set(0, rounds * pe.npes);
            long[] want = all.toLongArray();
            long[] got = new long[want.length];
            pe.c.get(0, START + 64, MemorySegment.ofArray(got), 0, 8L * got.length);
            assertArrayEquals(want, got, "every value fetched by exactly one PE");
        });
    }
}
