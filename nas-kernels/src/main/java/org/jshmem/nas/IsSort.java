// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.Work;

/// One PE's part of the integer sort: its keys, and one ranking after the other.
///
/// ```
///   own keys -> count by bucket -> all-reduce -> the same split of buckets among PEs on every PE
///            -> order by slot   -> exchange   -> count by value -> cumulative: how many keys are less
/// ```
final class IsSort {
    /// Buckets that share a slot in ordering. Fewer slots keep the lines that are written in the cache; the
    /// values of one slot have to fit there too when they are counted.
    private static final int MERGED = 4;

    private final Shmem sh;
    private final IsClass problem;
    private final IsExchange exchange;
    private final Stopwatch watch;
    private final int perPe;

    /// The own keys, numbers `myPe * perPe` and up of the whole sequence.
    final int[] keys;

    private final int[] ordered;
    private final int[] stretch = new int[IsLoops.STRETCH];
    private final int[][] moreCounts;
    private final int[] bucketCounts;
    private final int[] bucketStarts;
    /// The slot of each bucket: neighbouring buckets of one PE share one.
    private final int[] slots;

    private final int[] next;
    private final int[] message;
    private final SymInts mine;
    private final SymInts all;
    private final int[] sendStart;
    private final int[] sendCount;

    private int[] cumulative = new int[0];
    private int firstValue;
    private int values;
    private int lessThanFirst;
    private int came;

    /// Collective: allocates symmetric memory.
    IsSort(Shmem sh, IsClass problem, IsExchange exchange, Stopwatch watch) {
        this.sh = sh;
        this.problem = problem;
        this.exchange = exchange;
        this.watch = watch;
        perPe = (int) (problem.keys / sh.nPes());
        keys = new int[perPe];
        ordered = new int[perPe];
        moreCounts = new int[3][problem.buckets];
        bucketCounts = new int[problem.buckets];
        bucketStarts = new int[problem.buckets];
        slots = new int[problem.buckets];
        next = new int[problem.buckets];
        message = new int[problem.buckets + IsClass.TESTS];
        mine = sh.ints(message.length);
        all = sh.ints(message.length);
        sendStart = new int[sh.nPes()];
        sendCount = new int[sh.nPes()];
        IsLoops.generate(keys, (long) sh.myPe() * perPe, problem.range);
    }

    /// Keys that may come to a PE from others: their part of its share, a bucket of the densest ones, and some
    /// slack for small classes.
    static int capacity(IsClass problem, int npes) {
        if (npes == 1) return 0;
        long share = problem.keys / npes;
        return Math.toIntExact(share - share / npes + 4 * problem.keys / problem.buckets + 1024);
    }

    /// Ranks all keys; how many of the test keys that this PE judges have the right rank. Collective.
    int rank(int iteration) {
        if (sh.myPe() == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsClass.ITERATIONS] = problem.range - iteration;
        }
        try {
            IsLoops.countBuckets(keys, problem.shift, moreCounts, bucketCounts);
        } catch (IndexOutOfBoundsException e) {
            throw outOfRange(e);
        }
        int sum = 0;
        for (int b = 0; b < problem.buckets; b++) {
            bucketStarts[b] = sum;
            sum += bucketCounts[b];
        }
        reduce();
        split();
        IsLoops.scatter(keys, problem.shift, slots, next, ordered);
        sh.compute(pass(perPe, 4, 3, 1)); // count
        sh.compute(pass(perPe, 5, 3, 2)); // order
        came = exchange.run(ordered, sendStart, sendCount);
        countValues();
        int passed = judge(iteration);
        watch.enter(Stopwatch.Phase.COMPUTE);
        return passed;
    }

    private IllegalStateException outOfRange(IndexOutOfBoundsException cause) {
        int i = 0;
        while (keys[i] >= 0 && keys[i] < problem.range) i++;
        return new IllegalStateException(
                "PE %d/%d: is: key %d of this PE is %d, outside 0 to %d; the keys are not those of class %s"
                        .formatted(sh.myPe(), sh.nPes(), i, keys[i], problem.range - 1, problem),
                cause);
    }

    /// Sums the bucket counts of all PEs, and carries the test keys along: each comes from its owner, 0 from the
    /// others.
    private void reduce() {
        System.arraycopy(bucketCounts, 0, message, 0, problem.buckets);
        for (int i = 0; i < IsClass.TESTS; i++) {
            long at = problem.index(i) - (long) sh.myPe() * perPe;
            message[problem.buckets + i] = at >= 0 && at < perPe ? keys[(int) at] : 0;
        }
        mine.stored(0, message.length, sh.myPe());
        MemorySegment.copy(message, 0, mine.local(), ValueLayout.JAVA_INT, 0, message.length);
        watch.enter(Stopwatch.Phase.REDUCTION);
        sh.world().reduce(Op.SUM, all, mine, message.length);
        watch.enter(Stopwatch.Phase.COMPUTE);
        all.loaded(0, message.length, sh.myPe());
        MemorySegment.copy(all.local(), ValueLayout.JAVA_INT, 0, message, 0, message.length);
    }

    /// Deals the buckets out in order: a PE gets buckets until it and those before it have their share of all keys.
    private void split() {
        Arrays.fill(sendStart, perPe);
        Arrays.fill(sendCount, 0);
        firstValue = 0;
        values = 0;
        lessThanFirst = 0;
        long total = 0;
        int pe = 0;
        int firstBucket = 0;
        int slot = -1;
        long before = 0;
        for (int b = 0; b < problem.buckets && pe < sh.nPes(); b++) {
            if (b == firstBucket || b % MERGED == 0) next[++slot] = bucketStarts[b];
            slots[b] = slot;
            total += message[b];
            if (total < (pe + 1L) * perPe) continue;
            give(pe, firstBucket, b, before);
            firstBucket = b + 1;
            before = total;
            pe++;
        }
    }

    private void give(int pe, int firstBucket, int lastBucket, long before) {
        int start = bucketStarts[firstBucket];
        sendStart[pe] = start;
        sendCount[pe] = bucketStarts[lastBucket] + bucketCounts[lastBucket] - start;
        if (pe != sh.myPe()) return;
        firstValue = firstBucket << problem.shift;
        values = (lastBucket + 1 << problem.shift) - firstValue;
        lessThanFirst = (int) before;
    }

    private void countValues() {
        if (cumulative.length < values) cumulative = new int[values];
        Arrays.fill(cumulative, 0, values, 0);
        int own = sendStart[sh.myPe()];
        int end = own + sendCount[sh.myPe()];
        for (int at = own; at < end; at += IsLoops.STRETCH) {
            IsLoops.countValues(ordered, at, Math.min(at + IsLoops.STRETCH, end), firstValue, cumulative);
        }
        for (int at = 0; at < came; at += stretch.length) {
            int n = Math.min(stretch.length, came - at);
            exchange.read(at, stretch, n);
            IsLoops.countValues(stretch, 0, n, firstValue, cumulative);
        }
        IsLoops.accumulate(cumulative, values, lessThanFirst);
        sh.compute(pass(came + end - own, 2, 2, 1)); // count
        sh.compute(pass(values, 1, 1, 2)); // clear, accumulate
    }

    /// The test keys of this PE's value range that have the right rank.
    private int judge(int iteration) {
        int passed = 0;
        for (int i = 0; i < IsClass.TESTS; i++) {
            int value = message[problem.buckets + i] - firstValue;
            if (value < 0 || value >= values) continue;
            int rank = value == 0 ? lessThanFirst : cumulative[value - 1];
            if (rank == problem.rank(i, iteration)) passed++;
        }
        return passed;
    }

    /// Puts every key that has come at its rank: 1 if that gives a sorted run that fits behind the run of the PE
    /// before. Collective.
    int sorted() {
        int own = sendStart[sh.myPe()];
        int ownEnd = own + sendCount[sh.myPe()];
        int keysHere = came + ownEnd - own;
        int[] run = new int[keysHere];
        for (int i = own; i < ownEnd; i++) place(ordered[i], run);
        for (int at = 0; at < came; at += stretch.length) {
            int n = Math.min(stretch.length, came - at);
            exchange.read(at, stretch, n);
            for (int i = 0; i < n; i++) place(stretch[i], run);
        }
        boolean right = true;
        for (int i = 1; i < keysHere; i++) right &= run[i - 1] <= run[i];
        SymInts largest = sh.ints(1);
        largest.set(0, keysHere == 0 ? -1 : run[keysHere - 1]);
        sh.barrierAll();
        int before = -1; // of the nearest PE before this one that has keys
        for (int pe = sh.myPe() - 1; pe >= 0 && before < 0; pe--) before = largest.g(0, pe);
        if (keysHere > 0) right &= before <= run[0];
        largest.free();
        return right ? 1 : 0;
    }

    private void place(int key, int[] run) {
        run[--cumulative[key - firstValue] - lessThanFirst] = key;
    }

    /// A pass of scalar loops over `n` ints.
    private static Work pass(long n, int operations, int loads, int stores) {
        return Work.flops(n * operations)
                .bytes(n * loads * Integer.BYTES, n * stores * Integer.BYTES)
                .footprint(n * 2 * Integer.BYTES)
                .prefetched();
    }
}
