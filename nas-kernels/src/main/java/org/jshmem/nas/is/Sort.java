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

/// The ranking of keys, as `is.c` has it: PEs exchange whole buckets of keys, and each PE ranks the keys of a range of
/// values.
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
///
/// The published version puts and gets the numbers of keys one by one; here one `fcollect` gives all of them to all
/// PEs. Keys that stay on their PE are not put.
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

    private final int[] counts; // of this PE's keys in each bucket
    private final int[] totals; // of all PEs'

    /// The test keys of this PE, 0 for the others; after `reduce` those of all PEs.
    private final int[] tests = new int[IsClass.TESTS];

    private final SymInts mine;
    private final SymInts all;

    private final int[] firstBucket; // of each PE, and one more for the end
    private final int[] sendCount; // this PE's keys for each PE
    private final SymInts sendCounts;
    private final SymInts allSendCounts;
    private final int[] place; // the index in each PE's `received` of the first key from this PE
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
        counts = new int[problem.buckets];
        totals = new int[problem.buckets];
        mine = sh.ints(problem.buckets + IsClass.TESTS);
        all = sh.ints(problem.buckets + IsClass.TESTS);
        firstBucket = new int[npes + 1];
        sendCount = new int[npes];
        sendCounts = sh.ints(npes);
        allSendCounts = sh.ints((long) npes * npes);
        place = new int[npes];
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
        try {
            countBuckets(keys, perPe, problem.shift, counts);
        } catch (IndexOutOfBoundsException e) {
            throw outOfRange(e);
        }
        for (int i = 0; i < tests.length; i++) {
            long at = problem.index(i) - (long) me * perPe;
            tests[i] = at >= 0 && at < perPe ? keys[(int) at] : 0;
        }
        sh.compute(stream(perPe, 4, 3, 1));
    }

    private static void countBuckets(int[] keys, int n, int shift, int[] counts) {
        for (int i = 0; i < n; i++) counts[keys[i] >>> shift]++;
    }

    private IllegalStateException outOfRange(IndexOutOfBoundsException cause) {
        int i = 0;
        while (keys[i] >= 0 && keys[i] < problem.range) i++;
        return new IllegalStateException(
                "PE %d/%d: is: key %d of this PE is %d, outside 0 to %d; the keys are not those of class %s"
                        .formatted(me, npes, i, keys[i], problem.range - 1, problem),
                cause);
    }

    private void reduce() {
        copy(counts, mine, 0);
        copy(tests, mine, problem.buckets);
        long start = sh.nanoTime();
        sh.world().reduce(Op.SUM, all, mine, mine.length());
        reductionNanos += sh.nanoTime() - start;
        copy(all, 0, totals, totals.length);
        copy(all, problem.buckets, tests, tests.length);
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

        copy(sendCount, sendCounts, 0);
        sh.world().fcollect(allSendCounts, sendCounts, npes);
        int[] sent = new int[npes * npes];
        copy(allSendCounts, 0, sent, sent.length);
        for (int to = 0; to < npes; to++) {
            int end = 0;
            for (int from = 0; from < npes; from++) {
                if (from == me) place[to] = end;
                if (from != to) end += sent[from * npes + to];
            }
            if (end > received.length()) {
                throw new IllegalStateException(
                        "PE %d/%d: is: %d keys go to PE %d, its room is for %d; the keys are not those of the class"
                                .formatted(me, npes, end, to, received.length()));
            }
            if (to == me) receivedKeys = end;
        }
        sh.compute(Work.scalars(8L * problem.buckets + 4L * npes * npes));
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
            if (direct) {
                received.stored(place[pe], n, pe);
                long at = (long) place[pe] * Integer.BYTES;
                MemorySegment.copy(bucketed, start[pe], received.ptr(pe), ValueLayout.JAVA_INT, at, n);
            } else {
                received.putNbi(place[pe], bucketed, start[pe], n, pe);
            }
        }
    }

    private void countValues() {
        int values = values();
        if (notGreater.length < values) notGreater = new int[values];
        else Arrays.fill(notGreater, 0, values, 0);
        received.loaded(0, receivedKeys, me);
        eachPiece((some, from, n) -> countValues(some, from, n, firstValue(), notGreater));
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

    private interface Keys {
        void accept(int[] keys, int from, int n);
    }

    /// Gives `loop` all keys of this PE's range. They come by source and, from each source, by bucket.
    private void eachPiece(Keys loop) {
        loop.accept(bucketed, ownKeys, sendCount[me]);
        for (int at = 0; at < receivedKeys; at += PIECE) {
            int n = Math.min(PIECE, receivedKeys - at);
            MemorySegment.copy(received.local(), ValueLayout.JAVA_INT, (long) at * Integer.BYTES, piece, 0, n);
            loop.accept(piece, 0, n);
        }
    }

    /// Returns the number of test keys in this PE's range that have the correct rank.
    private int partialVerify(int iteration) {
        int right = 0;
        for (int i = 0; i < tests.length; i++) {
            int value = tests[i] - firstValue();
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
        eachPiece((some, from, n) -> place(some, from, n, firstValue(), notGreater, run));
        int n = sendCount[me] + receivedKeys;
        boolean right = true;
        for (int i = 1; i < n; i++) right &= run[i - 1] <= run[i];
        mine.set(0, n == 0 ? -1 : run[n - 1]); // its counts are not needed any more
        sh.barrierAll();
        int before = -1; // of the nearest PE before this one that has keys
        for (int pe = me - 1; pe >= 0 && before < 0; pe--) before = mine.g(0, pe);
        return right && (n == 0 || before <= run[0]);
    }

    /// Copies `n` keys to the last free places of their values in `run`; `ends` are the ends of the free places.
    private static void place(int[] keys, int from, int n, int first, int[] ends, int[] run) {
        for (int i = from; i < from + n; i++) {
            int key = keys[i];
            run[--ends[key - first]] = key;
        }
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

    private void copy(int[] from, SymInts to, int at) {
        to.stored(at, from.length, me);
        MemorySegment.copy(from, 0, to.local(), ValueLayout.JAVA_INT, (long) at * Integer.BYTES, from.length);
    }

    private void copy(SymInts from, int at, int[] to, int n) {
        from.loaded(at, n, me);
        MemorySegment.copy(from.local(), ValueLayout.JAVA_INT, (long) at * Integer.BYTES, to, 0, n);
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
        for (SymInts each : new SymInts[] {mine, all, sendCounts, allSendCounts, received}) each.free();
    }
}
