// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import org.jshmem.nas.npb.Problem;
import org.jshmem.nas.npb.Randlc;

/// The problem classes of IS: the number of keys, their range, and the ranks of five of them.
enum IsClass implements Problem {
    // spotless:off
    S(16, 11, 9,  ranks(48427, 0, 0, 1, 17148, 18, 0, 1, 23627, 346, 0, 1, 62548, 64917, 0, -1, 4431, 65463, 0, -1)),
    W(20, 16, 10, ranks(357773, 1249, 2, 1, 934767, 11698, 2, 1, 875723, 1039987, 0, -1,
        898999, 1043896, 0, -1, 404505, 1048018, 0, -1)),
    A(23, 19, 10, ranks(2112377, 104, 1, 1, 662041, 17523, 1, 1, 5336171, 123928, 1, 1,
        3642833, 8288932, 1, -1, 4250760, 8388264, 1, -1)),
    B(25, 21, 10, ranks(41869, 33422937, 0, -1, 812306, 10244, 0, 1, 5102857, 59149, 0, 1,
        18232239, 33135281, 0, -1, 26860214, 99, 0, 1)),
    C(27, 23, 10, ranks(44172927, 61147, 0, 1, 72999161, 882988, 0, 1, 74326391, 266290, 0, 1,
        129606274, 133997595, 0, -1, 21736814, 133525895, 0, -1)),
    D(31, 27, 10, ranks(1317351170, 1, 0, 1, 995930646, 36538729, 0, 1, 1157283250, 1978098519, 0, -1,
        1503301535, 2145192618, 0, -1, 1453734525, 2147425337, 0, -1));
    // spotless:on

    /// Iterations of a verified run, in every class.
    static final int ITERATIONS = 10;

    /// The number of keys with known ranks.
    static final int TESTS = 5;

    final long keys;
    /// One more than the largest possible key.
    final int range;

    final int buckets;
    /// Bits by which a key is shifted right to yield its bucket.
    final int shift;

    /// For each test: index of the key in the whole sequence, rank, first iteration's offset, sign of the iteration.
    private final int[] tests;

    IsClass(int logKeys, int logRange, int logBuckets, int[] tests) {
        keys = 1L << logKeys;
        range = 1 << logRange;
        buckets = 1 << logBuckets;
        shift = logRange - logBuckets;
        this.tests = tests;
    }

    @Override
    public String extent() {
        return Long.toString(keys);
    }

    @Override
    public int iterations() {
        return ITERATIONS;
    }

    @Override
    public double millionOperations(int timed) {
        return timed * (keys / 1e6);
    }

    /// Returns a smaller problem, or this one, that needs no more memory and runs the same loops.
    IsClass small() {
        return compareTo(A) <= 0 ? this : W;
    }

    /// Returns the number of keys by which a PE's range may exceed its share: a bucket of the densest ones, and 1024
    /// for small classes.
    int slack() {
        return Math.toIntExact(4 * keys / buckets + 1024);
    }

    /// Returns the most keys that a PE may receive: its share, less the part that it keeps, and a slack.
    int capacity(int npes) {
        long share = keys / npes;
        return npes == 1 ? 0 : Math.toIntExact(share - share / npes + slack());
    }

    /// Bytes of Java heap that a PE needs: its keys twice, and the counters of the widest range, which is the tail of
    /// the distribution. Values below a fraction x of the range hold (4 x)^4 / 24 of the keys.
    long javaBytes(int npes) {
        double widest = npes == 1 ? 1 : Math.min(0.5, Math.pow(24.0 / npes, 0.25) / 4);
        return Integer.BYTES * (2 * keys / npes + slack() + (long) (widest * range));
    }

    /// Sets `n` keys to those of the sequence from key number `first` on: truncated sums of four uniforms.
    void createSeq(int[] keys, int n, long first) {
        Randlc random = new Randlc(Randlc.SEED, 4 * first);
        double quarter = range * 0.25;
        for (int i = 0; i < n; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
    }

    /// Returns the index of test key `i` in the sequence of all keys.
    long index(int i) {
        return tests[4 * i];
    }

    /// Returns the number of keys less than test key `i` in an iteration; an iteration changes two keys and with them
    /// the ranks.
    long rank(int i, int iteration) {
        return tests[4 * i + 1] + (long) tests[4 * i + 3] * (iteration - tests[4 * i + 2]);
    }

    private static int[] ranks(int... tests) {
        return tests;
    }
}
