// SPDX-License-Identifier: Apache-2.0
package org.jshmem.programs;

import org.jshmem.Shmem;

/// PE 1 loops without a call until a thread outside of the job ends the loop, at most 20 s.
public final class Loops {
    /// Ends the loop.
    public static volatile boolean over;

    private Loops() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            if (sh.myPe() == 1) loop(System.nanoTime() + 60_000_000_000L);
            sh.barrierAll();
        });
    }

    private static void loop(long end) {
        while (!over && System.nanoTime() < end) {}
    }
}
