// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Op;
import org.jshmem.collective.ElementType;
import org.jshmem.collective.Group;
import org.jshmem.collective.Operation;
import org.jshmem.collective.Reductions;
import org.jshmem.collective.Selection;
import org.jshmem.collective.SystemLayout;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every backend's collectives have to do. A backend says how to run PEs; the rest is the same for all.
@Timeout(60)
public abstract class CollectiveContract {
    /// Symmetric bytes behind the system area that the tests use.
    protected static final long HEAP = 8 << 20;

    /// One PE of a test; its world slot is prepared on every PE before it runs.
    @FunctionalInterface
    public interface Body {
        /// Runs with this PE's transport.
        void run(Transport transport) throws Exception;
    }

    /// Runs `body` on `npes` PEs with regions of `regionBytes`, each after `Group.prepare` of the world slot, and
    /// throws
    /// what one of them threw.
    protected abstract void run(int npes, long regionBytes, Body body) throws Exception;

    /// What one PE of a group does.
    @FunctionalInterface
    protected interface Member {
        /// Runs with the world group and the offset of the heap.
        void run(Group world, long heap) throws Exception;
    }

    /// Runs `member` on `npes` PEs.
    protected final void world(int npes, Member member) throws Exception {
        long system = SystemLayout.bytes(npes);
        run(npes, system + HEAP, t -> member.run(Group.world(t, Watch.NONE), system));
    }

    @Test
    void syncReleasesNobodyBeforeTheLastArrives() throws Exception {
        for (int npes : List.of(1, 2, 3, 5, 8)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport();
                for (int round = 1; round <= 200; round++) {
                    t.store(t.pe(), heap, 8, round);
                    g.sync(Operation.SYNC);
                    for (int pe = 0; pe < npes; pe++) assertTrue(t.load(pe, heap, 8) >= round, "PE " + pe + " late");
                    g.sync(Operation.SYNC);
                }
            });
        }
    }

    private static String thrownBy(Runnable call) {
        try {
            call.run();
        } catch (CollectiveMismatchException e) {
            return e.getMessage();
        }
        return "nothing was thrown";
    }

    @Test
    void differentCallsThrowOnEveryMember() throws Exception {
        for (int npes : List.of(2, 3, 5)) {
            world(npes, (g, heap) -> {
                g.sync(Operation.SYNC);
                Operation mine = g.me() == npes - 1 ? Operation.FINALIZE : Operation.BARRIER;
                String text = thrownBy(() -> {
                    g.sync(mine);
                    g.sync(Operation.SYNC);
                });
                assertTrue(text.contains("call 2 of the world team is"), text);
                assertTrue(text.contains("finalize() on PE " + (npes - 1)), text);
                assertTrue(text.contains("barrier() on PE "), text);
                assertTrue(text.startsWith("PE " + g.me() + "/" + npes + ": "), text);
                assertEquals(text, thrownBy(() -> g.sync(Operation.SYNC)), "the team has failed for good");
            });
        }
    }

    @Test
    void differentArgumentsThrowOnEveryMember() throws Exception {
        world(3, (g, heap) -> {
            String text = thrownBy(() -> {
                g.sync(Operation.ALLOCATE, g.me() == 1 ? 4096 : 8192, 8, 0);
                g.sync(Operation.SYNC);
            });
            assertTrue(text.contains("allocate(bytes=4096, align=8) on PE 1"), text);
            assertTrue(text.contains("allocate(bytes=8192, align=8) on PE"), text);
        });
    }

    private static final List<Integer> PES = List.of(1, 2, 3, 5, 7, 8);
    private static final List<Integer> COUNTS = List.of(0, 1, 7, 65, 1023, 20_011);

    /// Whole numbers that no operation rounds, different for each PE and index.
    private static long value(ElementType type, Op op, int pe, int i) {
        long v = (pe * 31L + i * 7L) % 11 - 4;
        if (op == Op.PROD) v = v > 0 ? 1 : v == -4 ? 2 : -1;
        return Cells.of(type, v);
    }

    private static long[] values(ElementType type, Op op, int pe, int n) {
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) bits[i] = value(type, op, pe, i);
        return bits;
    }

    private static long[] reduced(ElementType type, Op op, int npes, int n) {
        long[] bits = values(type, op, 0, n);
        for (int pe = 1; pe < npes; pe++) {
            for (int i = 0; i < n; i++) bits[i] = Cells.combine(op, type, bits[i], value(type, op, pe, i));
        }
        return bits;
    }

    private static void checkReduce(Group g, long heap, Op op, ElementType type, int n, boolean inPlace, String what) {
        Transport t = g.transport();
        long src = heap + 64;
        long dst = inPlace ? src : heap + (HEAP / 2);
        long[] mine = values(type, op, g.me(), n);
        Cells.write(t, src, type, mine);
        if (!inPlace) Cells.write(t, dst, type, new long[n + 1]);
        Reductions.reduce(g, op, type, dst, src, n);
        assertArrayEquals(reduced(type, op, g.size(), n), Cells.read(t, dst, type, n), what);
        if (inPlace) return;
        assertArrayEquals(mine, Cells.read(t, src, type, n), what + ": the source has changed");
        assertArrayEquals(
                new long[1], Cells.read(t, dst + (long) n * type.bytes(), type, 1), what + ": beyond the end");
    }

    @Test
    void everyReductionAlgorithmGivesTheSequentialResult() throws Exception {
        for (int npes : PES) {
            world(npes, (g, heap) -> {
                for (Access access : List.of(Access.PUTGET, Access.PTR)) {
                    g.access(Collective.REDUCE, access);
                    for (String name : names(Collective.REDUCE)) {
                        g.algorithm(Collective.REDUCE, name);
                        for (int n : COUNTS) {
                            String what = "%s/%s of %d longs on %d PEs".formatted(name, access, n, npes);
                            checkReduce(g, heap, Op.SUM, ElementType.LONG, n, false, what);
                            checkReduce(g, heap, Op.SUM, ElementType.LONG, n, true, what + " in place");
                            checkReduce(g, heap, Op.SUM, ElementType.DOUBLE, n, n % 2 == 0, what + " (doubles)");
                        }
                    }
                }
            });
        }
    }

    @Test
    void everyOperatorOnEveryTypeGivesTheSequentialResult() throws Exception {
        for (int npes : List.of(2, 3, 5)) {
            world(npes, (g, heap) -> {
                for (String name : names(Collective.REDUCE)) {
                    g.algorithm(Collective.REDUCE, name);
                    for (ElementType type : ElementType.values()) {
                        for (Op op : Op.values()) {
                            if (type.floating() && op.compareTo(Op.XOR) <= 0) continue;
                            for (int n : List.of(3, 131)) {
                                checkReduce(g, heap, op, type, n, false, "%s %s of %d %s".formatted(name, op, n, type));
                            }
                        }
                    }
                }
            });
        }
    }

    @Test
    void sumsOfDoublesHaveTheSameBitsOnEveryPeAndInEveryRun() throws Exception {
        for (int npes : List.of(3, 7)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport();
                int n = 1000;
                Random random = new Random(g.me());
                Cells.write(
                        t,
                        heap,
                        ElementType.DOUBLE,
                        random.doubles(n).mapToLong(Double::doubleToRawLongBits).toArray());
                for (String name : names(Collective.REDUCE)) {
                    g.algorithm(Collective.REDUCE, name);
                    long[] first = null;
                    for (int run = 0; run < 3; run++) {
                        Reductions.reduce(g, Op.SUM, ElementType.DOUBLE, heap + 8192, heap, n);
                        long[] bits = Cells.read(t, heap + 8192, ElementType.DOUBLE, n);
                        if (first == null) first = bits;
                        assertArrayEquals(first, bits, name + " differs from run to run");
                        Reductions.reduce(g, Op.MAX, ElementType.LONG, heap + 16384, heap + 8192, n);
                        assertArrayEquals(
                                bits,
                                Cells.read(t, heap + 16384, ElementType.LONG, n),
                                name + " differs from PE to PE");
                        g.sync(Operation.SYNC);
                    }
                }
            });
        }
    }

    @Test
    void valuesAreReducedWithoutSymmetricArrays() throws Exception {
        for (int npes : PES) {
            world(npes, (g, heap) -> {
                for (String name : names(Collective.REDUCE)) {
                    g.algorithm(Collective.REDUCE, name);
                    for (int round = 0; round < 20; round++) {
                        assertEquals(
                                npes * (npes + 1L) / 2 + (long) npes * round,
                                Reductions.reduce(g, Op.SUM, g.me() + 1L + round));
                        assertEquals(0.5 * (npes - 1), Reductions.reduce(g, Op.MAX, g.me() * 0.5));
                    }
                }
            });
        }
    }

    private static List<String> names(Collective collective) {
        return Selection.of(collective).rows().stream().map(Selection.Row::name).toList();
    }

    @Test
    void bitwiseOperatorsOnFloatsAreRefused() throws Exception {
        world(2, (g, heap) -> {
            var e = assertThrows(IllegalArgumentException.class, () -> Reductions.reduce(g, Op.XOR, 1.0));
            assertEquals("XOR of doubles does not exist; use it with integers, or MAX, MIN, SUM, PROD", e.getMessage());
        });
    }

    @Test
    void unknownAlgorithmsAreRefusedWithTheKnownOnes() throws Exception {
        world(1, (g, heap) -> {
            var e = assertThrows(IllegalArgumentException.class, () -> g.algorithm(Collective.REDUCE, "fast"));
            assertTrue(
                    e.getMessage().startsWith("no algorithm 'fast' for REDUCE; known are auto, flat, rd, "),
                    e.getMessage());
        });
    }
}
