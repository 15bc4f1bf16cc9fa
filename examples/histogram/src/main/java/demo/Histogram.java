// SPDX-License-Identifier: Apache-2.0
package demo;

import org.jshmem.Shmem;
import org.jshmem.SymLongs;

/// Counts numbers by their last digit: each PE has a share of the numbers, and of the counters. Without the barrier, a PE
/// would read counters that other PEs still increment.
public class Histogram {
    public static void main(String[] args) {
        int numbers = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Shmem.run(args, (sh, a) -> {
            long[] counts = count(sh, numbers);
            if (sh.myPe() == 0) for (int d = 0; d < 10; d++) System.out.println(d + " " + counts[d]);
        });
    }

    /// How many of the numbers below `n` end with each digit, on every PE.
    static long[] count(Shmem sh, int n) {
        SymLongs counters = sh.longs(10).named("counters");
        for (long x = sh.myPe(); x < n; x += sh.nPes()) {
            int digit = (int) (x * x % 10);
            counters.inc(digit, digit % sh.nPes()); // digit d is counted on PE d mod n
        }
        sh.barrierAll();
        long[] counts = new long[10];
        for (int digit = 0; digit < 10; digit++) counts[digit] = counters.g(digit, digit % sh.nPes());
        counters.free();
        return counts;
    }
}
