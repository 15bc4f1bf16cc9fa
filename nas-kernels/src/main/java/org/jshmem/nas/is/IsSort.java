// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.Work;
import org.jshmem.nas.npb.ArrayCopy;
import org.jshmem.nas.npb.Judgement;
import org.jshmem.nas.npb.Kernel;
import org.jshmem.nas.npb.Randlc;
import org.jshmem.nas.npb.Stopwatch;

/// One PE's part of the integer sort: its keys, and the ranking of each iteration.
///
/// ```
///   own keys -> count by bucket -> all-reduce -> the same split of buckets among PEs on every PE -> all counts to all
///            -> deal by bucket to their PEs -> barrier -> count by value -> cumulative: how many keys are less
/// ```
///
/// A PE receives keys from each PE in the order of their buckets, so that the counters of one bucket at a time are in
/// the first-level cache. If [IsCounts] ranks, keys move for the full verification alone.
final class IsSort implements Kernel {
    /// The number of rankings whose collectives a round of the rehearsal runs.
    private static final int COLLECTIVES = 8;

    private final Shmem sh;
    private final IsClass problem;
    private final IsSplit split;
    private final IsExchange exchange;

    /// Null if keys move in every ranking.
    private final IsCounts counts;

    private final Stopwatch watch;
    private final int me;
    private final int perPe;

    /// This PE's keys, numbers `myPe * perPe` and up of the whole sequence, with room after them for the sorted run.
    final int[] keys;

    private final int[] bucketCounts;

    /// A stretch of received keys: the interpreter takes several times as long to read a segment as an array.
    private final int[] stretch = new int[IsLoops.STRETCH];

    private final int[] message;
    private final int[] tests = new int[IsClass.TESTS];
    private final SymInts mine;
    private final SymInts all;

    private int passed;

    /// The number of keys that have come to this PE.
    private int keysHere;

    /// For each value of this PE's range, the number of the range's keys that are not greater.
    private int[] cumulative = new int[0];

    IsSort(Shmem sh, IsClass problem, Access access, boolean shifted, boolean counting, Stopwatch watch) {
        this.sh = sh;
        this.problem = problem;
        this.watch = watch;
        me = sh.myPe();
        int npes = sh.nPes();
        perPe = (int) (problem.keys / npes);
        split = new IsSplit(problem, npes, me);
        // loops over addresses start slowly, so they are not for a single exchange
        Access moves = counting ? Access.PUTGET : access;
        exchange = new IsExchange(sh, split, problem.buckets, capacity(problem, npes), moves, shifted, watch);
        counts = counting ? new IsCounts(sh, problem, access, watch) : null;
        keys = new int[perPe + slack(problem)];
        bucketCounts = new int[problem.buckets];
        message = new int[problem.buckets + IsClass.TESTS];
        mine = sh.ints(message.length);
        all = sh.ints(message.length);
        Randlc random = new Randlc(Randlc.SEED, 4L * me * perPe);
        for (int at = 0; at < perPe; at += IsLoops.STRETCH) {
            IsLoops.generate(keys, at, Math.min(at + IsLoops.STRETCH, perPe), random, problem.range);
        }
    }

    /// Returns the most keys that a PE may receive: its share, less the part that it keeps, and a slack.
    static int capacity(IsClass problem, int npes) {
        long share = problem.keys / npes;
        return npes == 1 ? 0 : Math.toIntExact(share - share / npes + slack(problem));
    }

    /// Returns the number of keys by which a PE's range may exceed its share: a bucket of the densest ones, and 1024
    /// for small classes.
    private static int slack(IsClass problem) {
        return Math.toIntExact(4 * problem.keys / problem.buckets + 1024);
    }

    /// Bytes of Java heap that a PE needs: its keys, and the counters of the widest range, which is the tail of the
    /// distribution. Values below a fraction x of the range hold (4 x)^4 / 24 of the keys.
    static long javaBytes(IsClass problem, int npes) {
        double widest = npes == 1 ? 1 : Math.min(0.5, Math.pow(24.0 / npes, 0.25) / 4);
        return Integer.BYTES * (problem.keys / npes + slack(problem) + (long) (widest * problem.range));
    }

    /// Runs [#rank] on a small problem, and its collectives repeatedly: one ranking calls these too rarely for the
    /// JVM to compile them. Collective.
    @Override
    public void rehearse() {
        rank(1);
        if (counts != null) return;
        for (int i = 0; i < COLLECTIVES; i++) {
            reduce();
            exchange.plan();
            sh.barrierAll();
        }
    }

    @Override
    public void reset() {
        passed = 0;
    }

    @Override
    public void iterate(int number) {
        passed += rank(number);
    }

    @Override
    public Judgement judge(int iterations) {
        if (counts != null) moveKeys();
        long all = sh.world().reduce(Op.SUM, (long) passed + sorted());
        int expected = IsClass.TESTS * iterations + sh.nPes();
        long arrived = sh.world().reduce(Op.SUM, (long) keysHere);
        return Judgement.of(
                all == expected && arrived == problem.keys,
                "%d of %d tests passed, %d of %d keys arrived".formatted(all, expected, arrived, problem.keys));
    }

    /// Ranks all keys. Returns the number of test keys in this PE's range that have the correct rank. Collective.
    int rank(int iteration) {
        if (me == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsClass.ITERATIONS] = problem.range - iteration;
        }
        setTests();
        if (counts != null) countKeys();
        else moveKeys();
        int right = partialVerify(iteration);
        watch.enter(Stopwatch.Phase.COMPUTE);
        return right;
    }

    private void countKeys() {
        try {
            counts.count(keys, perPe);
        } catch (IndexOutOfBoundsException e) {
            throw outOfRange(e);
        }
        counts.add(tests);
    }

    /// Moves each key to the PE of its value, and counts the received keys.
    private void moveKeys() {
        countBuckets();
        reduce();
        split.run(bucketCounts, message);
        sh.compute(Work.scalars(8L * problem.buckets));
        exchange.plan();
        deal();
        count();
    }

    /// Sets the test keys that this PE owns, 0 for the others.
    private void setTests() {
        for (int i = 0; i < tests.length; i++) {
            long at = problem.index(i) - (long) me * perPe;
            tests[i] = at >= 0 && at < perPe ? keys[(int) at] : 0;
        }
    }

    private void countBuckets() {
        Arrays.fill(bucketCounts, 0);
        try {
            for (int at = 0; at < perPe; at += IsLoops.STRETCH) {
                IsLoops.countBuckets(keys, at, Math.min(at + IsLoops.STRETCH, perPe), problem.shift, bucketCounts);
            }
        } catch (IndexOutOfBoundsException e) {
            throw outOfRange(e);
        }
        sh.compute(IsWork.stream(perPe, 4, 3, 1));
    }

    private IllegalStateException outOfRange(IndexOutOfBoundsException cause) {
        int i = 0;
        while (keys[i] >= 0 && keys[i] < problem.range) i++;
        return new IllegalStateException(
                "PE %d/%d: is: key %d of this PE is %d, outside 0 to %d; the keys are not those of class %s"
                        .formatted(me, sh.nPes(), i, keys[i], problem.range - 1, problem),
                cause);
    }

    /// Sums the bucket counts of all PEs, and the test keys with them: the owner of a test key adds the key, the
    /// others 0.
    private void reduce() {
        System.arraycopy(bucketCounts, 0, message, 0, problem.buckets);
        System.arraycopy(tests, 0, message, problem.buckets, tests.length);
        mine.stored(0, message.length, me);
        ArrayCopy.in(message, 0, mine.local(), 0, message.length);
        watch.enter(Stopwatch.Phase.REDUCTION);
        sh.world().reduce(Op.SUM, all, mine, message.length);
        watch.enter(Stopwatch.Phase.COMPUTE);
        all.loaded(0, message.length, me);
        ArrayCopy.out(all.local(), 0, message, 0, message.length);
        System.arraycopy(message, problem.buckets, tests, 0, tests.length);
    }

    private void deal() {
        exchange.deal(keys, perPe, problem.shift, bucketCounts);
        sh.compute(IsWork.stream(perPe, 5, 3, 2));
        exchange.send();
    }

    /// Counts the values of this PE's own and received keys, and accumulates the counts.
    private void count() {
        int values = split.range();
        if (cumulative.length < values) cumulative = new int[values];
        else Arrays.fill(cumulative, 0, values, 0);
        count(exchange.own());
        count(exchange.come());
        int sum = 0;
        for (int at = 0; at < values; at += IsLoops.STRETCH) {
            sum = IsLoops.accumulate(cumulative, at, Math.min(at + IsLoops.STRETCH, values), sum);
        }
        sh.compute(IsWork.stream(values, 1, 1, 2)); // clear, accumulate
    }

    private void count(MemorySegment some) {
        if (some.isNative() && counts == null) countByAddress(some);
        else inStretches(some, n -> IsLoops.countValues(stretch, n, split.first(), cumulative));
        sh.compute(IsWork.histogram(some.byteSize() / Integer.BYTES, split.range()));
    }

    /// Compiled, counting keys where they are takes less time than copying them first.
    private void countByAddress(MemorySegment some) {
        long end = some.address() + some.byteSize();
        long bytes = IsLoops.STRETCH * Integer.BYTES;
        for (long at = some.address(); at < end; at += bytes) {
            IsLoops.countValues(at, Math.min(at + bytes, end), split.first(), cumulative);
        }
    }

    /// Returns the number of test keys in this PE's value range that have the correct rank.
    private int partialVerify(int iteration) {
        int passed = 0;
        for (int i = 0; i < IsClass.TESTS; i++) {
            if (rankOf(tests[i]) == problem.rank(i, iteration)) passed++;
        }
        return passed;
    }

    /// Returns the number of keys less than a value, or -1 if the value belongs to another PE.
    private long rankOf(int key) {
        if (counts != null) return counts.has(key) ? counts.rank(key) : -1;
        int value = key - split.first();
        if (value < 0 || value >= split.range()) return -1;
        return split.lessThanFirst() + (value == 0 ? 0 : cumulative[value - 1]);
    }

    /// Moves every key to its rank. Returns 1 if the keys are sorted and the first is not less than the last key of
    /// the PEs before, else 0. Collective.
    int sorted() {
        int[] run = keys; // sent keys are not needed any more
        keysHere = place(exchange.own(), run) + place(exchange.come(), run);
        boolean right = true;
        for (int at = 1; at < keysHere; at += IsLoops.STRETCH) {
            right &= IsLoops.isSorted(run, at, Math.min(at + IsLoops.STRETCH, keysHere));
        }
        mine.set(0, keysHere == 0 ? -1 : run[keysHere - 1]); // its counts are not needed any more
        sh.barrierAll();
        int before = -1; // of the nearest PE before this one that has keys
        for (int pe = me - 1; pe >= 0 && before < 0; pe--) before = mine.g(0, pe);
        if (keysHere > 0) right &= before <= run[0];
        return right ? 1 : 0;
    }

    private int place(MemorySegment some, int[] run) {
        inStretches(some, n -> IsLoops.place(stretch, n, split.first(), cumulative, run));
        return (int) (some.byteSize() / Integer.BYTES);
    }

    /// Copies keys to `stretch`, and gives `loop` their number, until all have been there.
    private void inStretches(MemorySegment keys, IntConsumer loop) {
        long count = keys.byteSize() / Integer.BYTES;
        for (long at = 0; at < count; at += IsLoops.STRETCH) {
            int n = (int) Math.min(stretch.length, count - at);
            ArrayCopy.out(keys, at, stretch, 0, n);
            loop.accept(n);
        }
    }

    @Override
    public void free() {
        mine.free();
        all.free();
        exchange.free();
        if (counts != null) counts.free();
    }
}
