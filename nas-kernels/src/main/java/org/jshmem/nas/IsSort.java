// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.Work;

/// One PE's part of the integer sort: its keys, and one ranking after the other.
///
/// ```
///   own keys -> count by bucket -> all-reduce -> the same split of buckets among PEs on every PE
///            -> deal out to PEs -> exchange   -> count by value -> cumulative: how many keys are less
/// ```
final class IsSort {
    /// Up to so many PEs one vector loop for each of them selects its keys; for more of them, a scalar loop that deals
    /// keys out to all of them costs less.
    private static final int FEW = 8;

    /// Rankings' worth of collectives in a round of the rehearsal.
    private static final int COLLECTIVES = 8;

    private final Shmem sh;
    private final IsClass problem;
    private final IsExchange exchange;
    private final Stopwatch watch;
    private final int perPe;

    /// The own keys, numbers `myPe * perPe` and up of the whole sequence.
    final int[] keys;

    private final int[] dealt;
    private final int[] stretch = new int[IsLoops.STRETCH + IsLoops.SPILL];
    private final int[][] moreCounts;
    private final int[] bucketCounts;

    /// The PE of each bucket.
    private final int[] pes;

    /// Of each PE: where its keys start among those dealt out, how many they are, its value range.
    private final int[] start;

    private final int[] count;
    private final int[] first;
    private final int[] range;

    /// Where its next key goes.
    private final int[] next;

    private final int[] message;
    private final SymInts mine;
    private final SymInts all;

    private short[] counts = new short[0];
    private int[] cumulative = new int[0];
    private int lessThanFirst;
    private int came;

    /// Collective: allocates symmetric memory.
    IsSort(Shmem sh, IsClass problem, Access access, boolean shifted, Stopwatch watch) {
        this.sh = sh;
        this.problem = problem;
        exchange = new IsExchange(sh, capacity(problem, sh.nPes()), access, shifted, watch);
        this.watch = watch;
        perPe = (int) (problem.keys / sh.nPes());
        keys = new int[perPe];
        dealt = new int[perPe + sh.nPes() * IsLoops.SPILL];
        moreCounts = new int[3][problem.buckets];
        bucketCounts = new int[problem.buckets];
        pes = new int[problem.buckets];
        start = new int[sh.nPes()];
        count = new int[sh.nPes()];
        first = new int[sh.nPes()];
        range = new int[sh.nPes()];
        next = new int[sh.nPes()];
        message = new int[problem.buckets + IsClass.TESTS];
        mine = sh.ints(message.length);
        all = sh.ints(message.length);
        IsLoops.generate(keys, (long) sh.myPe() * perPe, problem.range);
    }

    /// Keys that may come to a PE from others: their part of its share, a bucket of the densest ones, and some
    /// slack for small classes.
    static int capacity(IsClass problem, int npes) {
        if (npes == 1) return 0;
        long share = problem.keys / npes;
        return Math.toIntExact(share - share / npes + 4 * problem.keys / problem.buckets + 1024);
    }

    /// As [#rank] on a small problem, and its collectives over and over: a ranking calls them too seldom for the
    /// compiler to notice. Collective.
    void rehearse() {
        rank(1);
        for (int i = 0; i < COLLECTIVES; i++) {
            reduce();
            sh.barrierAll();
            sh.barrierAll();
            sh.barrierAll();
        }
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
        sh.compute(pass(perPe, 4, 3, 1));
        reduce();
        split();
        deal();
        came = exchange.run(dealt, start, count);
        countCome();
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
        Arrays.fill(count, 0);
        Arrays.fill(range, 0);
        lessThanFirst = 0;
        long total = 0;
        int pe = 0;
        int firstBucket = 0;
        for (int b = 0; b < problem.buckets && pe < sh.nPes(); b++) {
            pes[b] = pe;
            count[pe] += bucketCounts[b];
            total += message[b];
            if (total < (pe + 1L) * perPe) continue;
            first[pe] = firstBucket << problem.shift;
            range[pe] = (b + 1 << problem.shift) - first[pe];
            firstBucket = b + 1;
            pe++;
            if (pe == sh.myPe()) lessThanFirst = (int) total;
        }
        int at = 0;
        for (int j = 0; j < sh.nPes(); j++) {
            start[j] = at;
            next[j] = at;
            at += count[j] + IsLoops.SPILL;
        }
    }

    /// Brings the keys of each other PE together, and counts the values of those that stay.
    private void deal() {
        int me = sh.myPe();
        int values = range[me];
        if (counts.length < values) {
            counts = new short[values];
            cumulative = new int[values];
        }
        Arrays.fill(counts, 0, values, (short) 0);
        for (int at = 0; at < perPe; at += IsLoops.STRETCH) {
            int end = Math.min(at + IsLoops.STRETCH, perPe);
            if (sh.nPes() > FEW) {
                IsLoops.deal(keys, at, end, problem.shift, pes, next, dealt);
                continue;
            }
            for (int j = 0; j < sh.nPes(); j++) {
                if (j != me) next[j] = IsLoops.select(keys, at, end, first[j], range[j], dealt, next[j]);
            }
            int own = IsLoops.select(keys, at, end, first[me], values, stretch, 0);
            IsLoops.countValues(stretch, 0, own, first[me], counts);
        }
        if (sh.nPes() > FEW) {
            int end = start[me] + count[me];
            for (int at = start[me]; at < end; at += IsLoops.STRETCH) {
                IsLoops.countValues(dealt, at, Math.min(at + IsLoops.STRETCH, end), first[me], counts);
            }
            sh.compute(pass(perPe, 5, 3, 2));
        } else {
            sh.compute(pass((long) perPe * sh.nPes(), 4, 1, 1).vectorized());
        }
        sh.compute(pass(count[me], 2, 2, 1));
    }

    /// Counts the values of the keys that have come, and sums the counts up.
    private void countCome() {
        int me = sh.myPe();
        for (int at = 0; at < came; at += IsLoops.STRETCH) {
            int n = Math.min(IsLoops.STRETCH, came - at);
            exchange.read(at, stretch, n);
            IsLoops.countValues(stretch, 0, n, first[me], counts);
        }
        int sum = lessThanFirst;
        for (int at = 0; at < range[me]; at += IsLoops.STRETCH) {
            int end = Math.min(at + IsLoops.STRETCH, range[me]);
            sum = IsLoops.accumulate(counts, at, end, sum, cumulative);
        }
        int keysHere = came + count[me];
        if (sum != lessThanFirst + keysHere) {
            throw new IllegalStateException(
                    "PE %d/%d: is: %d of %d keys counted, since a value occurs more than 65535 times; the keys are not those of class %s"
                            .formatted(me, sh.nPes(), sum - lessThanFirst, keysHere, problem));
        }
        sh.compute(pass(came, 2, 2, 1));
        sh.compute(pass(range[me], 1, 1, 2)); // clear, accumulate
    }

    /// The test keys of this PE's value range that have the right rank.
    private int judge(int iteration) {
        int passed = 0;
        for (int i = 0; i < IsClass.TESTS; i++) {
            int value = message[problem.buckets + i] - first[sh.myPe()];
            if (value < 0 || value >= range[sh.myPe()]) continue;
            int rank = value == 0 ? lessThanFirst : cumulative[value - 1];
            if (rank == problem.rank(i, iteration)) passed++;
        }
        return passed;
    }

    /// Puts every key that has come at its rank: 1 if that gives a sorted run that fits behind the run of the PE
    /// before. Collective.
    int sorted() {
        int me = sh.myPe();
        int keysHere = came + count[me];
        int[] run = new int[keysHere];
        for (int key : keys) {
            if (key >= first[me] && key < first[me] + range[me]) place(key, run);
        }
        for (int at = 0; at < came; at += IsLoops.STRETCH) {
            int n = Math.min(IsLoops.STRETCH, came - at);
            exchange.read(at, stretch, n);
            for (int i = 0; i < n; i++) place(stretch[i], run);
        }
        boolean right = true;
        for (int i = 1; i < keysHere; i++) right &= run[i - 1] <= run[i];
        SymInts largest = sh.ints(1);
        largest.set(0, keysHere == 0 ? -1 : run[keysHere - 1]);
        sh.barrierAll();
        int before = -1; // of the nearest PE before this one that has keys
        for (int pe = me - 1; pe >= 0 && before < 0; pe--) before = largest.g(0, pe);
        if (keysHere > 0) right &= before <= run[0];
        largest.free();
        return right ? 1 : 0;
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        mine.free();
        all.free();
        exchange.free();
    }

    private void place(int key, int[] run) {
        run[--cumulative[key - first[sh.myPe()]] - lessThanFirst] = key;
    }

    /// A pass of scalar loops over `n` ints.
    private static Work pass(long n, int operations, int loads, int stores) {
        return Work.flops(n * operations)
                .bytes(n * loads * Integer.BYTES, n * stores * Integer.BYTES)
                .footprint(n * 2 * Integer.BYTES)
                .prefetched();
    }
}
