// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Reach;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Everything that [Transport] promises. A backend says how to run PEs ([TransportRuns#run]); the rest is the same for
/// all.
@Tag(Samples.TAG)
public abstract class TransportContract extends MemoryContract {
    private static final int INTERRUPTS = 300_000;
    private static final Wait.Reason IN_A_TEST = _ -> "in a test";
    private static final long FLAG = START;
    private static final long DATA = START + 4096;
    private static final int ROUNDS = 100;
    private static final long SHORT_NANOS = 20_000_000;
    private static final long PATIENCE_NANOS = 100_000_000_000L;

    /// Waits for a word of this PE until the deadline.
    private static boolean await(Transport t, long offset, int width, Cmp cmp, long value, long deadline) {
        return new WordWait(IN_A_TEST, t, offset, width, cmp, value, 0, deadline, false).await();
    }

    private static Wait until(long deadline, BooleanSupplier condition) {
        return new Wait(IN_A_TEST, condition, deadline, false);
    }

    private static long patience(Transport t) {
        return t.nanoTime() + PATIENCE_NANOS;
    }

    // order

    @Test
    void whatTellsAPeOfDataComesAfterThem() throws Exception {
        everywhere(pe -> {
            inRing(pe, round -> pe.c.signal(pe.next(), FLAG, round));
            inRing(pe, round -> {
                MemorySegment again = MemorySegment.ofArray(new long[] {round});
                pe.c.putSignal(pe.next(), DATA, again, 0, 8, FLAG, round);
            });
            inRing(pe, round -> {
                pe.c.fence();
                pe.c.store(pe.next(), FLAG, 8, round);
            });
            inRing(pe, round -> pe.c.atomic(Atomic.SWAP, pe.next(), FLAG, 8, round, 0));
        });
    }

    @Test
    void releaseLetsAThirdPeRelyOnASignal() throws Exception {
        everywhere(pe -> {
            int third = (pe.me + 2) % pe.npes;
            for (long round = 1; round <= ROUNDS; round++) {
                pe.c.store(third, DATA + 8L * pe.me, 8, round); // seen there by a signal of the PE between
                pe.c.release();
                pe.c.signal(pe.next(), FLAG, round);
                assertTrue(await(pe.t, FLAG, 8, Cmp.EQ, round, patience(pe.t)));
                pe.c.signal(pe.next(), FLAG + 64, round);
                assertTrue(await(pe.t, FLAG + 64, 8, Cmp.EQ, round, patience(pe.t)));
                int author = (pe.me + 2 * pe.npes - 2) % pe.npes;
                assertEquals(round, pe.c.load(pe.me, DATA + 8L * author, 8), "not released to all");
                pe.meet();
            }
        });
    }

    @Test
    void nonBlockingFormsAreCompleteAfterQuiet() throws Exception {
        everywhere(pe -> {
            for (long round = 1; round <= ROUNDS; round++) {
                long[] out = {round, -round};
                long[] in = new long[2];
                pe.c.putNbi(pe.next(), DATA, MemorySegment.ofArray(out), 0, 16);
                pe.c.store(pe.me, DATA + 128, 8, round);
                pe.c.copyNbi(pe.next(), DATA + 64, pe.me, DATA + 128, 8);
                pe.c.update(Atomic.ADD, pe.next(), DATA + 72, 8, 1);
                pe.c.quiet();
                pe.c.getNbi(pe.next(), DATA, MemorySegment.ofArray(in), 0, 16);
                pe.c.copyNbi(pe.me, DATA + 192, pe.next(), DATA + 64, 16);
                pe.c.quiet();
                assertArrayEquals(out, in);
                assertEquals(round, pe.c.load(pe.me, DATA + 192, 8));
                assertEquals(round, pe.c.load(pe.me, DATA + 200, 8));
                pe.meet();
            }
        });
    }

    @Test
    void aQuietOfOneChannelIsEnoughForIt() throws Exception {
        everywhere(pe -> {
            Channel other = pe.t.open();
            for (long round = 1; round <= ROUNDS; round++) {
                other.store(pe.next(), DATA, 8, round);
                pe.c.store(pe.next(), DATA + 8, 8, round);
                other.quiet(pe.next());
                assertEquals(round, other.load(pe.next(), DATA, 8));
                pe.c.signal(pe.next(), FLAG, round);
                assertTrue(await(pe.t, FLAG, 8, Cmp.EQ, round, patience(pe.t)));
                assertEquals(round, pe.c.load(pe.me, DATA + 8, 8));
                pe.meet();
            }
            other.store(pe.next(), DATA + 16, 8, 5);
            other.close();
            assertEquals(5, pe.c.load(pe.next(), DATA + 16, 8), "close completes");
        });
    }

    /// What tells the next PE that a round's data are there.
    @FunctionalInterface
    private interface Tell {
        void round(long round);
    }

    /// Every PE puts data to the next one in every way there is, tells it, and checks what it got itself.
    private static void inRing(Pe pe, Tell tell) {
        Transport t = pe.t;
        long[] out = new long[32];
        long[] in = new long[32];
        for (long round = 1; round <= ROUNDS; round++) {
            Arrays.fill(out, round);
            t.channel().put(pe.next(), DATA, MemorySegment.ofArray(out), 0, 256);
            t.channel().store(pe.next(), DATA + 256, 4, round);
            if (t.reach(pe.next()) == Reach.RMA) t.channel().store(pe.next(), DATA + 264, 8, round);
            else Memory.setLong(t.address(pe.next(), DATA + 264), round);
            tell.round(round);
            assertTrue(await(t, FLAG, 8, Cmp.EQ, round, patience(t)), "the word never came");
            t.channel().get(pe.me, DATA, MemorySegment.ofArray(in), 0, 256);
            for (long word : in) assertEquals(round, word, "data older than their flag");
            assertEquals(round, t.channel().load(pe.me, DATA + 256, 4));
            assertEquals(round, t.channel().load(pe.me, DATA + 264, 8));
            pe.meet(); // nobody may overwrite what another is still reading
        }
    }

    @Test
    void quietCompletesPutsForThirdPes() throws Exception {
        everywhere(pe -> {
            int third = (pe.me + 2) % pe.npes;
            int author = (pe.me + 2 * pe.npes - 2) % pe.npes;
            for (long round = 1; round <= ROUNDS; round++) {
                pe.c.store(pe.next(), DATA + 8L * pe.me, 8, round);
                pe.c.quiet();
                pe.c.store(third, FLAG, 8, round);
                assertTrue(await(pe.t, FLAG, 8, Cmp.EQ, round, patience(pe.t)));
                assertEquals(round, pe.c.load((author + 1) % pe.npes, DATA + 8L * author, 8), "not complete");
                pe.meet();
            }
        });
    }

    @Test
    void quietForbidsThatBothPesMissTheOthersStore() throws Exception {
        on(2, pe -> {
            for (long round = 1; round <= 2_000; round++) {
                pe.c.store(1 - pe.me, FLAG, 8, round);
                pe.c.quiet();
                long seen = pe.c.load(pe.me, FLAG, 8);
                pe.c.store(0, DATA + 8L * pe.me, 8, seen);
                pe.meet();
                long a = pe.c.load(0, DATA, 8);
                long b = pe.c.load(0, DATA + 8, 8);
                assertTrue(a == round || b == round, "round " + round + ": both missed the other's store");
                pe.meet();
            }
        });
    }

    // waiting

    @Test
    void awaitHoldsForEachComparisonAndWidth() throws Exception {
        everywhere(pe -> {
            for (int width : List.of(2, 4, 8)) {
                for (Cmp cmp : Cmp.values()) {
                    long value = -5;
                    long before = cmp == Cmp.NE ? -5 : cmp == Cmp.LT || cmp == Cmp.LE ? 100 : -100;
                    long after = switch (cmp) {
                        case EQ, GE, LE -> -5;
                        case NE, GT -> 3;
                        case LT -> -6;
                    };
                    pe.c.store(pe.me, FLAG, width, before);
                    pe.meet();
                    pe.c.store(pe.next(), FLAG, width, after);
                    assertTrue(await(pe.t, FLAG, width, cmp, value, patience(pe.t)), cmp + " width " + width);
                    assertEquals(after, pe.c.load(pe.me, FLAG, width));
                    pe.meet();
                }
            }
        });
    }

    @Test
    void aWaitComparesDistancesFromItsOriginAndHasTheWord() throws Exception {
        everywhere(pe -> {
            // unsigned: -1 is the greatest word, and the least signed one is above the greatest
            awaits(pe, Cmp.GE, 1, Long.MIN_VALUE, 0, -1);
            awaits(pe, Cmp.LT, -5, Long.MIN_VALUE, -1, 7);
            awaits(pe, Cmp.GT, Long.MAX_VALUE, Long.MIN_VALUE, 3, Long.MIN_VALUE);
            // a word that wraps around: the least signed word comes after the greatest
            awaits(pe, Cmp.GE, Long.MIN_VALUE + 2, Long.MIN_VALUE + 2, Long.MAX_VALUE, Long.MIN_VALUE + 3);
            pe.c.store(pe.me, FLAG, 8, -1);
            assertEquals(-1, seen(pe.t, Cmp.LE, 3, Long.MIN_VALUE, pe.t.nanoTime() - 1));
        });
    }

    private static void awaits(Pe pe, Cmp cmp, long value, long origin, long before, long after) {
        pe.c.store(pe.me, FLAG, 8, before);
        pe.meet();
        pe.c.store(pe.next(), FLAG, 8, after);
        assertEquals(after, seen(pe.t, cmp, value, origin, patience(pe.t)));
        pe.meet();
    }

    private static long seen(Transport t, Cmp cmp, long value, long origin, long deadline) {
        var wait = new WordWait(IN_A_TEST, t, FLAG, 8, cmp, value, origin, deadline, false);
        wait.await();
        return wait.seen();
    }

    @Test
    void everyWayToChangeAWordEndsAWait() throws Exception {
        everywhere(pe -> {
            Transport t = pe.t;
            List<Tell> ways = List.of(
                    v -> t.channel().store(pe.next(), FLAG, 8, v),
                    v -> t.channel().put(pe.next(), FLAG, MemorySegment.ofArray(new long[] {v}), 0, 8),
                    v -> {
                        t.channel().store(pe.me, DATA, 8, v);
                        t.channel().copy(pe.next(), FLAG, pe.me, DATA, 8);
                    },
                    v -> t.channel().atomic(Atomic.ADD, pe.next(), FLAG, 8, 1, 0),
                    v -> t.channel().signal(pe.next(), FLAG, v));
            for (int way = 0; way < ways.size(); way++) {
                boolean early = pe.me == 0;
                if (early) {
                    t.sleep(SHORT_NANOS); // the next PE has long gone to sleep by now
                    ways.get(way).round(way + 1);
                }
                assertTrue(await(t, FLAG, 8, Cmp.EQ, way + 1, patience(t)), "slept through way " + way);
                if (!early) ways.get(way).round(way + 1);
                pe.meet();
            }
        });
    }

    @Test
    void aWaitSeesEachWordOfItsRange() throws Exception {
        everywhere(pe -> {
            int words = 20;
            for (int k = 0; k < words; k++) {
                long at = FLAG + 8L * k;
                pe.c.store(pe.next(), at, 8, 1);
                boolean came = pe.t.await(FLAG, 8L * words, until(patience(pe.t), () -> pe.c.load(pe.me, at, 8) == 1));
                assertTrue(came, "word " + k);
                pe.meet();
            }
        });
    }

    /// An interrupt may come at any moment of a check of the wait.
    @Test
    void manyInterruptsEndNoWaitThatNoneEnds() throws Exception {
        on(2, pe -> {
            if (pe.t.virtualTime()) return; // its threads are the simulator's own
            Thread me = Thread.currentThread();
            Thread other = Thread.ofPlatform().start(() -> {
                for (int k = 0; k < INTERRUPTS; k++) me.interrupt();
                pe.c.signal(pe.me, FLAG, 1);
            });
            try {
                assertTrue(new WordWait(IN_A_TEST, pe.t, FLAG, Cmp.EQ, 1).await());
                other.join();
            } catch (InterruptedException e) {
                other.join(); // the flag was set
            }
            Thread.interrupted();
        });
    }

    // the end

    @Test
    @Tag(ENDS_JOB)
    void aFailureEndsEveryWaitAndNamesThePe() throws Exception {
        for (int npes : npes())
            onUntilTheEnd(npes, pe -> {
                if (pe.me == pe.npes - 1) {
                    whileTheOthersWait(pe);
                    Throwable end = assertThrows(
                            Throwable.class,
                            () -> pe.t.abort(7, new IllegalStateException("a failure made for a test")));
                    assertFalse(end instanceof AssertionError, "abort returned");
                } else {
                    arrive(pe, pe.npes - 1);
                    assertPeerFailed(pe, () -> new WordWait(IN_A_TEST, pe.t, FLAG, Cmp.EQ, 1).await());
                    assertPeerFailed(pe, () -> pe.t.await(FLAG, 64, until(Long.MAX_VALUE, () -> false)));
                }
            });
    }

    /// Returns when all others are past the meeting that a scene begins with, and about to wait or waiting.
    private static void whileTheOthersWait(Pe pe) {
        assertTrue(await(pe.t, FLAG + 64, 8, Cmp.EQ, pe.npes - 1, patience(pe.t)));
        pe.t.sleep(SHORT_NANOS);
    }

    private static void arrive(Pe pe, int at) {
        pe.c.update(Atomic.ADD, at, FLAG + 64, 8, 1);
        pe.c.quiet();
    }

    private static void assertPeerFailed(Pe pe, Runnable wait) {
        var e = assertThrows(PeerFailedException.class, wait::run);
        assertEquals(pe.npes - 1, e.pe(), e.getMessage());
        assertEquals(7, e.status(), e.getMessage());
        assertTrue(e.getMessage().startsWith("PE %d/%d: ".formatted(pe.me, pe.npes)), e.getMessage());
    }

    @Test
    @Tag(ENDS_JOB)
    void aGlobalExitEndsEveryWait() throws Exception {
        for (int npes : npes())
            onUntilTheEnd(npes, pe -> {
                JobEnd end = assertThrows(JobEnd.class, () -> {
                    if (pe.me == 0) {
                        whileTheOthersWait(pe);
                        throw pe.t.abort(3, null);
                    }
                    arrive(pe, 0);
                    new WordWait(IN_A_TEST, pe.t, FLAG, Cmp.EQ, 1).await();
                });
                assertEquals(3, end.status());
                assertEquals(0, end.pe());
            });
    }
}
