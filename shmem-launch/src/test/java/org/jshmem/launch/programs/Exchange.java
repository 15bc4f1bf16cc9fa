// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// Rounds of puts with a signal, gets, atomics and sums, each of which a PE checks. PE 0 prints `round 1` after the
/// first one, and `done` with the count of all atomics. The argument is the number of rounds.
public final class Exchange {
    private static final int LENGTH = 20_000;

    private Exchange() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int rounds = Integer.parseInt(a[0]);
            int me = sh.myPe();
            int next = (me + 1) % sh.nPes();
            int previous = (me + sh.nPes() - 1) % sh.nPes();
            SymLongs box = sh.longs(LENGTH).named("box");
            SymLongs count = sh.longs(1).named("count");
            Signal full = sh.signal().named("full");
            long[] data = new long[LENGTH];
            for (int round = 1; round <= rounds; round++) {
                Arrays.fill(data, value(me, round));
                box.putSignal(0, data, 0, LENGTH, full, round, SignalOp.SET, next);
                full.waitUntil(Cmp.EQ, round);
                for (int k = 0; k < LENGTH; k++) check(value(previous, round), box.get(k));
                sh.barrierAll();
                box.get(0, data, 0, LENGTH, next);
                for (int k = 0; k < LENGTH; k++) check(value(me, round), data[k]);
                count.fetchAdd(0, 1, 0);
                long pes = sh.nPes();
                check(round * pes * (pes - 1) / 2, sh.world().reduce(Op.SUM, (long) round * me));
                if (me == 0 && round == 1) System.out.println("round 1");
            }
            sh.barrierAll();
            if (me == 0) System.out.println("done " + count.get(0));
        });
    }

    private static long value(int pe, int round) {
        return 1_000_000L * pe + round;
    }

    private static void check(long expected, long found) {
        if (found != expected) throw new AssertionError(found + " is not " + expected);
    }
}
