// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.cache;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Tests of single cache lines after Ramos and Hoefler (HPDC 2013).
///
/// They are: N lines to the partner and back, n readers of a line that has just been written, n PEs that add to one
/// line.
public record CacheLines(String name, Kind kind) implements Test {
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
    public void run(Bench b) {
        SymLongs lines = b.sh.longs((MOST_LINES + 2L) * WORDS);
        b.floors.of(this, Floors.Kind.PING_PONG); // the transfer of one line
        switch (kind) {
            case PING_PONG -> rallies(b, lines);
            case READERS -> readers(b, lines);
            case ADDS -> adds(b, lines);
        }
        lines.free();
    }

    private void rallies(Bench b, SymLongs lines) {
        var rally = new Rally(b, lines);
        var pair = new Pairs(b.sh.nPes(), 1, 0);
        int me = b.sh.myPe();
        for (int n = 1; n <= MOST_LINES; n <<= 1) {
            int count = n;
            Case c = Case.pairs(name, "round-trip", Access.PUTGET, pair, (long) n * LINE)
                    .hops(2)
                    .moves(2L * n * LINE);
            Batch mine = !pair.isActive(me)
                    ? Batch.IDLE
                    : pair.isOrigin(me)
                            ? k -> rally.begin(count, pair.partner(me), k)
                            : k -> rally.answer(count, pair.partner(me), k);
            b.measure(c, mine);
        }
    }

    private static List<Integer> counts(int last) {
        var counts = new ArrayList<Integer>();
        for (int n = 1; n <= last; n <<= 1) counts.add(n);
        return counts;
    }

    private void readers(Bench b, SymLongs lines) {
        int me = b.sh.myPe();
        for (int n : counts(b.sh.nPes() - 1)) {
            Case c = Case.collective(name, n + (n == 1 ? " reader" : " readers"), "putget")
                    .bytes(LINE)
                    .reportedBy(pe -> pe >= 1 && pe <= n);
            b.measureStaged(c, () -> read(b, lines, me >= 1 && me <= n));
        }
    }

    private void adds(Bench b, SymLongs lines) {
        int me = b.sh.myPe();
        for (int n : counts(b.sh.nPes())) {
            Case c = Case.collective(name, n + (n == 1 ? " PE" : " PEs"), "putget")
                    .bytes(LINE)
                    .reportedBy(pe -> pe < n);
            b.measure(c, me < n ? k -> add(lines, k) : Batch.IDLE);
        }
    }

    private static long read(Bench b, SymLongs lines, boolean reads) {
        if (b.isFirst()) lines.p(0, lines.get(0) + 1, 0);
        b.sh.barrierAll();
        if (!reads) {
            b.sh.barrierAll();
            return 0;
        }
        long start = b.sh.nanoTime();
        long seen = lines.g(0, 0);
        VarHandle.fullFence(); // the load is complete before the second reading of the clock
        long took = b.sh.nanoTime() - start;
        b.sh.barrierAll();
        if (seen == Long.MIN_VALUE) throw new AssertionError("the line was never written");
        return took;
    }

    private static void add(SymLongs lines, int n) {
        long sum = 0; // an atomic whose value is not used would be compiled to another instruction
        for (int i = 0; i < n; i++) sum += lines.fetchAdd(0, 1, 0);
        Bench.used(sum);
    }

    /// Sends N lines to the partner and receives N lines back; the last line announces that all lines are
    /// there.
    private static final class Rally {
        private final Bench b;
        private final SymLongs lines;
        private long round;

        Rally(Bench b, SymLongs lines) {
            this.b = b;
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
            b.sh.fence();
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
