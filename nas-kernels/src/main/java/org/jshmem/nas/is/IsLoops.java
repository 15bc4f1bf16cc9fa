// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.nas.npb.Randlc;

/// The loops over keys. Each loop works on a short stretch at a time, so that the JVM compiles its method after a
/// hundred thousand keys.
final class IsLoops {
    /// All memory: addresses are computed by `IsExchange`, whose arrays have room for the keys.
    @SuppressWarnings("restricted")
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /// Addresses are aligned, but the check of each address costs a quarter of the loop that moves keys.
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    static final int STRETCH = 512;

    private IsLoops() {}

    /// Fills a stretch of `keys` with the next keys of the sequence: truncated sums of four uniforms.
    static void generate(int[] keys, int at, int end, Randlc random, int range) {
        double quarter = range * 0.25;
        for (int i = at; i < end; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
    }

    /// Counts a stretch of keys by bucket; a key outside the range throws an IndexOutOfBoundsException.
    static void countBuckets(int[] keys, int at, int end, int shift, int[] counts) {
        for (int i = at; i < end; i++) counts[keys[i] >>> shift]++;
    }

    /// Copies each key of a stretch to the next address of its bucket.
    static void deal(int[] keys, int at, int end, int shift, long[] next) {
        for (int i = at; i < end; i++) {
            int key = keys[i];
            int bucket = key >>> shift;
            long to = next[bucket];
            ALL.set(INT, to, key);
            next[bucket] = to + Integer.BYTES;
        }
    }

    /// Copies each key of a stretch to the next index in `to` of its bucket.
    static void deal(int[] keys, int at, int end, int shift, long[] next, int[] to) {
        for (int i = at; i < end; i++) to[(int) next[keys[i] >>> shift]++] = keys[i];
    }

    /// Counts each value of the keys from one address to another; value `first` has counter 0.
    static void countValues(long at, long end, int first, int[] counts) {
        for (long a = at; a < end; a += Integer.BYTES) counts[ALL.get(INT, a) - first]++;
    }

    /// Counts each value of `n` keys; value `first` has counter 0.
    static void countValues(int[] keys, int n, int first, int[] counts) {
        for (int i = 0; i < n; i++) counts[keys[i] - first]++;
    }

    /// Copies `n` keys to their places in `run`, the last free ones of their values.
    /// `ends` are the ends of the free places.
    static void place(int[] keys, int n, int first, int[] ends, int[] run) {
        for (int i = 0; i < n; i++) {
            int key = keys[i];
            run[--ends[key - first]] = key;
        }
    }

    /// Whether no key of a stretch is less than the one before it.
    static boolean isSorted(int[] run, int at, int end) {
        boolean right = true;
        for (int i = at; i < end; i++) right &= run[i - 1] <= run[i];
        return right;
    }

    static int sum(int[] counts, int at, int end) {
        int sum = 0;
        for (int i = at; i < end; i++) sum += counts[i];
        return sum;
    }

    /// Adds a stretch of other counts to the counts from `first` on.
    static void add(int[] counts, int first, int[] other, int at, int end) {
        for (int i = at; i < end; i++) counts[first + i] += other[i];
    }

    /// Adds to each count of a stretch all counts before it; `before` is the sum of the counts before the stretch.
    /// Returns the last sum.
    static int accumulate(int[] counts, int at, int end, int before) {
        int sum = before;
        for (int i = at; i < end; i++) {
            sum += counts[i];
            counts[i] = sum;
        }
        return sum;
    }
}
