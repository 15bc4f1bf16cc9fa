// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Test of waits on many words: PE 0 waits until its partner has written the last of them, and answers by one word.
public record Waits(String name) implements Test.Paired {
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
    public void run(Bench b) {
        SymLongs words = b.sh.longs(MOST + 64);
        SymLongs answer = b.sh.longs(1);
        int me = b.sh.myPe();
        var pair = new Pairs(b.sh.nPes(), 1, 0);
        int pe = pair.partner(me);
        long[] round = new long[1];
        int[] found = new int[MOST];
        for (Kind kind : Kind.values()) {
            for (int count = 1; count <= MOST; count <<= 2) {
                int n = count;
                Case c = Case.collective(name, kind.name().toLowerCase(java.util.Locale.ROOT), "auto")
                        .bytes(n)
                        .hops(2)
                        .latency()
                        .reportedBy(pair::isOrigin);
                words.local().fill((byte) 0);
                answer.set(0, 0);
                round[0] = 0;
                b.sh.barrierAll();
                b.measure(
                        c,
                        me == 0
                                ? k -> waits(kind, words, answer, n, found, round, pe, k)
                                : pair.isActive(me) ? k -> writes(kind, words, answer, n, round, pe, k) : Batch.IDLE);
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
