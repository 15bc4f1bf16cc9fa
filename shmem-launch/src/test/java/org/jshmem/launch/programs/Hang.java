// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Comes to no end: PE 1 waits for a word that nobody writes, PE 2 computes, the others wait for both in a barrier.
public final class Hang {
    private Hang() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs box = sh.longs(8).named("box");
            sh.bytes(8192).put(new byte[8192], (sh.myPe() + 1) % sh.nPes());
            sh.barrierAll();
            System.out.println("up");
            if (sh.myPe() == 1) box.waitUntil(3, Cmp.GE, 42);
            if (sh.myPe() == 2) compute();
            sh.barrierAll();
        });
    }

    private static void compute() {
        long x = 1;
        while (x != 0) x = x * 6364136223846793005L | 1;
        System.out.println(x);
    }
}
