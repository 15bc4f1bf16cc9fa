// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymBytes;

/// Sums an array of more than 2^31 elements in place, by each of the reduction algorithms that its arguments name.
public final class LongReduce {
    private static final long BEYOND = 1L << 31;
    private static final long COUNT = BEYOND + 4099;
    private static final long[] PLACES = {0, 4097, BEYOND - 1, BEYOND, COUNT - 1};

    private LongReduce() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymBytes x = sh.bytes(COUNT);
            int n = sh.nPes();
            for (String algorithm : a) {
                for (long at : PLACES) x.set(at, (byte) (sh.myPe() + at % 7));
                sh.world().algorithm(Collective.REDUCE, algorithm);
                sh.world().reduce(Op.SUM, x, x, COUNT);
                for (long at : PLACES) {
                    expect(algorithm, at, n * (n - 1) / 2 + n * (int) (at % 7), x.get(at));
                    if (at + 2 < COUNT) expect(algorithm, at + 2, 0, x.get(at + 2));
                }
                sh.barrierAll();
            }
            if (sh.myPe() == 0) System.out.println("summed " + COUNT + " bytes by " + String.join(", ", a));
        });
    }

    private static void expect(String algorithm, long at, int expected, int found) {
        if (expected != found) throw new AssertionError(algorithm + " at " + at + ": " + found + ", not " + expected);
    }
}
