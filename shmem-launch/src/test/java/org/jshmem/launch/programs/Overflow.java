// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// PEs recur to the end of their stacks with a put to the other PE in each sixteenth frame, as many times as
/// the argument says, and use the job afterwards. PE 0 prints `done`. A put needs more stack than sixteen
/// frames, so that each overflow is one of a put, and the frames differ from time to time, so that all depths
/// are met.
public final class Overflow {
    private Overflow() {}

    private static void recur(SymLongs word, int pe, long depth) {
        if (depth % 16 == 0) word.p(0, depth, pe);
        if (depth < Long.MAX_VALUE) recur(word, pe, depth + 1);
    }

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int me = sh.myPe();
            int other = (me + 1) % sh.nPes();
            SymLongs word = sh.longs(1).named("word");
            SymLongs count = sh.longs(1).named("count");
            int times = Integer.parseInt(a[0]);
            for (int k = 0; k < times; k++) {
                try {
                    recur(word, other, k % 16);
                } catch (StackOverflowError e) {
                    count.inc(0, other);
                }
            }
            sh.barrierAll();
            if (count.get(0) != times) throw new AssertionError(count.get(0) + " overflows");
            if (me == 0) System.out.println("done");
        });
    }
}
