// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of single cache lines after Ramos and Hoefler (HPDC 2013).
///
/// They are: N lines to the partner and back, n readers of a line that has just been written, n PEs that add to one
/// line.
public record CacheLines(String name, Kind kind) implements Benchmark {
    private static final int LINE = CacheStates.LINE;
    private static final int WORDS = LINE / Long.BYTES;
    private static final int MOST_LINES = 64;

    public enum Kind {
        PING_PONG,
        READERS,
        ADDS
    }

    @Override
    public String about() {
        return switch (kind) {
            case PING_PONG -> "n bytes of lines to the partner and n bytes back, one way";
            case READERS -> "n PEs read a line that PE 0 has just written, at once; one reader's time";
            case ADDS -> "n PEs add to one line at once; time of one add";
        };
    }

    @Override
    public boolean paired() {
        return kind == Kind.PING_PONG;
    }

    @Override
    public void run(Runner r) {
        SymLongs lines = r.sh.longs((MOST_LINES + 2L) * WORDS);
        // the transfer of one line
        switch (kind) {
            case PING_PONG -> rallies(r, lines);
            case READERS -> readers(r, lines);
            case ADDS -> adds(r, lines);
        }
        lines.free();
    }

    private void rallies(Runner r, SymLongs lines) {
        var rally = new Rally(r, lines);
        var pair = new Pairs(r.sh.nPes(), 1);
        int me = r.sh.myPe();
        for (int n = 1; n <= MOST_LINES; n <<= 1) {
            int count = n;
            Row row = Runner.row(name, "round-trip", Access.PUTGET, pair, (long) n * LINE)
                    .per(2)
                    .moved(2L * n * LINE);
            Operation mine = !pair.isActive(me)
                    ? Operation.NONE
                    : pair.isOrigin(me)
                            ? k -> rally.begin(count, pair.partner(me), k)
                            : k -> rally.answer(count, pair.partner(me), k);
            r.measure(row, mine);
        }
    }

    private static List<Integer> counts(int last) {
        var counts = new ArrayList<Integer>();
        for (int n = 1; n <= last; n <<= 1) counts.add(n);
        return counts;
    }

    private void readers(Runner r, SymLongs lines) {
        int me = r.sh.myPe();
        for (int n : counts(r.sh.nPes() - 1)) {
            Row row = Row.of(name, n + (n == 1 ? " reader" : " readers"), "putget")
                    .bytes(LINE);
            r.measureEach(row, () -> read(r, lines, me >= 1 && me <= n));
        }
    }

    private void adds(Runner r, SymLongs lines) {
        int me = r.sh.myPe();
        for (int n : counts(r.sh.nPes())) {
            Row row = Row.of(name, n + (n == 1 ? " PE" : " PEs"), "putget").bytes(LINE);
            r.measure(row, me < n ? k -> add(lines, k) : Operation.NONE);
        }
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

    /// Sends N lines to the partner and receives N lines back; the last line announces that all lines are
    /// there.
    private static final class Rally {
        private final Runner r;
        private final SymLongs lines;
        private long round;

        Rally(Runner r, SymLongs lines) {
            this.r = r;
            this.lines = lines;
        }

        void begin(int count, int pe, int n) {
            for (int i = 0; i < n; i++) {
                round++;
                send(count, pe);
                take(count);
            }
        }

        void answer(int count, int pe, int n) {
            for (int i = 0; i < n; i++) {
                round++;
                take(count);
                send(count, pe);
            }
        }

        private void send(int count, int pe) {
            int last = (count - 1) * WORDS;
            for (int at = 0; at < last; at += WORDS) lines.p(at, round, pe);
            r.sh.fence();
            lines.p((long) MOST_LINES * WORDS + WORDS, round, pe); // one line for every count
        }

        private void take(int count) {
            lines.waitUntil((long) MOST_LINES * WORDS + WORDS, Cmp.GE, round);
            int last = (count - 1) * WORDS;
            for (int at = 0; at < last; at += WORDS) {
                if (lines.get(at) < round) throw new AssertionError("a line came after the one that announced it");
            }
        }
    }
}
