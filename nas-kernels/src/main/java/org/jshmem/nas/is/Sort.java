// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.Work;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Verification;

/// IS: ranks keys by a bucket sort.
///
/// - Method: PEs exchange whole buckets of keys, then each PE counts the keys of a range of values.
/// - Original: `is.c` of NPB 3.4 for MPI; an `alltoall` exchanges the numbers of keys, as there. A second one returns
///   to each PE where its keys begin on the others, since PEs put their keys there. Keys that stay on their PE are not
///   put.
/// - Decomposition: keys by their number in the sequence, then values by ranges of buckets with about equal counts.
/// - Invariant: `keys` are not moved, so each iteration ranks the same keys except two. After `countValues`,
///   `lessThanFirst + notGreater[v - 1]` is the rank of the first key with the v-th value of this PE's range.
///
/// ```
///   count           own keys by bucket
///   reduce          the counts and the five test keys of all PEs
///   assignBuckets   each PE gets buckets until it and the PEs before it have their share of all keys
///   distribute      own keys by bucket, and so by PE
///   put             each PE's keys to that PE
///   barrier
///   countValues     own and received keys by value: how many keys are less
/// ```
final class Sort implements Kernel {
    /// Received keys are read in pieces that fit into the first-level cache.
    private static final int PIECE = 1024;

    private final Shmem sh;
    private final IsClass problem;
    private final boolean direct;
    private final boolean shifted;
    private final int me;
    private final int npes;
    private final int perPe;

    /// This PE's keys, numbers `me * perPe` and up of the whole sequence, with room after them for the sorted run.
    final int[] keys;

    /// The same keys by bucket; those of this PE begin at `ownKeys`.
    private final int[] bucketed;

    private int ownKeys;

    /// The number of this PE's keys in each bucket, then its test keys, 0 for those of other PEs.
    private final int[] counts;

    private final int[] totals; // the sums over all PEs
    private final SymInts mine;
    private final SymInts all;

    private final int[] firstBucket; // of each PE, and one more for the end
    private final int[] sendCount; // this PE's keys for each PE
    private final int[] exchanged; // with each PE: its keys for this PE, then where its keys begin here
    private final int[] firstAt; // where this PE's keys begin on each PE
    private final SymInts toEach;
    private final SymInts fromEach;
    private final SymInts received;
    private int receivedKeys;
    private final int[] piece = new int[PIECE];

    /// The number of keys of all PEs that are less than the first value of this PE.
    private long lessThanFirst;

    /// For each value of this PE's range, the number of the range's keys that are not greater.
    private int[] notGreater = new int[0];

    private int passed;
    private long reductionNanos;

    /// Collective.
    Sort(Shmem sh, IsClass problem, Access access, boolean shifted) {
        this.sh = sh;
        this.problem = problem;
        direct = access == Access.PTR;
        this.shifted = shifted;
        me = sh.myPe();
        npes = sh.nPes();
        perPe = (int) (problem.keys / npes);
        keys = new int[perPe + problem.slack()];
        bucketed = new int[perPe];
        counts = new int[problem.buckets + IsClass.TESTS];
        totals = new int[counts.length];
        mine = sh.ints(counts.length);
        all = sh.ints(counts.length);
        firstBucket = new int[npes + 1];
        sendCount = new int[npes];
        exchanged = new int[npes];
        firstAt = new int[npes];
        toEach = sh.ints(npes);
        fromEach = sh.ints(npes);
        received = sh.ints(problem.capacity(npes));
        problem.createSeq(keys, perPe, (long) me * perPe);
    }

    @Override
    public void reset() {
        passed = 0;
        reductionNanos = 0;
    }

    @Override
    public void iterate(int number) {
        rank(number);
        passed += partialVerify(number);
    }

    private void rank(int iteration) {
        if (me == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsClass.ITERATIONS] = problem.range - iteration;
        }
        count();
        reduce();
        assignBuckets();
        distribute();
        put();
        sh.barrierAll(); // the only one: a PE has read what it received before it enters the next reduction
        countValues();
    }

    private void count() {
        Arrays.fill(counts, 0);
        countBuckets(keys, perPe, problem.shift, counts);
        for (int i = 0; i < IsClass.TESTS; i++) {
            long at = problem.index(i) - (long) me * perPe;
            if (at >= 0 && at < perPe) counts[problem.buckets + i] = keys[(int) at];
        }
        sh.compute(stream(perPe, 4, 3, 1));
    }

    private static void countBuckets(int[] keys, int n, int shift, int[] counts) {
        for (int i = 0; i < n; i++) counts[keys[i] >>> shift]++;
    }

    private void reduce() {
        copy(counts, mine);
        long start = sh.nanoTime();
        sh.world().reduce(Op.SUM, all, mine, mine.length());
        reductionNanos += sh.nanoTime() - start;
        copy(all, totals);
    }

    /// Assigns the buckets, alike on every PE, and finds the places of this PE's keys on all PEs.
    private void assignBuckets() {
        Arrays.fill(sendCount, 0);
        lessThanFirst = 0;
        long share = problem.keys / npes;
        long total = 0;
        int pe = 0;
        for (int b = 0; b < problem.buckets && pe < npes; b++) {
            total += totals[b];
            sendCount[pe] += counts[b];
            if (total < (pe + 1) * share) continue;
            firstBucket[++pe] = b + 1;
            if (pe == me) lessThanFirst = total;
        }
        Arrays.fill(firstBucket, pe + 1, npes + 1, firstBucket[pe]);

        exchange(sendCount, exchanged);
        receivedKeys = 0;
        for (int from = 0; from < npes; from++) {
            int count = from == me ? 0 : exchanged[from];
            exchanged[from] = receivedKeys;
            receivedKeys += count;
        }
        exchange(exchanged, firstAt);
        sh.compute(Work.scalars(8L * problem.buckets + 4L * npes));
    }

    /// Sends a number to each PE, and receives one from each.
    private void exchange(int[] send, int[] receive) {
        copy(send, toEach);
        sh.world().alltoall(fromEach, toEach, 1);
        copy(fromEach, receive);
    }

    private void distribute() {
        int[] next = new int[problem.buckets];
        for (int b = 1; b < next.length; b++) next[b] = next[b - 1] + counts[b - 1];
        distribute(keys, perPe, problem.shift, next, bucketed);
        sh.compute(stream(perPe, 5, 3, 2));
    }

    private static void distribute(int[] keys, int n, int shift, int[] next, int[] to) {
        for (int i = 0; i < n; i++) {
            int key = keys[i];
            to[next[key >>> shift]++] = key;
        }
    }

    /// Sends keys to the next PE first, so that not all PEs send to one; or as published, to 0, 1, 2 ... on every PE.
    private void put() {
        int[] start = new int[npes];
        for (int pe = 1; pe < npes; pe++) start[pe] = start[pe - 1] + sendCount[pe - 1];
        ownKeys = start[me];
        for (int i = 0; i < npes; i++) {
            int pe = shifted ? (me + 1 + i) % npes : i;
            if (pe == me) continue;
            int n = sendCount[pe];
            long at = firstAt[pe];
            if (direct) {
                received.stored(at, n, pe);
                MemorySegment.copy(bucketed, start[pe], received.ptr(pe), ValueLayout.JAVA_INT, at * Integer.BYTES, n);
            } else {
                received.putNbi(at, bucketed, start[pe], n, pe);
            }
        }
    }

    private void countValues() {
        int values = values();
        if (notGreater.length < values) notGreater = new int[values];
        else Arrays.fill(notGreater, 0, values, 0);
        received.loaded(0, receivedKeys, me);
        int first = firstValue();
        countValues(bucketed, ownKeys, sendCount[me], first, notGreater);
        for (int at = 0; at < receivedKeys; at += PIECE) countValues(piece, 0, readPiece(at), first, notGreater);
        for (int i = 1; i < values; i++) notGreater[i] += notGreater[i - 1];
        sh.compute(histogram(sendCount[me] + receivedKeys, values));
        sh.compute(stream(values, 1, 1, 2)); // clear, accumulate
    }

    private static void countValues(int[] keys, int from, int n, int first, int[] counts) {
        for (int i = from; i < from + n; i++) counts[keys[i] - first]++;
    }

    private int firstValue() {
        return firstBucket[me] << problem.shift;
    }

    private int values() {
        return firstBucket[me + 1] - firstBucket[me] << problem.shift;
    }

    /// Copies received keys from number `at` on to `piece`, and returns how many it has then.
    private int readPiece(int at) {
        int n = Math.min(PIECE, receivedKeys - at);
        MemorySegment.copy(received.local(), ValueLayout.JAVA_INT, (long) at * Integer.BYTES, piece, 0, n);
        return n;
    }

    /// Returns the number of test keys in this PE's range that have the correct rank.
    private int partialVerify(int iteration) {
        int right = 0;
        for (int i = 0; i < IsClass.TESTS; i++) {
            int value = totals[problem.buckets + i] - firstValue();
            if (value < 0 || value >= values()) continue;
            long less = lessThanFirst + (value == 0 ? 0 : notGreater[value - 1]);
            if (less == problem.rank(i, iteration)) right++;
        }
        return right;
    }

    /// Moves every key to its rank. Returns whether the keys are sorted, and the first is not less than the last key of
    /// the PEs before.
    private boolean fullVerify() {
        int[] run = keys; // the keys are not needed any more
        int[] ends = notGreater; // of the free places of each value
        int first = firstValue();
        place(bucketed, ownKeys, sendCount[me], first, ends, run);
        for (int at = 0; at < receivedKeys; at += PIECE) place(piece, 0, readPiece(at), first, ends, run);
        int n = sendCount[me] + receivedKeys;
        boolean right = true;
        for (int i = 1; i < n; i++) right &= run[i - 1] <= run[i];
        mine.set(0, n == 0 ? -1 : run[n - 1]); // its counts are not needed any more
        sh.barrierAll();
        int before = -1; // of the nearest PE before this one that has keys
        for (int pe = me - 1; pe >= 0 && before < 0; pe--) before = mine.g(0, pe);
        return right && (n == 0 || before <= run[0]);
    }

    private static void place(int[] keys, int from, int n, int first, int[] ends, int[] run) {
        for (int i = from; i < from + n; i++) run[--ends[keys[i] - first]] = keys[i];
    }

    @Override
    public Verification verify(int iterations) {
        long right = sh.world().reduce(Op.SUM, (long) passed + (fullVerify() ? 1 : 0));
        int expected = IsClass.TESTS * iterations + npes;
        long arrived = sh.world().reduce(Op.SUM, (long) sendCount[me] + receivedKeys);
        return Verification.of(
                right == expected && arrived == problem.keys,
                "%d of %d tests passed, %d of %d keys arrived".formatted(right, expected, arrived, problem.keys));
    }

    @Override
    public double reductionSeconds() {
        return reductionNanos / 1e9;
    }

    private void copy(int[] from, SymInts to) {
        to.stored(0, from.length, me);
        MemorySegment.copy(from, 0, to.local(), ValueLayout.JAVA_INT, 0, from.length);
    }

    private void copy(SymInts from, int[] to) {
        from.loaded(0, to.length, me);
        MemorySegment.copy(from.local(), ValueLayout.JAVA_INT, 0, to, 0, to.length);
    }

    /// The work of a pass along `n` ints, for simulated machines.
    private static Work stream(long n, int operations, int loads, int stores) {
        return Work.flops(n * operations)
                .bytes(n * loads * Integer.BYTES, n * stores * Integer.BYTES)
                .footprint(n * 2 * Integer.BYTES)
                .prefetched();
    }

    /// The work of counting `n` keys: each loads and stores a counter anywhere in a table of `values` counters.
    private static Work histogram(long n, long values) {
        return Work.flops(2 * n)
                .bytes(n * 2 * Integer.BYTES, n * Integer.BYTES)
                .footprint(Math.min(2 * n, n + values) * Integer.BYTES);
    }

    @Override
    public void free() {
        for (SymInts each : new SymInts[] {mine, all, toEach, fromEach, received}) each.free();
    }
}
