// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;

/// The last of three PEs puts 1 MiB of equal words to PE 1 again and again, with a signal; PE 0, on the host of PE 1,
/// loads its words meanwhile, and PE 1 checks them after each signal. PE 0 prints `done`. The argument is the number of
/// rounds.
public final class WholeElements {
    private static final int LENGTH = 128 << 10;

    private WholeElements() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            int rounds = Integer.parseInt(a[0]);
            int me = sh.myPe();
            SymLongs box = sh.longs(LENGTH).named("box");
            Signal full = sh.signal().named("full");
            Signal read = sh.signal().named("read");
            if (me == 2) {
                long[] data = new long[LENGTH];
                for (int round = 1; round <= rounds; round++) {
                    Arrays.fill(data, (round & 0xff) * 0x0101010101010101L);
                    box.putSignal(0, data, 0, LENGTH, full, round, SignalOp.SET, 1);
                    read.waitUntil(Cmp.GE, round);
                }
            } else if (me == 1) {
                for (int round = 1; round <= rounds; round++) {
                    full.waitUntil(Cmp.GE, round);
                    long word = (round & 0xff) * 0x0101010101010101L;
                    for (int k = 0; k < LENGTH; k++) {
                        if (box.get(k) != word) throw new AssertionError("round " + round + ", word " + k + " is old");
                    }
                    read.set(round, 2);
                }
                full.set(rounds, 0);
            } else {
                while (!full.test(Cmp.GE, rounds)) {
                    for (int k = 0; k < LENGTH; k += 7) {
                        long word = box.g(k, 1);
                        if (word != Long.rotateLeft(word, 8)) throw new AssertionError("torn: " + word);
                    }
                }
                System.out.println("done");
            }
            sh.barrierAll();
        });
    }
}
