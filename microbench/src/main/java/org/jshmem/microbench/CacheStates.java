// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.SymLongs;

/// Loads and stores that hit or miss lines in each state of the coherence protocol, and what the paper of Putigny,
/// Ruelle and Goglin (PDSEC 2014) and the one of Ramos and Hoefler (HPDC 2013) measure around single lines: ping-pong
/// of N lines, n readers of a line, n fetch-adds on a line.
record CacheStates() implements CopyTest {
    private static final int LINE = 64;
    private static final int WORDS = LINE / Long.BYTES;
    private static final int MOST_LINES = 64;

    @Override
    public String name() {
        return "cache";
    }

    @Override
    public String about() {
        return "one 8-byte access to each line of a buffer whose lines PE 0 ('hit') or its partner ('miss') holds in the"
                + " named state; one pass over the buffer, MB/s count whole lines";
    }

    /// Each line is an operation of its own to a simulated machine.
    @Override
    public long largest(Surroundings where) {
        return where.simulated() ? 256 << 10 : 4 << 20;
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return Math.max(bytes, (MOST_LINES + 2L) * LINE) + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this).stream()
                .map(n -> Math.max(LINE, n / LINE * LINE))
                .distinct()
                .toList();
        long words = Math.max(sizes.getLast(), (MOST_LINES + 2L) * LINE) / Long.BYTES;
        SymLongs lines = b.sh.longs(words);
        b.floors.of(this, Floors.Kind.PING_PONG); // the transfer of one line
        try (var evictor = new Evictor(b.where.simulated() ? 0 : 2 * Caches.lastLevel())) {
            for (boolean store : new boolean[] {false, true}) {
                for (State state : states(b)) {
                    for (long bytes : sizes) {
                        var stage = new Stage(b, lines, evictor, state, store, bytes / LINE);
                        Case c = Case.collective(name(), state.label(store), b.where.simulated() ? "putget" : "ptr")
                                .bytes(bytes)
                                .moves(bytes)
                                .reportedBy(pe -> pe == 0);
                        b.measureStaged(c, stage::once);
                    }
                }
            }
            around(b, lines);
        }
        lines.free();
    }

    /// What can be set up here: a third PE must hold a line that PE 0 misses in state S, and no simulated line can be
    /// evicted by a program.
    private static List<State> states(Bench b) {
        var all = new ArrayList<State>();
        for (State state : State.values()) {
            if (state == State.MISS_SHARED && (b.sh.nPes() < 4 || b.where.crowded())) continue;
            if (state.evicts() && b.where.simulated()) continue;
            all.add(state);
        }
        return all;
    }

    /// A state of lines, and who holds them in it.
    enum State {
        HIT_MODIFIED,
        HIT_EXCLUSIVE,
        HIT_SHARED,
        MISS_MODIFIED,
        MISS_EXCLUSIVE,
        MISS_SHARED,
        MISS_INVALID;

        String label(boolean store) {
            return (store ? "store-" : "load-")
                    + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        boolean evicts() {
            return this == HIT_EXCLUSIVE || this == MISS_EXCLUSIVE || this == MISS_INVALID;
        }
    }

    private void around(Bench b, SymLongs lines) {
        var rally = new Rally(b, lines);
        var pair = new Pairs(b.sh.nPes(), 1, 0);
        int me = b.sh.myPe();
        for (int n = 1; n <= MOST_LINES; n <<= 1) {
            int count = n;
            Case c = Case.pairs(name(), "pingpong-lines", Access.PUTGET, pair, (long) n * LINE)
                    .hops(2)
                    .moves(2L * n * LINE);
            Batch mine = !pair.isActive(me)
                    ? Batch.IDLE
                    : pair.isOrigin(me)
                            ? k -> rally.begin(count, pair.partner(me), k)
                            : k -> rally.answer(count, pair.partner(me), k);
            b.measure(c, mine);
        }
        var readers = new ArrayList<Integer>();
        for (int n = 1; n < b.sh.nPes(); n <<= 1) readers.add(n);
        for (int n : readers) {
            Case c = Case.collective(name(), "readers-" + n, "putget")
                    .bytes(LINE)
                    .reportedBy(pe -> pe >= 1 && pe <= n);
            b.measureStaged(c, () -> read(b, lines, me >= 1 && me <= n));
        }
        for (int n : readers) {
            Case c = Case.collective(name(), "fetch-adds-" + n, "putget")
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
        VarHandle.fullFence(); // the clock is read when the line is here, not when it is asked for
        long took = b.sh.nanoTime() - start;
        b.sh.barrierAll();
        if (seen == Long.MIN_VALUE) throw new AssertionError("the line was never written");
        return took;
    }

    private static void add(SymLongs lines, int n) {
        for (int i = 0; i < n; i++) lines.fetchAdd(0, 1, 0);
    }

    /// N lines to the partner and N lines back; the last one tells that all are there.
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
            lines.p((long) MOST_LINES * WORDS + WORDS, round, pe); // the same line for every count
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
