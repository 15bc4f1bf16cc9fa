// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// The figures that everything stands on, each beside its floor, with the limit it has to keep: single operations,
/// copies, ping-pong, barrier. `bench/foundation` runs it at several PE counts.
record Foundation() implements Test {
    /*
     * Floor and library take turns, and what is told is the median of the ratios: the machine may change its regime
     * between two runs of this program, seldom within a round. The ping-pong of C before and after is the
     * canary for the regime. Single operations are measured twice, before and after the same calls have been made with
     * segments and arrays of every kind, which must not make them slower.
     *
     * What a p costs depends on what this JVM has met before: it looks whether its target sleeps. Where none ever has, a
     * loop of p takes 0.6 ns each; with a target that sleeps elsewhere, as the partner does here, 0.7 to 0.9; where a p
     * has woken somebody, 2.1.
     */
    private static final int WORDS = 1024;
    private static final int FLAG = 512;
    private static final long[] COPIES = {64, 4 << 10, 64 << 10, 1 << 20, 64 << 20};

    @Override
    public String name() {
        return "foundation";
    }

    @Override
    public String about() {
        return "median of " + Verdicts.ROUNDS
                + " rounds, floor and library in turn; PE 0 to the last PE, which waits in a barrier";
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 8 * WORDS;
    }

    @Override
    public void run(Bench b) {
        SymLongs words = b.sh.longs(WORDS);
        var results = new Verdicts(b);
        if (b.sh.nPes() <= 2) {
            if (b.sh.nPes() == 2) results.canary("before");
            operations(b, results, words, "");
            copies(b, results, "");
            pollute(b.sh, words);
            operations(b, results, words, "-polluted");
            copies(b, results, "-polluted");
        }
        if (b.sh.nPes() == 2) pingPong(b, results, words);
        if (b.sh.nPes() >= 2) barrier(b, results);
        if (b.sh.nPes() == 2) results.canary("after");
        words.free();
    }

    private void operations(Bench b, Verdicts results, SymLongs w, String suffix) {
        Shmem sh = b.sh;
        int pe = sh.nPes() - 1;
        results.operation("p" + suffix, "store", "<= 1 ns", 1, n -> {
            for (int i = 0; i < n; i++) w.p(i & (FLAG - 1), i, pe);
        });
        results.operation("p-quiet" + suffix, "store", "<= 8 ns", 8, n -> {
            for (int i = 0; i < n; i++) {
                w.p(i & (FLAG - 1), i, pe);
                sh.quiet();
            }
        });
        results.operation("g" + suffix, "load", "<= 1.5 ns", 1.5, n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += w.g(i & (FLAG - 1), pe);
            if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
        });
        results.ratio("fetchAdd" + suffix, "xadd", 1.15, n -> {
            for (int i = 0; i < n; i++) w.fetchAdd(0, 1, pe);
        });
        results.ratio("compareSwap" + suffix, "cmpxchg", 1.15, n -> {
            long value = w.g(1, pe);
            for (int i = 0; i < n; i++, value++) w.compareSwap(1, value, value + 1, pe);
        });
    }

    private void copies(Bench b, Verdicts results, String suffix) {
        for (long bytes : COPIES) {
            if (bytes + 2 * Buffers.SLACK > b.sh.largestFree()) {
                results.leaveOut(bytes);
                continue;
            }
            int n = (int) (bytes / Long.BYTES);
            int pe = b.sh.nPes() - 1;
            SymLongs far = b.sh.longs(n);
            long[] array = b.isFirst() ? new long[n] : new long[0];
            Arrays.fill(array, 1);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment =
                        arena.allocate(b.isFirst() ? bytes : 0, 4096).fill((byte) 1);
                results.copy("put-array" + suffix, bytes, k -> {
                    for (int i = 0; i < k; i++) far.put(0, array, 0, n, pe);
                });
                results.copy("put-segment" + suffix, bytes, k -> {
                    for (int i = 0; i < k; i++) far.put(0, segment, pe);
                });
                results.copy("get-array" + suffix, bytes, k -> {
                    for (int i = 0; i < k; i++) far.get(0, array, 0, n, pe);
                });
            }
            far.free();
        }
    }

    /// Uses the same calls with every kind of array and segment there is, so that the JIT compiler has seen them all.
    private static void pollute(Shmem sh, SymLongs words) {
        int pe = sh.nPes() - 1;
        try (Arena confined = Arena.ofConfined();
                Arena shared = Arena.ofShared()) {
            MemorySegment[] kinds = {
                confined.allocate(64, 8),
                shared.allocate(64, 8),
                MemorySegment.ofArray(new long[8]),
                MemorySegment.ofArray(new byte[64]).asSlice(0, 64),
                MemorySegment.ofArray(new double[8]),
                words.local().asSlice(0, 64),
                words.ptr(pe).asSlice(64, 64),
            };
            long[] array = new long[8];
            for (int i = 0; i < 40_000; i++) {
                MemorySegment kind = kinds[i % kinds.length];
                words.put(8L * (i & 7), kind, pe);
                words.get(8L * (i & 7), kind, pe);
                words.put(8L * (i & 7), array, 0, 8, pe);
                MemorySegment.copy(kind, 0, kinds[(i + 1) % kinds.length], 0, 64);
                kind.fill((byte) i);
            }
        }
        sh.barrierAll();
    }

    private void pingPong(Bench b, Verdicts results, SymLongs w) {
        int me = b.sh.myPe();
        long[] count = new long[1];
        Batch begin = n -> {
            for (int i = 0; i < n; i++) {
                long k = ++count[0];
                w.p(FLAG, k, 1);
                w.waitUntil(FLAG, Cmp.GE, k);
            }
        };
        Batch answer = n -> {
            for (int i = 0; i < n; i++) {
                long k = ++count[0];
                w.waitUntil(FLAG, Cmp.GE, k);
                w.p(FLAG, k, 0);
            }
        };
        w.set(FLAG, 0);
        b.sh.barrierAll();
        results.beside(
                results.example("p-waitUntil-one-way").hops(2),
                () -> b.floors.fresh(List.of("pingpong")),
                1.2,
                "<= 1.2 x",
                me == 0 ? begin : answer);
    }

    private void barrier(Bench b, Verdicts results) {
        Shmem sh = b.sh;
        int npes = sh.nPes();
        boolean spin = npes <= b.where.cores();
        double limit = switch (npes) {
            case 2 -> 1.3;
            case 4 -> 2_200;
            case 8 -> 5_500;
            case 16 -> 15_000;
            case 64 -> 70_000;
            default -> 0; // no limit was set
        };
        Batch batch = n -> {
            for (int i = 0; i < n; i++) sh.barrierAll();
        };
        b.warmTogether(batch);
        results.beside(
                results.example("barrierAll-" + npes).reportedBy(pe -> true),
                () -> b.floors.fresh(List.of("barrier", Integer.toString(npes), spin ? "spin" : "yield")),
                limit,
                limit == 0 ? "-" : npes == 2 ? "<= 1.3 x" : String.format(Locale.ROOT, "<= %.1f us", limit / 1000),
                batch);
    }
}
