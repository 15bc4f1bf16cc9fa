// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Where;

/// Benchmark of loads or stores that hit or miss lines in each state of the coherence protocol, over sizes.
///
/// It is the first microbenchmark of Putigny, Ruelle and Goglin (PDSEC 2014). Equal times for 'shared' and 'owned'
/// mean that the machine has no state O.
public record CacheStates(String name, boolean store) implements Benchmark.Copied {
    public static final int LINE = 64;

    private static final int WORDS = LINE / Long.BYTES;

    /// The largest cache that is swept for each sample.
    private static final long MOST_SWEPT = 64 << 20;

    @Override
    public String about() {
        return "one 8-byte " + (store ? "store" : "load") + " to each line of a buffer whose lines PE 0 ('hit') or its"
                + " partner ('miss') holds in the named state; one pass over the buffer, MB/s count whole lines";
    }

    /// A simulated machine carries out one operation for each line, hence the smaller size.
    @Override
    public long largest(Where where) {
        return where.virtual() ? 256 << 10 : 4 << 20;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, LINE);
        SymLongs lines = r.sh.longs(sizes.getLast() / Long.BYTES);
        try (var arena = Arena.ofConfined()) {
            boolean evicts = pes(r).contains(r.sh.myPe()) && !r.where.virtual() && !r.options.check;
            long swept = evicts ? 2 * CacheSizes.lastLevel() : LINE; // more than the caches hold
            MemorySegment ballast = arena.allocate(swept, LINE).fill((byte) 0);
            for (State state : State.values()) {
                if (!state.isPossible(r)) continue;
                for (long bytes : sizes) {
                    Row row = Row.of(name, state.label(), r.where.virtual() ? "putget" : "ptr")
                            .bytes(bytes)
                            .moved(bytes);
                    r.measureEach(row, () -> once(r, lines, ballast, state, bytes / LINE));
                }
            }
        }
        lines.free();
    }

    /// Brings the lines into the state, then lets PE 0 access each line once. All PEs take part in the steps; a
    /// barrier ends each step. Returns the nanoseconds on PE 0, and -1 elsewhere.
    private long once(Runner r, SymLongs lines, MemorySegment ballast, State state, long count) {
        MemorySegment buffer = r.where.virtual() ? null : lines.ptr(0);
        for (String step : state.steps) {
            if (r.sh.myPe() == pes(r).get(step.charAt(1) - '0')) {
                switch (step.charAt(0)) {
                    case 'w' -> writeAll(r, lines, buffer, count);
                    case 'r' -> readAll(lines, buffer, count);
                    default -> readAll(lines, ballast, ballast.byteSize() / LINE);
                }
            }
            r.sh.barrierAll();
        }
        if (!r.isFirst()) return -1;
        long start = r.sh.nanoTime();
        if (store) writeAll(r, lines, buffer, count);
        else readAll(lines, buffer, count);
        VarHandle.fullFence(); // the last access is complete before the second reading of the clock
        return r.sh.nanoTime() - start;
    }

    /// PE 0, its partner, and a third PE.
    private static List<Integer> pes(Runner r) {
        int partner = r.sh.nPes() / 2;
        return List.of(0, partner, partner + 1);
    }

    private static void writeAll(Runner r, SymLongs lines, MemorySegment buffer, long count) {
        if (buffer == null) {
            for (long line = 0; line < count; line++) lines.p(line * WORDS, line, 0);
            r.sh.quiet();
            return;
        }
        for (long line = 0; line < count; line++) buffer.setAtIndex(ValueLayout.JAVA_LONG, line * WORDS, line);
    }

    private static void readAll(SymLongs lines, MemorySegment buffer, long count) {
        long sum = 0;
        if (buffer == null) {
            for (long line = 0; line < count; line++) sum += lines.g(line * WORDS, 0);
        } else {
            for (long line = 0; line < count; line++) sum += buffer.getAtIndex(ValueLayout.JAVA_LONG, line * WORDS);
        }
        Runner.used(sum);
    }

    /// A state of lines, and whether PE 0 (`HIT`) or its partner (`MISS`) holds them.
    ///
    /// Its steps bring the lines into the state: `w`rite, `r`ead or `e`vict, by PE 0, by its partner (1), or by a
    /// third PE (2).
    private enum State {
        HIT_MODIFIED("w0"),
        HIT_EXCLUSIVE("w0 e0 r0"),
        HIT_SHARED("w1 r0"),
        HIT_OWNED("w0 r1"),
        MISS_MODIFIED("w1"),
        MISS_EXCLUSIVE("w1 e1 r1"),
        MISS_SHARED("w2 r1 e2"),
        MISS_OWNED("w1 r2"),
        MISS_INVALID("w0 e0");

        final List<String> steps;

        State(String steps) {
            this.steps = List.of(steps.split(" "));
        }

        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /// Whether this job can set it up. A third PE needs a core, a program cannot evict a simulated line, and a
        /// large cache takes long to sweep.
        boolean isPossible(Runner r) {
            boolean third = steps.stream().anyMatch(step -> step.endsWith("2"));
            boolean evicts = steps.stream().anyMatch(step -> step.startsWith("e"));
            if (third && (r.sh.nPes() < 4 || r.where.oversubscribed())) return false;
            return !evicts || !r.where.virtual() && CacheSizes.lastLevel() <= MOST_SWEPT;
        }
    }
}
