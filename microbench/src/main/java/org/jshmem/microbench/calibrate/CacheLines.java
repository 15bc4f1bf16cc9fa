// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Benchmark.Plain;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of single cache lines after Ramos and Hoefler (HPDC 2013).
///
/// They are: N lines to the partner and back, n readers of a line that has just been written, n PEs that add to one
/// line.
public final class CacheLines {
    public static final List<Benchmark> ALL = List.of(
            new Plain(
                    "cache-lines",
                    true,
                    "n bytes of lines to the partner and n bytes back, one way",
                    CacheLines::rallies),
            new Plain(
                    "cache-readers",
                    false,
                    "n PEs read a line that PE 0 has just written, at once; one reader's time",
                    CacheLines::readers),
            new Plain("cache-adds", false, "n PEs add to one line at once; time of one add", CacheLines::adds));

    private static final int LINE = CacheStates.LINE;
    private static final int WORDS = LINE / Long.BYTES;
    private static final int MOST_LINES = 64;
    private static final long ANNOUNCED = (MOST_LINES + 1L) * WORDS; // one line for every count

    private CacheLines() {}

    private static void rallies(Runner r) {
        SymLongs lines = r.sh.longs((MOST_LINES + 2L) * WORDS);
        long[] round = new long[1];
        var pair = new Pairs(r.sh.nPes(), 1);
        int me = r.sh.myPe();
        int pe = pair.partner(me);
        boolean answers = !pair.isOrigin(me);
        for (int count : counts(MOST_LINES)) {
            Row row = Runner.roundTrip("cache-lines", "round-trip", Access.PUTGET, pair, (long) count * LINE);
            Operation mine = n -> {
                for (int i = 0; i < n; i++) {
                    long k = ++round[0];
                    if (answers) take(lines, count, k);
                    send(r.sh, lines, count, k, pe);
                    if (!answers) take(lines, count, k);
                }
            };
            r.measure(row, pair.isActive(me) ? mine : Operation.NONE);
        }
        lines.free();
    }

    /// Writes lines to the partner; the last one announces that all are there.
    private static void send(Shmem sh, SymLongs lines, int count, long round, int pe) {
        for (int k = 0; k < count - 1; k++) lines.p((long) k * WORDS, round, pe);
        sh.fence();
        lines.p(ANNOUNCED, round, pe);
    }

    private static void take(SymLongs lines, int count, long round) {
        lines.waitUntil(ANNOUNCED, Cmp.GE, round);
        for (int k = 0; k < count - 1; k++)
            if (lines.get((long) k * WORDS) < round)
                throw new AssertionError("a line came after the one that announced it");
    }

    private static List<Integer> counts(int last) {
        var counts = new ArrayList<Integer>();
        for (int n = 1; n <= last; n <<= 1) counts.add(n);
        return counts;
    }

    private static void readers(Runner r) {
        SymLongs lines = r.sh.longs(WORDS);
        int me = r.sh.myPe();
        for (int n : counts(r.sh.nPes() - 1)) {
            Row row = Row.of("cache-readers", n + (n == 1 ? " reader" : " readers"), "putget")
                    .bytes(LINE);
            r.measureEach(row, () -> read(r, lines, me >= 1 && me <= n));
        }
        lines.free();
    }

    private static void adds(Runner r) {
        SymLongs lines = r.sh.longs(WORDS);
        int me = r.sh.myPe();
        for (int n : counts(r.sh.nPes())) {
            Row row = Row.of("cache-adds", n + (n == 1 ? " PE" : " PEs"), "putget")
                    .bytes(LINE);
            r.measure(row, me < n ? k -> add(lines, k) : Operation.NONE);
        }
        lines.free();
    }

    private static long read(Runner r, SymLongs lines, boolean reads) {
        if (r.isFirst()) lines.p(0, lines.get(0) + 1, 0);
        r.sh.barrierAll();
        if (!reads) {
            r.sh.barrierAll();
            return -1;
        }
        long start = r.sh.nanoTime();
        long seen = lines.g(0, 0);
        VarHandle.fullFence(); // the load is complete before the second reading of the clock
        long took = r.sh.nanoTime() - start;
        r.sh.barrierAll();
        if (seen == Long.MIN_VALUE) throw new AssertionError("the line was never written");
        return took;
    }

    private static void add(SymLongs lines, int n) {
        long sum = 0; // an atomic whose value is not used would be compiled to another instruction
        for (int i = 0; i < n; i++) sum += lines.fetchAdd(0, 1, 0);
        Runner.used(sum);
    }
}
