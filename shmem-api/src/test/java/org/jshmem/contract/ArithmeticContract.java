// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.algorithm.Scans;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// Collectives that combine elements.
public abstract class ArithmeticContract extends MovementContract {
    /// Whole numbers that no operation rounds, different for each PE and index.
    static long value(ElementType type, Op op, int pe, int i) {
        long v = (pe * 31L + i * 7L) % 11 - 4;
        if (op == Op.PROD) v = v > 0 ? 1 : v == -4 ? 2 : -1;
        return Cells.of(type, v);
    }

    static long[] values(ElementType type, Op op, int pe, int n) {
        long[] bits = new long[n];
        for (int i = 0; i < n; i++) bits[i] = value(type, op, pe, i);
        return bits;
    }

    static long[] reduced(ElementType type, Op op, int npes, int n) {
        long[] bits = values(type, op, 0, n);
        for (int pe = 1; pe < npes; pe++) {
            for (int i = 0; i < n; i++) bits[i] = Cells.combine(op, type, bits[i], value(type, op, pe, i));
        }
        return bits;
    }

    static void checkReduce(Group g, long heap, Op op, ElementType type, int n, boolean inPlace, String what) {
        long src = heap + 64;
        checkReduce(g, op, type, inPlace ? src : heap + (HEAP / 2), src, n, what);
    }

    static void checkReduce(Group g, Op op, ElementType type, long dst, long src, int n, String what) {
        Transport t = g.transport;
        boolean inPlace = dst == src;
        long[] mine = values(type, op, g.me, n);
        Cells.write(t, src, type, mine);
        if (!inPlace) Cells.write(t, dst, type, new long[n + 1]);
        Reductions.reduce(g, op, type, dst, src, n);
        assertArrayEquals(reduced(type, op, g.size, n), Cells.read(t, dst, type, n), what);
        if (inPlace) return;
        assertArrayEquals(mine, Cells.read(t, src, type, n), what + ": the source has changed");
        assertArrayEquals(new long[1], Cells.read(t, dst + (long) n * type.bytes, type, 1), what + ": beyond the end");
    }

    @Test
    void everyReductionAlgorithmGivesTheSequentialResult() throws Exception {
        for (int npes : counts()) {
            world(npes, (g, heap) -> {
                for (Access access : List.of(Access.PUTGET, Access.PTR)) {
                    g.access(Collective.REDUCE, access);
                    for (String name : names(Collective.REDUCE)) {
                        choose(g, Collective.REDUCE, name);
                        for (int n : COUNTS) {
                            if (!tries(
                                    npes,
                                    access.ordinal(),
                                    names(Collective.REDUCE).indexOf(name),
                                    COUNTS.indexOf(n))) continue;
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
    void anyCountAnywhereOnAnyNumberOfPesGivesTheSequentialResult() throws Exception {
        long seed = Long.getLong("reduce.seed", 20_130_617);
        Random npes = new Random(seed);
        for (int job = 0; job < Samples.of(5, 12); job++) {
            long jobSeed = npes.nextLong();
            world(1 + npes.nextInt(11), (g, heap) -> {
                Random same = new Random(jobSeed); // the same choices on every PE
                for (int call = 0; call < 120; call++) {
                    ElementType type = ElementType.values()[same.nextInt(ElementType.values().length)];
                    Op op = Op.values()[same.nextInt(Op.values().length)];
                    if (type.floating() && op.compareTo(Op.XOR) <= 0) op = Op.MIN;
                    String name = names(Collective.REDUCE)
                            .get(same.nextInt(names(Collective.REDUCE).size()));
                    Access access = same.nextBoolean() ? Access.PTR : Access.PUTGET;
                    choose(g, Collective.REDUCE, name);
                    g.access(Collective.REDUCE, access);
                    int n = same.nextInt(1 << same.nextInt(15));
                    long src = heap + (long) same.nextInt(100) * type.bytes; // seldom at a line's begin
                    long dst = same.nextInt(3) == 0 ? src : heap + HEAP / 2 + (long) same.nextInt(100) * type.bytes;
                    checkReduce(
                            g,
                            op,
                            type,
                            dst,
                            src,
                            n,
                            "-Dreduce.seed=%d: call %d, %s/%s %s of %d %s on %d PEs"
                                    .formatted(seed, call, name, access, op, n, type, g.size));
                }
            });
        }
    }

    /// Those that combine in the order of the members, on any number of hosts.
    private static final Set<String> LOOPS = Set.of("flat", "tiled", "bruck");

    @Test
    void sumsOfDoublesHaveTheSameBitsOnEveryPeAndInEveryRun() throws Exception {
        for (int npes : List.of(3, 7)) {
            world(npes, (g, heap) -> {
                Transport t = g.transport;
                int n = 1000;
                Random random = new Random(g.me);
                Cells.write(
                        t,
                        heap,
                        ElementType.DOUBLE,
                        random.doubles(n).mapToLong(Double::doubleToRawLongBits).toArray());
                long[] loop = loop(npes, n);
                for (String name : names(Collective.REDUCE)) {
                    choose(g, Collective.REDUCE, name);
                    long[] first = LOOPS.contains(name) ? loop : null;
                    for (int run = 0; run < 3; run++) {
                        Reductions.reduce(g, Op.SUM, ElementType.DOUBLE, heap + 8192, heap, n);
                        long[] bits = Cells.read(t, heap + 8192, ElementType.DOUBLE, n);
                        if (first == null) first = bits;
                        assertArrayEquals(first, bits, name + " differs from run to run, or from the loop");
                        Reductions.reduce(g, Op.MAX, ElementType.LONG, heap + 16384, heap + 8192, n);
                        assertArrayEquals(
                                bits,
                                Cells.read(t, heap + 16384, ElementType.LONG, n),
                                name + " differs from PE to PE");
                        g.barrier.sync(Operation.SYNC);
                    }
                }
            });
        }
    }

    /// What a loop over the members gives.
    private static long[] loop(int npes, int n) {
        double[] sum = new Random(0).doubles(n).toArray();
        for (int k = 1; k < npes; k++) {
            double[] more = new Random(k).doubles(n).toArray();
            for (int i = 0; i < n; i++) sum[i] += more[i];
        }
        return DoubleStream.of(sum).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    @Test
    void valuesAreReducedWithoutSymmetricArrays() throws Exception {
        for (int npes : counts()) {
            world(npes, (g, heap) -> {
                for (String name : names(Collective.REDUCE)) {
                    choose(g, Collective.REDUCE, name);
                    for (int round = 0; round < 20; round++) {
                        assertEquals(
                                npes * (npes + 1L) / 2 + (long) npes * round,
                                Reductions.reduce(g, Op.SUM, g.me + 1L + round));
                        long half = Double.doubleToRawLongBits(g.me * 0.5);
                        long largest = Reductions.value(g, Op.MAX, ElementType.DOUBLE, half);
                        assertEquals(0.5 * (npes - 1), Double.longBitsToDouble(largest));
                    }
                }
            });
        }
    }

    static long neutral(ElementType type, Op op) {
        return switch (op) {
            case SUM, OR, XOR -> 0;
            case AND -> -1;
            case PROD -> Cells.of(type, 1);
            case MAX ->
                switch (type) {
                    case FLOAT -> Float.floatToRawIntBits(Float.NEGATIVE_INFINITY);
                    case DOUBLE -> Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY);
                    default -> -1L << (8 * type.bytes - 1);
                };
            case MIN ->
                switch (type) {
                    case FLOAT -> Float.floatToRawIntBits(Float.POSITIVE_INFINITY);
                    case DOUBLE -> Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
                    default -> ~(-1L << (8 * type.bytes - 1));
                };
        };
    }

    static void checkScan(Group g, long heap, Op op, ElementType type, int n, boolean inPlace, String what) {
        Transport t = g.transport;
        long dst = inPlace ? heap : heap + HEAP / 2;
        for (boolean inclusive : new boolean[] {true, false}) {
            int terms = g.me + (inclusive ? 1 : 0);
            long[] expected = new long[n];
            if (terms == 0) Arrays.fill(expected, neutral(type, op));
            else expected = reduced(type, op, terms, n);
            Cells.write(t, heap, type, values(type, op, g.me, n));
            if (!inPlace) Cells.write(t, dst, type, new long[n + 1]);
            if (inclusive) Scans.scan(g, Operation.INSCAN, op, type, dst, heap, n);
            else Scans.scan(g, Operation.EXSCAN, op, type, dst, heap, n);
            assertArrayEquals(expected, Cells.read(t, dst, type, n), what + (inclusive ? " inscan" : " exscan"));
        }
    }

    @Test
    void everyScanAlgorithmGivesTheSequentialPrefix() throws Exception {
        for (int npes : counts()) {
            world(npes, (g, heap) -> {
                for (Access access : List.of(Access.PUTGET, Access.PTR)) {
                    g.access(Collective.SCAN, access);
                    for (String name : names(Collective.SCAN)) {
                        choose(g, Collective.SCAN, name);
                        for (int n : COUNTS) {
                            if (!tries(
                                    npes,
                                    access.ordinal(),
                                    names(Collective.SCAN).indexOf(name),
                                    COUNTS.indexOf(n))) continue;
                            String what = "%s/%s of %d on %d PEs".formatted(name, access, n, npes);
                            checkScan(g, heap, Op.SUM, ElementType.LONG, n, false, what);
                            checkScan(g, heap, Op.SUM, ElementType.DOUBLE, n, true, what + " in place");
                        }
                        for (ElementType type : ElementType.values()) {
                            for (Op op : Op.values()) {
                                if (type.floating() && op.compareTo(Op.XOR) <= 0) continue;
                                if (!tries(names(Collective.SCAN).indexOf(name), type.ordinal(), op.ordinal()))
                                    continue;
                                checkScan(g, heap, op, type, 13, op == Op.MAX, "%s %s %s".formatted(name, op, type));
                            }
                        }
                    }
                }
            });
        }
    }
}
