// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Ctx;
import org.jshmem.CyclicDoubles;
import org.jshmem.CyclicLongs;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Atomic memory operations. `-Djshmem.seed=N` repeats the random programs.
@Tag(Samples.TAG)
public abstract class AtomicsContract extends ApiContract {

    @Test
    void oneArrayOverAllPesHasTheOperationsOfItsParts() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int me = sh.myPe();
            SymLongs part = sh.longs(5);
            CyclicLongs x = part.slice(1, 3).cyclic();
            assertEquals(3L * n, x.length());
            for (long i = me; i < x.length(); i += n) {
                long at = (i + 1) % x.length(); // of the next PE
                assertEquals((int) (at % n), x.owner(at));
                assertEquals(at / n, x.indexAt(at));
                x.p(at, 100 + at);
            }
            sh.barrierAll();
            for (int k = 0; k < 3; k++) assertEquals(100 + k * n + me, part.get(1 + k));
            assertEquals(0, part.get(0) + part.get(4));
            assertEquals(100 + x.length() - 1, x.g(x.length() - 1));
            sh.barrierAll();
            x.add(n, 5); // on PE 0, from all PEs
            x.inc(n);
            sh.barrierAll();
            assertEquals(100 + n + 6L * n, x.g(n));
            sh.barrierAll();
            long mine = 2L * n + me; // owned by this PE, and updated by it alone
            x.p(mine, 12);
            sh.quiet();
            assertEquals(12, x.fetchAdd(mine, 3));
            assertEquals(15, x.compareSwap(mine, 15, 2));
            assertEquals(2, part.atomicFetch(1 + x.indexAt(mine), x.owner(mine)));
            sh.barrierAll();
            try (Ctx ctx = sh.ctx()) {
                part.on(ctx).cyclic().add(me, 1); // element 0 of this PE's part
                ctx.quiet();
            }
            assertEquals(1, part.get(0));
            SymDoubles d = sh.doubles(2);
            CyclicDoubles y = d.cyclic();
            y.p(n + me, me + 0.5);
            assertEquals(me + 0.5, y.g(n + me));
            assertEquals(me + 0.5, d.get(1));
            refused(sh, BOUNDS, () -> x.g(3L * n), ", cyclic over " + n + " PEs: index " + 3 * n + " is outside its");
            sh.barrierAll();
        });
    }

    @Test
    void floatingPointIsFetchedSetAndSwappedBitForBit() throws Exception {
        run(3, (sh, a) -> {
            SymFloats f = sh.floats(1);
            SymDoubles d = sh.doubles(1);
            int pe = (sh.myPe() + 1) % 3;
            f.atomicSet(0, -0.0f, pe);
            d.atomicSet(0, Double.MIN_VALUE, pe);
            assertEquals(Float.floatToRawIntBits(-0.0f), Float.floatToRawIntBits(f.atomicSwap(0, 1.5f, pe)));
            assertEquals(Double.MIN_VALUE, d.atomicSwap(0, Double.NEGATIVE_INFINITY, pe));
            assertEquals(1.5f, f.atomicFetch(0, pe));
            assertEquals(Double.NEGATIVE_INFINITY, d.atomicFetch(0, pe));
        });
    }

    @Test
    void randomProgramsAgreeWithAModel() throws Exception {
        long seed = Long.getLong("jshmem.seed", 20260707);
        runAll((sh, a) -> new RandomAtomics(sh, sh.ints(RandomAtomics.CONTENDED + sh.nPes()), seed).run());
    }

    @Test
    void operationsOfLongsWithoutWaitingLeaveTheirResultsUntilQuiet() throws Exception {
        runAll((sh, a) -> {
            SymLongs x = sh.longs(2);
            SymLongs was = sh.longs(9);
            int pe = (sh.myPe() + 1) % sh.nPes();
            x.fetchAddNbi(1, 5, pe, was, 0);
            x.fetchIncNbi(1, pe, was, 1);
            x.swapNbi(1, 12, pe, was, 2);
            x.compareSwapNbi(1, 11, 99, pe, was, 3);
            x.compareSwapNbi(1, 12, 0b1100, pe, was, 4);
            x.fetchAndNbi(1, 0b0110, pe, was, 5);
            x.fetchOrNbi(1, 0b0011, pe, was, 6);
            x.fetchXorNbi(1, -1, pe, was, 7);
            x.fetchNbi(1, pe, was, 8);
            sh.quiet();
            long[] expected = {0, 5, 6, 12, 12, 0b1100, 0b0100, 0b0111, ~0b0111L};
            for (int k = 0; k < 9; k++) assertEquals(expected[k], was.get(k), "result " + k);
            sh.barrierAll();
        });
    }
}
