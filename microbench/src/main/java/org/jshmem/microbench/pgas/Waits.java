// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// waits on many words: PE 0 waits until its partner has written the last of them, and answers by one word.
public record Waits(String name) implements Benchmark.Paired {
    private static final int MOST = 1024;

    @Override
    public String about() {
        return "PE 0 waits for any, all or some of n words, of which its partner writes the last; there and back by"
                + " one word, half of it; 'bytes' is the number of words";
    }

    private enum Kind {
        ANY,
        ALL,
        SOME
    }

    @Override
    public void run(Runner r) {
        SymLongs words = r.sh.longs(MOST + 64);
        SymLongs answer = r.sh.longs(1);
        int me = r.sh.myPe();
        var pair = new Pairs(r.sh.nPes(), 1);
        int pe = pair.partner(me);
        long[] round = new long[1];
        int[] found = new int[MOST];
        for (Kind kind : Kind.values()) {
            for (int count = 1; count <= MOST; count <<= 2) {
                int n = count;
                Row row = Row.of(name, kind.name().toLowerCase(java.util.Locale.ROOT), "auto")
                        .bytes(n)
                        .per(2);
                words.local().fill((byte) 0);
                answer.set(0, 0);
                round[0] = 0;
                r.sh.barrierAll();
                Operation waits = k -> waits(kind, words, answer, n, found, round, pe, k);
                Operation writes = k -> writes(kind, words, answer, n, round, pe, k);
                r.measure(row, me == 0 ? waits : pair.isActive(me) ? writes : Operation.NONE);
            }
        }
        answer.free();
        words.free();
    }

    private static void waits(
            Kind kind, SymLongs words, SymLongs answer, int n, int[] found, long[] round, int pe, int times) {
        for (int i = 0; i < times; i++) {
            long k = ++round[0];
            switch (kind) {
                case ANY -> words.waitUntilAny(0, n, null, Cmp.GE, k);
                case ALL -> words.waitUntilAll(0, n, null, Cmp.GE, k);
                case SOME -> words.waitUntilSome(0, n, found, null, Cmp.GE, k);
            }
            answer.p(0, k, pe);
        }
    }

    /// Writes the last word; for a wait on all words the others before it.
    private static void writes(Kind kind, SymLongs words, SymLongs answer, int n, long[] round, int pe, int times) {
        for (int i = 0; i < times; i++) {
            long k = ++round[0];
            if (kind == Kind.ALL) for (int w = 0; w < n - 1; w++) words.p(w, k, pe);
            words.p(n - 1, k, pe);
            answer.waitUntil(0, Cmp.GE, k);
        }
    }
}
