// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

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

    /// Makes a call, in place where the destination is the source, and checks what it leaves in both.
    static void checkCombined(
            Group g, CollectiveCall call, Op op, ElementType type, long dst, long src, int n, String what) {
        Transport t = g.transport;
        int terms = switch (call) {
            case INSCAN -> g.me + 1;
            case EXSCAN -> g.me;
            default -> g.size;
        };
        long[] expected = new long[n];
        Arrays.fill(expected, neutral(type, op));
        if (terms > 0) expected = reduced(type, op, terms, n);
        long[] mine = values(type, op, g.me, n);
        Cells.write(t, src, type, mine);
        if (dst != src) Cells.write(t, dst, type, new long[n + 1]);
        call.call(
                g,
                type,
                dst,
                src,
                CollectiveCall.Arguments.of(g.me, g.size, n, 0).with(op));
        assertArrayEquals(expected, Cells.read(t, dst, type, n), what);
        if (dst == src) return;
        assertArrayEquals(mine, Cells.read(t, src, type, n), what + ": the source has changed");
        assertArrayEquals(new long[1], Cells.read(t, dst + (long) n * type.bytes, type, 1), what + ": beyond the end");
    }

    private static final List<CollectiveCall> CALLS =
            List.of(CollectiveCall.REDUCE, CollectiveCall.REDUCE, CollectiveCall.INSCAN, CollectiveCall.EXSCAN);

    @Test
    void anyCountAnywhereOnAnyNumberOfPesGivesTheSequentialResult() throws Exception {
        long seed = Long.getLong("reduce.seed", 20_130_617);
        Random npes = new Random(seed);
        List<CollectiveCall> calls = CALLS.stream()
                .filter(call -> !names(call.collective()).isEmpty())
                .toList();
        for (int job = 0; job < Samples.of(5, 12); job++) {
            long jobSeed = npes.nextLong();
            world(1 + npes.nextInt(11), (g, heap) -> {
                Random same = new Random(jobSeed); // the same choices on every PE
                for (int call = 0; call < 120; call++) {
                    ElementType type = ElementType.values()[same.nextInt(ElementType.values().length)];
                    Op op = Op.values()[same.nextInt(Op.values().length)];
                    if (type.floating() && op.compareTo(Op.XOR) <= 0) op = Op.MIN;
                    CollectiveCall made = calls.get(same.nextInt(calls.size()));
                    List<String> names = names(made.collective());
                    String name = names.get(same.nextInt(names.size()));
                    Access access = same.nextBoolean() ? Access.PTR : Access.PUTGET;
                    choose(g, made.collective(), name);
                    g.access(made.collective(), access);
                    int n = same.nextInt(1 << same.nextInt(15));
                    long src = heap + (long) same.nextInt(100) * type.bytes; // seldom at a line's begin
                    long dst = same.nextInt(3) == 0 ? src : heap + HEAP / 2 + (long) same.nextInt(100) * type.bytes;
                    String what = "-Dreduce.seed=%d: call %d, %s by %s/%s, %s of %d %s on %d PEs"
                            .formatted(seed, call, made, name, access, op, n, type, g.size);
                    checkCombined(g, made, op, type, dst, src, n, what);
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
}
