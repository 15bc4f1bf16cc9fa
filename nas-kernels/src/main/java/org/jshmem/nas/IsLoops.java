// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The loops over keys. Each works on a short stretch at a time, so that the compiler has seen it often enough
/// after a few thousand keys, and so that a stretch is in the cache.
final class IsLoops {
    /// Keys in a stretch.
    static final int STRETCH = 4096;

    private static final VectorSpecies<Integer> V = IntVector.SPECIES_PREFERRED;

    /// Keys in a vector.
    static final int SPILL = V.length();

    private IsLoops() {}

    /// Fills the first `n` of `keys` with those of the sequence from number `first` on: truncated sums of four
    /// uniforms.
    static void generate(int[] keys, int n, long first, int range) {
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

    /// Counts the first `n` keys by bucket. `three` is room for three more counts of each bucket, which break the
    /// chain of increments of one counter; a key outside the range is an IndexOutOfBoundsException.
    static void countBuckets(int[] keys, int n, int shift, int[][] three, int[] counts) {
        Arrays.fill(counts, 0);
        for (int[] each : three) Arrays.fill(each, 0);
        int at = 0;
        for (; at + STRETCH <= n; at += STRETCH) {
            countStretch(keys, at, shift, counts, three[0], three[1], three[2]);
        }
        for (; at < n; at++) counts[keys[at] >>> shift]++;
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

    /// Copies a stretch of keys to `to`, each to where the part of its bucket has its next one.
    static void deal(int[] keys, int at, int end, int shift, int[] part, int[] next, int[] to) {
        for (int i = at; i < end; i++) {
            int key = keys[i];
            to[next[part[key >>> shift]]++] = key;
        }
    }

    /// As [#deal], to addresses: those of the memory of the parts' PEs.
    static void dealStraight(int[] keys, int at, int end, int shift, int[] part, long[] next) {
        for (int i = at; i < end; i++) {
            int key = keys[i];
            int p = part[key >>> shift];
            long to = next[p];
            Lanes.setInt(to, key);
            next[p] = to + Integer.BYTES;
        }
    }

    /// Copies those keys of a stretch whose values are `first` to `first + values - 1` to `to`, from `start` on; where
    /// they end. Up to [#SPILL] elements behind that are overwritten.
    static int select(int[] keys, int at, int end, int first, int values, int[] to, int start) {
        int next = start;
        for (int i = at; i < end; i += SPILL) {
            IntVector some = IntVector.fromArray(V, keys, i);
            VectorMask<Integer> wanted = some.sub(first).compare(VectorOperators.ULT, values);
            some.compress(wanted).intoArray(to, next);
            next += wanted.trueCount();
        }
        return next;
    }

    /// Counts each value of a stretch of keys, modulo 65536; value `first` has counter 0. Counters are short so
    /// that more of them stay in the second-level cache.
    static void countValues(int[] keys, int at, int end, int first, short[] counts) {
        for (int i = at; i < end; i++) counts[keys[i] - first]++;
    }

    /// The sums of a stretch of counts and all before it, which are `before`; the last sum.
    static int accumulate(short[] counts, int at, int end, int before, int[] sums) {
        int sum = before;
        for (int i = at; i < end; i++) {
            sum += Short.toUnsignedInt(counts[i]);
            sums[i] = sum;
        }
        return sum;
    }
}
