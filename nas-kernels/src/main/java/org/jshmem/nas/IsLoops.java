// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.Arrays;

/// The loops over keys. Each works on a short stretch at a time, so that the compiler has seen it often enough
/// after a few thousand keys, and so that a stretch is in the cache.
final class IsLoops {
    /// Keys in a stretch.
    static final int STRETCH = 4096;

    private IsLoops() {}

    /// Fills `keys` with those of the sequence from number `first` on: truncated sums of four uniforms.
    static void generate(int[] keys, long first, int range) {
        Randlc random = new Randlc(Randlc.SEED, 4 * first);
        double quarter = range * 0.25;
        for (int i = 0; i < keys.length; i++) {
            double sum = random.next();
            sum += random.next();
            sum += random.next();
            sum += random.next();
            keys[i] = (int) (quarter * sum);
        }
    }

    /// Counts the keys of each bucket. `three` is room for three more counts of each bucket, which break the
    /// chain of increments of one counter; a key outside the range is an IndexOutOfBoundsException.
    static void countBuckets(int[] keys, int shift, int[][] three, int[] counts) {
        Arrays.fill(counts, 0);
        for (int[] each : three) Arrays.fill(each, 0);
        int at = 0;
        for (; at + STRETCH <= keys.length; at += STRETCH) {
            countStretch(keys, at, shift, counts, three[0], three[1], three[2]);
        }
        for (; at < keys.length; at++) counts[keys[at] >>> shift]++;
        for (int b = 0; b < counts.length; b++) counts[b] += three[0][b] + three[1][b] + three[2][b];
    }

    private static void countStretch(int[] keys, int at, int shift, int[] c0, int[] c1, int[] c2, int[] c3) {
        for (int i = at; i < at + STRETCH; i += 4) {
            c0[keys[i] >>> shift]++;
            c1[keys[i + 1] >>> shift]++;
            c2[keys[i + 2] >>> shift]++;
            c3[keys[i + 3] >>> shift]++;
        }
    }

    /// Copies the keys to `to` ordered by slot; `next` holds where each slot starts, and afterwards where it ends.
    static void scatter(int[] keys, int shift, int[] slots, int[] next, int[] to) {
        for (int at = 0; at < keys.length; at += STRETCH) {
            scatterStretch(keys, at, Math.min(at + STRETCH, keys.length), shift, slots, next, to);
        }
    }

    private static void scatterStretch(int[] keys, int at, int end, int shift, int[] slots, int[] next, int[] to) {
        for (int i = at; i < end; i++) {
            int key = keys[i];
            to[next[slots[key >>> shift]]++] = key;
        }
    }

    /// Counts each value of a stretch of keys; value `first` has counter 0.
    static void countValues(int[] keys, int at, int end, int first, int[] counts) {
        for (int i = at; i < end; i++) counts[keys[i] - first]++;
    }

    /// Makes `n` counts cumulative, starting from `before`.
    static void accumulate(int[] counts, int n, int before) {
        int sum = before;
        for (int i = 0; i < n; i++) {
            sum += counts[i];
            counts[i] = sum;
        }
    }
}
