// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymInts;

/// Random atomics: words that all PEs change by operations that commute, and words that one PE has for itself.
final class RandomAtomics {
    private static final int STEPS = 12;
    static final int CONTENDED = 5;

    private final Shmem sh;
    private final long seed;
    private final SymInts words;
    private final int[][] model;

    RandomAtomics(Shmem sh, SymInts words, long seed) {
        this.seed = seed;
        this.sh = sh;
        this.words = words;
        this.model = new int[sh.nPes()][(int) words.length()];
    }

    /// The rounds of a program. Each PE replays the calls of all PEs, so a program for many PEs is short.
    static int rounds(Shmem sh) {
        return Math.clamp(240 / sh.nPes(), 2, 30);
    }

    void run() {
        SplittableRandom root = new SplittableRandom(seed);
        SymInts arrived = sh.ints(1);
        for (int round = 1; round <= rounds(sh); round++) {
            for (int writer = 0; writer < sh.nPes(); writer++) change(root.split(), writer);
            sh.quiet();
            for (int pe = 0; pe < sh.nPes(); pe++) arrived.inc(0, pe);
            arrived.waitUntil(0, Cmp.GE, (long) round * sh.nPes());
            String where = "PE %d/%d, seed %d, round %d".formatted(sh.myPe(), sh.nPes(), seed, round);
            for (int i = 0; i < words.length(); i++) {
                for (int pe = 0; pe < sh.nPes(); pe++) {
                    assertEquals(model[pe][i], words.atomicFetch(i, pe), where + ", word " + i + " of PE " + pe);
                }
            }
            sh.syncAll();
        }
    }

    private void change(SplittableRandom random, int writer) {
        boolean me = writer == sh.myPe();
        for (int step = 0; step < STEPS; step++) {
            int pe = random.nextInt(sh.nPes());
            int v = random.nextInt();
            int way = random.nextInt(CONTENDED + 6);
            int i = way < CONTENDED ? way : CONTENDED + writer;
            int old = model[pe][i];
            model[pe][i] = switch (way) {
                case 0, 5 -> old + v;
                case 1 -> old + 1;
                case 2, 6 -> old & v;
                case 3, 7 -> old | v;
                case 4, 8 -> old ^ v;
                default -> v;
            };
            if (me) apply(way, i, v, old, pe);
        }
    }

    private void apply(int way, int i, int v, int old, int pe) {
        switch (way) {
            case 0 -> words.add(i, v, pe);
            case 1 -> words.inc(i, pe);
            case 2 -> words.and(i, v, pe);
            case 3 -> words.or(i, v, pe);
            case 4 -> words.xor(i, v, pe);
            case 5 -> assertEquals(old, words.fetchAdd(i, v, pe));
            case 6 -> assertEquals(old, words.fetchAnd(i, v, pe));
            case 7 -> assertEquals(old, words.fetchOr(i, v, pe));
            case 8 -> assertEquals(old, words.fetchXor(i, v, pe));
            case 9 -> assertEquals(old, words.atomicSwap(i, v, pe));
            default -> {
                assertEquals(old, words.compareSwap(i, old ^ 1, v + 1, pe));
                assertEquals(old, words.compareSwap(i, old, v, pe));
            }
        }
    }
}
