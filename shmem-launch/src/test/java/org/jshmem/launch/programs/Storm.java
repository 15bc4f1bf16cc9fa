// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.SplittableRandom;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Each PE stores blocks of random lengths up to 256 KiB to its part of each other PE's memory, gets them back, and
/// counts by atomics. PE 0 prints `done`. The argument is the number of rounds.
public final class Storm {
    private static final int LENGTH = 32 << 10;

    private Storm() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe();
            int n = sh.nPes();
            SymLongs box = sh.longs((long) n * LENGTH).named("box");
            SymLongs count = sh.longs(1).named("count");
            var random = new SplittableRandom(me);
            long[] data = new long[LENGTH];
            long sent = 0;
            int rounds = Integer.parseInt(a[0]);
            for (int round = 0; round < rounds; round++) {
                int to = random.nextInt(n);
                int length = random.nextInt(4) == 0 ? LENGTH : 1 + random.nextInt(300);
                for (int k = 0; k < length; k++) data[k] = (long) me << 40 | (long) round << 20 | k;
                long at = (long) me * LENGTH;
                if (random.nextBoolean()) box.put(at, data, 0, length, to);
                else box.putNbi(at, data, 0, length, to);
                count.inc(0, to);
                if (random.nextInt(3) > 0) sh.quiet();
                else box.p(at, data[0], to);
                sent++;
                sh.quiet();
                long[] back = new long[length];
                if (random.nextBoolean()) box.get(at, back, 0, length, to);
                else {
                    box.getNbi(at, back, 0, length, to);
                    sh.quiet();
                }
                for (int k = 0; k < length; k++) check(data[k], back[k]);
            }
            sh.barrierAll();
            long all = sh.world().reduce(org.jshmem.Op.SUM, count.get(0));
            check(sh.world().reduce(org.jshmem.Op.SUM, sent), all);
            if (me == 0) System.out.println("done");
        });
    }

    private static void check(long expected, long found) {
        if (found != expected) {
            throw new AssertionError(Long.toHexString(found) + " is not " + Long.toHexString(expected));
        }
    }
}
