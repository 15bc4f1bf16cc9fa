// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Benchmark.Plain;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Benchmarks of single cache lines after Ramos and Hoefler (HPDC 2013).
public final class CacheLines {
    public static final List<Benchmark> ALL = List.of(
            new Plain(
                    "cache-chain",
                    true,
                    "PE 0 loads each line of 8 MiB of its partner, in random order, each load after the one before;"
                            + " time of a line",
                    CacheLines::chain),
            new Plain(
                    "cache-readers",
                    false,
                    "n PEs read a line that PE 0 has just written, at once; one reader's time",
                    CacheLines::readers));
    private static final int WORDS = CacheStates.LINE / Long.BYTES;
    private static final int CHAIN = (8 << 20) / CacheStates.LINE;

    private CacheLines() {}

    private static void chain(Runner r) {
        if (!r.direct || r.where.virtual()) return; // a simulated load through a segment is free until declared
        SymLongs lines = r.sh.longs((long) CHAIN * WORDS);
        int[] next = IntStream.range(0, CHAIN).toArray();
        var random = new Random(1);
        for (int k = CHAIN - 1; k > 0; k--) { // Sattolo's shuffle makes a single cycle
            int other = random.nextInt(k);
            int held = next[k];
            next[k] = next[other];
            next[other] = held;
        }
        for (int k = 0; k < CHAIN; k++) lines.set((long) k * WORDS, (long) next[k] * CacheStates.LINE);
        r.sh.barrierAll();
        MemorySegment there = lines.ptr(new Pairs(r.sh.nPes(), 1).partner(r.sh.myPe()));
        Operation loads = n -> {
            long at = 0;
            for (int i = 0; i < n; i++) for (int k = 0; k < CHAIN; k++) at = there.get(ValueLayout.JAVA_LONG, at);
            if (at < 0) throw new AssertionError("a chain that leaves its buffer");
        };
        Row row = Row.of("cache-chain", "random", "ptr").bytes((long) CHAIN * CacheStates.LINE);
        r.measure(row.per(CHAIN), r.isFirst() ? loads : Operation.NONE);
        lines.free();
    }

    private static void readers(Runner r) {
        SymLongs line = r.sh.longs(WORDS);
        int me = r.sh.myPe();
        for (int n = 1; n < r.sh.nPes(); n <<= 1) {
            int most = n;
            Row row = Row.of("cache-readers", n + (n == 1 ? " reader" : " readers"), "putget");
            r.measureEach(row.bytes(CacheStates.LINE), () -> read(r, line, me >= 1 && me <= most));
        }
        line.free();
    }

    private static long read(Runner r, SymLongs line, boolean reads) {
        if (r.isFirst()) line.p(0, line.get(0) + 1, 0);
        r.sh.barrierAll();
        if (!reads) return -1;
        long start = r.sh.nanoTime();
        Runner.used(line.g(0, 0));
        VarHandle.fullFence(); // the load is complete before the second reading of the clock
        return r.sh.nanoTime() - start;
    }
}
