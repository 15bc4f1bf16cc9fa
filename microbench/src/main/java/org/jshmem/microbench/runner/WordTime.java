// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.report.Where;

/// The time that a word takes from PE 0 to PE 1: tens of nanoseconds between near cores, hundreds between far ones.
/// It is measured before and after a run, because it tells where the PEs ran.
public final class WordTime {
    private static final int ROUNDS = 20;
    private static final int ROUND_TRIPS = 2_000;

    private WordTime() {}

    /// The fastest way in nanoseconds; 0 where it says nothing. Collective.
    public static double oneWay(Shmem sh, Where where, boolean check) {
        if (sh.nPes() < 2 || check || where.virtual() || where.oversubscribed()) return 0;
        SymLongs word = sh.longs(1);
        double best = Double.MAX_VALUE;
        int me = sh.myPe();
        for (int round = 0; round < ROUNDS; round++) {
            word.set(0, 0);
            sh.barrierAll();
            long start = sh.nanoTime();
            for (int i = 1; i <= ROUND_TRIPS && me < 2; i++) {
                if (me == 0) word.p(0, i, 1);
                word.waitUntil(0, Cmp.GE, i);
                if (me == 1) word.p(0, i, 0);
            }
            best = Math.min(best, (sh.nanoTime() - start) / (2.0 * ROUND_TRIPS));
            sh.barrierAll();
        }
        word.free();
        return best;
    }
}
