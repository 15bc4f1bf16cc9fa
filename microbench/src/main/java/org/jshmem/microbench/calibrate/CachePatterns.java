// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Where;

/// Test that reads a buffer of the partner line by line: by one PE, and by all PEs at once.
///
/// The orders are: forward, backward, with a stride of a page, and a chain in random order. Each line holds the offset
/// of the next one.
public record CachePatterns(String name) implements Benchmark.Copied {
    private static final int WORDS = CacheStates.LINE / Long.BYTES;
    private static final int PAGE_LINES = 4096 / CacheStates.LINE;

    enum Pattern {
        FORWARD,
        BACKWARD,
        PAGES,
        CHAIN
    }

    @Override
    public String about() {
        return "one load of each line of n bytes, in the named order, of the partner's buffer that is written by"
                + " no PE; time of a line. By PE 0 alone, and by all PEs at once";
    }

    @Override
    public long largest(Where where) {
        return where.virtual() ? 64 << 10 : 16 << 20;
    }

    @Override
    public boolean direct() {
        return true;
    }

    @Override
    public void run(Runner r) {
        if (r.where.virtual())
            return; // a simulated load through a segment is free until declared; cache-load measures the declared ones
        List<Long> sizes = r.sizes(this, CacheStates.LINE);
        SymLongs lines = r.sh.longs(sizes.getLast() / Long.BYTES);
        MemorySegment there = lines.ptr(new Pairs(r.sh.nPes(), 1).partner(r.sh.myPe()));
        for (Pattern pattern : Pattern.values()) {
            for (boolean all : new boolean[] {false, true}) {
                String variant = pattern.name().toLowerCase(java.util.Locale.ROOT) + (all ? ", all PEs" : ", 1 PE");
                boolean works = all || r.isFirst();
                for (long bytes : sizes) {
                    int count = (int) (bytes / CacheStates.LINE);
                    chain(lines, pattern, count);
                    r.sh.barrierAll();
                    r.measure(
                            Row.of(name, variant, "ptr")
                                    .bytes(bytes)
                                    .moved(bytes)
                                    .per(count),
                            works ? n -> follow(there, count, n) : Operation.NONE);
                }
            }
        }
        lines.free();
    }

    /// Links the lines: each holds the offset of the next, so that patterns differ in their order alone. The
    /// random order is a single cycle (Sattolo's shuffle).
    private static void chain(SymLongs lines, Pattern pattern, int count) {
        int[] order = IntStream.range(0, count).toArray();
        int pages = count / PAGE_LINES;
        var random = new Random(1);
        for (int k = count - 1; k >= 0; k--) {
            switch (pattern) {
                case FORWARD -> {}
                case BACKWARD -> order[k] = count - 1 - k;
                case PAGES -> order[k] = k < pages * PAGE_LINES ? k % pages * PAGE_LINES + k / pages : k;
                case CHAIN -> {
                    int other = k == 0 ? 0 : random.nextInt(k);
                    int held = order[k];
                    order[k] = order[other];
                    order[other] = held;
                }
            }
        }
        for (int k = 0; k < count; k++)
            lines.set((long) order[k] * WORDS, (long) order[(k + 1) % count] * CacheStates.LINE);
    }

    private static void follow(MemorySegment there, int count, int n) {
        long at = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < count; k++) at = there.get(ValueLayout.JAVA_LONG, at);
        }
        if (at < 0) throw new AssertionError("a chain that leaves its buffer");
    }
}
