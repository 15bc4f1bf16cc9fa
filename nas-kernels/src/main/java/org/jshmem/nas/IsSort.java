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
///   own keys -> count by bucket -> all-reduce -> the same split of buckets among PEs on every PE -> all counts to all
///            -> deal out to parts -> exchange -> count by value, part by part -> cumulative: how many keys are less
/// ```
final class IsSort {
    /// Up to so many parts one vector loop for each of them selects its keys; for more of them, a scalar loop that
    /// deals keys out to all of them costs less.
    private static final int FEW = 8;

    /// Rankings' worth of collectives in a round of the rehearsal.
    private static final int COLLECTIVES = 8;

    private final Shmem sh;
    private final IsClass problem;
    private final IsSplit split;
    private final IsExchange exchange;
    private final Stopwatch watch;
    private final int me;
    private final int perPe;
    private final boolean few;
    private final boolean straight;

    /// The own keys, numbers `myPe * perPe` and up of the whole sequence; some room behind them.
    final int[] keys;

    /// The keys by part, where they are not dealt straight to their targets.
    private final int[] dealt;

    /// Of each part: where its keys start in `dealt`, where its next key goes; there, or as an address.
    private final int[] start;

    private final int[] next;
    private final long[] addresses;

    private final int[] stretch = new int[IsLoops.STRETCH + IsLoops.SPILL];
    private final int[][] moreCounts;
    private final int[] bucketCounts;
    private final int[] message;
    private final SymInts mine;
    private final SymInts all;

    /// Of each value of this PE's range: how many keys, and how many have it or a lesser one of the range.
    private short[] counts = new short[0];

    private int[] cumulative = new int[0];

    /// Collective: allocates symmetric memory.
    ///
    /// @param cuts parts of each PE's range
    IsSort(Shmem sh, IsClass problem, int cuts, Access access, boolean shifted, Stopwatch watch) {
        this.sh = sh;
        this.problem = problem;
        this.watch = watch;
        me = sh.myPe();
        int npes = sh.nPes();
        split = new IsSplit(problem, npes, me, cuts);
        few = split.parts <= FEW;
        straight = straight(npes, access);
        exchange = new IsExchange(sh, split, capacity(problem, npes, access), access, shifted, straight, watch);
        perPe = (int) (problem.keys / npes);
        keys = new int[straight ? capacity(problem, npes, access) : perPe];
        dealt = new int[straight ? 0 : perPe + split.parts * IsLoops.SPILL];
        start = new int[split.parts];
        next = new int[split.parts];
        addresses = new long[straight ? split.parts : 0];
        moreCounts = new int[3][problem.buckets];
        bucketCounts = new int[problem.buckets];
        message = new int[problem.buckets + IsClass.TESTS];
        mine = sh.ints(message.length);
        all = sh.ints(message.length);
        IsLoops.generate(keys, perPe, (long) me * perPe, problem.range);
    }

    /// Whether keys go straight to the memory of their PEs: where there are many of them, and it can be addressed.
    private static boolean straight(int npes, Access access) {
        return npes > FEW && access == Access.PTR;
    }

    /// Keys that may come to a PE: its share, less its part of that where it keeps its own, a bucket of the densest
    /// ones, and some slack for small classes.
    static int capacity(IsClass problem, int npes, Access access) {
        if (npes == 1) return 0;
        long share = problem.keys / npes;
        long kept = straight(npes, access) ? 0 : share / npes;
        return Math.toIntExact(share - kept + 4 * problem.keys / problem.buckets + 1024);
    }

    /// Bytes of Java heap that a PE needs.
    static long javaBytes(IsClass problem, int npes, Access access) {
        long perPe = problem.keys / npes;
        boolean straight = straight(npes, access);
        long arrays = straight ? capacity(problem, npes, access) : 2 * perPe;
        long verified = straight ? 0 : perPe + 4 * problem.keys / problem.buckets;
        double widest = npes == 1 ? 1 : Math.min(0.5, Math.pow(24.0 / npes, 0.25) / 4);
        return Integer.BYTES * (arrays + verified) + (long) (widest * problem.range) * (Short.BYTES + Integer.BYTES);
    }

    /// As [#rank] on a small problem, and its collectives over and over: a ranking calls them too seldom for the
    /// compiler to notice. Collective.
    void rehearse() {
        rank(1);
        for (int i = 0; i < COLLECTIVES; i++) {
            reduce();
            exchange.plan();
            sh.barrierAll();
        }
    }

    /// Ranks all keys; how many of the test keys that this PE judges have the right rank. Collective.
    int rank(int iteration) {
        if (me == 0) {
            keys[iteration] = iteration;
            keys[iteration + IsClass.ITERATIONS] = problem.range - iteration;
        }
        try {
            IsLoops.countBuckets(keys, perPe, problem.shift, moreCounts, bucketCounts);
        } catch (IndexOutOfBoundsException e) {
            throw outOfRange(e);
        }
        sh.compute(stream(perPe, 4, 3, 1));
        reduce();
        split.run(bucketCounts, message);
        sh.compute(scalars(problem.buckets, 8));
        exchange.plan();
        clear();
        if (straight) dealStraight();
        else deal();
        count();
        int passed = judge(iteration);
        watch.enter(Stopwatch.Phase.COMPUTE);
        return passed;
    }

    private IllegalStateException outOfRange(IndexOutOfBoundsException cause) {
        int i = 0;
        while (keys[i] >= 0 && keys[i] < problem.range) i++;
        return new IllegalStateException(
                "PE %d/%d: is: key %d of this PE is %d, outside 0 to %d; the keys are not those of class %s"
                        .formatted(me, sh.nPes(), i, keys[i], problem.range - 1, problem),
                cause);
    }

    /// Sums the bucket counts of all PEs, and carries the test keys along: each comes from its owner, 0 from the
    /// others.
    private void reduce() {
        System.arraycopy(bucketCounts, 0, message, 0, problem.buckets);
        for (int i = 0; i < IsClass.TESTS; i++) {
            long at = problem.index(i) - (long) me * perPe;
            message[problem.buckets + i] = at >= 0 && at < perPe ? keys[(int) at] : 0;
        }
        mine.stored(0, message.length, me);
        MemorySegment.copy(message, 0, mine.local(), ValueLayout.JAVA_INT, 0, message.length);
        watch.enter(Stopwatch.Phase.REDUCTION);
        sh.world().reduce(Op.SUM, all, mine, message.length);
        watch.enter(Stopwatch.Phase.COMPUTE);
        all.loaded(0, message.length, me);
        MemorySegment.copy(all.local(), ValueLayout.JAVA_INT, 0, message, 0, message.length);
    }

    /// Makes room for the counters of this PE's range, all 0.
    private void clear() {
        int values = split.rangeOf(me);
        if (counts.length < values) {
            counts = new short[values];
            cumulative = new int[values];
        }
        Arrays.fill(counts, 0, values, (short) 0);
    }

    private void dealStraight() {
        exchange.addresses(addresses);
        for (int at = 0; at < perPe; at += IsLoops.STRETCH) {
            int end = Math.min(at + IsLoops.STRETCH, perPe);
            IsLoops.dealStraight(keys, at, end, problem.shift, split.part, addresses);
        }
        sh.compute(stream(perPe, 5, 3, 2));
        exchange.dealt();
    }

    /// Brings the keys of each part together, and sends those of other PEs.
    private void deal() {
        int at = 0;
        for (int p = 0; p < split.parts; p++) {
            start[p] = at;
            next[p] = at;
            at += split.count[p] + IsLoops.SPILL;
        }
        int own = me * split.cuts;
        for (int from = 0; from < perPe; from += IsLoops.STRETCH) {
            int end = Math.min(from + IsLoops.STRETCH, perPe);
            if (few) {
                select(from, end, own);
                // keys of the own first part are counted while they are in the cache, and never written
                int n = IsLoops.select(keys, from, end, split.first[own], split.range[own], stretch, 0);
                count(stretch, 0, n);
            } else {
                IsLoops.deal(keys, from, end, problem.shift, split.part, next, dealt);
            }
        }
        if (few) {
            sh.compute(stream((long) perPe * split.parts, 4, 1, 1).vectorized());
            sh.compute(histogram(split.count[own], split.range[own]));
        } else {
            sh.compute(stream(perPe, 5, 3, 2));
        }
        exchange.send(dealt, start);
    }

    /// Selects a stretch of keys for all parts but one.
    private void select(int from, int end, int but) {
        for (int p = 0; p < split.parts; p++) {
            if (p != but) next[p] = IsLoops.select(keys, from, end, split.first[p], split.range[p], dealt, next[p]);
        }
    }

    /// Counts the values of the keys of this PE's range, part by part, and sums the counts up.
    private void count() {
        for (int cut = 0; cut < split.cuts; cut++) {
            int part = me * split.cuts + cut;
            long n = 0;
            if (!straight && !(few && cut == 0)) {
                count(dealt, start[part], start[part] + split.count[part]);
                n += split.count[part];
            }
            for (int from = 0; from < split.npes; from++) n += countCome(from, cut);
            sh.compute(histogram(n, split.range[part]));
        }
        int values = split.rangeOf(me);
        int sum = 0;
        for (int at = 0; at < values; at += IsLoops.STRETCH) {
            int end = Math.min(at + IsLoops.STRETCH, values);
            sum = IsLoops.accumulate(counts, at, end, sum, cumulative);
        }
        sh.compute(stream(values, 1, 1, 2)); // clear, accumulate
        if (sum != keysHere()) {
            throw new IllegalStateException(
                    "PE %d/%d: is: %d of %d keys counted, since a value occurs more than 65535 times; the keys are not those of class %s"
                            .formatted(me, sh.nPes(), sum, keysHere(), problem));
        }
    }

    /// Counts the keys that have come from a PE for a part; how many.
    private int countCome(int from, int cut) {
        int n = exchange.count(from, cut);
        int at = exchange.at(from, cut);
        exchange.reading(at, n);
        for (int done = 0; done < n; done += IsLoops.STRETCH) {
            int some = Math.min(IsLoops.STRETCH, n - done);
            exchange.read(at + done, stretch, some);
            count(stretch, 0, some);
        }
        return n;
    }

    private void count(int[] some, int from, int end) {
        int first = split.firstOf(me);
        for (int at = from; at < end; at += IsLoops.STRETCH) {
            IsLoops.countValues(some, at, Math.min(at + IsLoops.STRETCH, end), first, counts);
        }
    }

    /// Keys of this PE's range.
    private int keysHere() {
        return exchange.total() + (straight ? 0 : split.countOf(me));
    }

    /// The test keys of this PE's value range that have the right rank.
    private int judge(int iteration) {
        int passed = 0;
        for (int i = 0; i < IsClass.TESTS; i++) {
            int value = message[problem.buckets + i] - split.firstOf(me);
            if (value < 0 || value >= split.rangeOf(me)) continue;
            long rank = split.lessThanFirst() + (value == 0 ? 0 : cumulative[value - 1]);
            if (rank == problem.rank(i, iteration)) passed++;
        }
        return passed;
    }

    /// Puts every key that has come at its rank: 1 if that gives a sorted run that fits behind the run of the PE
    /// before. Collective.
    int sorted() {
        int keysHere = keysHere();
        int first = split.firstOf(me);
        int values = split.rangeOf(me);
        int[] run = straight ? keys : new int[keysHere]; // sent keys are of no more use
        for (int i = 0; !straight && i < perPe; i++) {
            if (keys[i] >= first && keys[i] < first + values) place(keys[i], run);
        }
        for (int at = 0; at < exchange.total(); at += IsLoops.STRETCH) {
            int n = Math.min(IsLoops.STRETCH, exchange.total() - at);
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

    private void place(int key, int[] run) {
        run[--cumulative[key - split.firstOf(me)]] = key;
    }

    /// Gives the symmetric memory back. Collective.
    void free() {
        mine.free();
        all.free();
        exchange.free();
    }

    /// A pass of scalar loops along `n` ints.
    private static Work stream(long n, int operations, int loads, int stores) {
        return Work.flops(n * operations)
                .bytes(n * loads * Integer.BYTES, n * stores * Integer.BYTES)
                .footprint(n * 2 * Integer.BYTES)
                .prefetched();
    }

    /// Counting `n` keys in a table of so many short counters: each key is a load and a store somewhere in it.
    private static Work histogram(long n, long values) {
        return Work.flops(2 * n)
                .bytes(n * (Integer.BYTES + Short.BYTES), n * Short.BYTES)
                .footprint(Math.min(n * (Integer.BYTES + Short.BYTES), n * Integer.BYTES + values * Short.BYTES));
    }

    static Work scalars(long n, int each) {
        return Work.scalars(n * each);
    }
}
