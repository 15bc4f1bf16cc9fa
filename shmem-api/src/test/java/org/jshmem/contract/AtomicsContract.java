// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.Ctx;
import org.jshmem.CyclicLongs;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymLongs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Atomic memory operations. [EveryNameContract] has each of them, and [MemoryContract] many at once on one word.
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
            d.p(0, -0.0, pe);
            sh.quiet();
            assertEquals(Double.doubleToRawLongBits(-0.0), Double.doubleToRawLongBits(d.g(0, pe)));
        });
    }
}
