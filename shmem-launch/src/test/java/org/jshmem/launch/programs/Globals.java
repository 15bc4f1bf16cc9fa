// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.programs;

import org.jshmem.Shmem;

/// A program as one ported from C is: its state in static fields. Each PE counts to 100 and adds up all numbers
/// of PEs.
public final class Globals {
    private static long[] sums = new long[2];
    private static int mains;
    private static long me;

    private Globals() {}

    /// Runs as one PE.
    public static void main(String[] args) {
        mains++;
        Shmem.run(args, (sh, a) -> {
            me = sh.myPe();
            var all = sh.longs(1);
            for (int i = 0; i < 100; i++) {
                sums[0]++;
                sh.barrierAll();
            }
            all.fetchAdd(0, me, 0);
            sh.barrierAll();
            sums[1] = all.g(0, 0);
            sh.barrierAll();
            boolean context = Thread.currentThread().getContextClassLoader() == Globals.class.getClassLoader();
            System.out.printf(
                    "PE %d: %d mains, counted to %d, sum %d, context loader %b%n",
                    me, mains, sums[0], sums[1], context);
        });
    }
}
