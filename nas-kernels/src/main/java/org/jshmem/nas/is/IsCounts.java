// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas.is;

import java.util.Arrays;
import org.jshmem.Access;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.nas.npb.ArrayCopy;
import org.jshmem.nas.npb.Stopwatch;

/// The ranking of keys without moving them: each PE counts all its keys by value, and adds up all PEs' counts of its
/// part of the values.
///
/// ```
///   own keys -> counts by value -> published -> sums of all parts reduced
///            -> own part of all counts got and added -> cumulative: how many keys are less
///
///   value      0 ............ range
///   counts   [ PE 0 | PE 1 | PE 2 | PE 3 ]   on every PE; a part's ranks begin at the sum of the parts before
/// ```
///
/// A published table is written again two rankings later. In between a PE enters a reduction only after it has read
/// the tables of the ranking before.
final class IsCounts {
    /// Twice the second-level cache of current cores: the middle half of the values has 92 % of the keys.
    private static final int MAX_TABLE_BYTES = 2 << 20;

    /// Keys of a PE for each value: with fewer keys, clearing and adding the tables takes more time than the saved
    /// exchange.
    private static final int MIN_KEYS_PER_VALUE = 4;

    private static final int TABLES = 2;

    private final Shmem sh;
    private final boolean direct;
    private final Stopwatch watch;
    private final int me;
    private final int npes;
    private final int range;

    private final int part;

    /// The counts by value. After a ranking, a value of this PE's part has the number of the part's keys that are not
    /// greater.
    private final int[] counts;

    private final int[] other;
    private final SymInts published;
    private final SymInts mine;
    private final SymInts all;
    private int table;
    private long lessThanFirst;

    IsCounts(Shmem sh, IsClass problem, Access access, Stopwatch watch) {
        this.sh = sh;
        this.watch = watch;
        direct = access == Access.PTR;
        me = sh.myPe();
        npes = sh.nPes();
        range = problem.range;
        part = range / npes;
        counts = new int[range];
        other = new int[part];
        published = sh.ints(npes == 1 ? 0 : (long) TABLES * range);
        mine = sh.ints(npes + IsClass.TESTS);
        all = sh.ints(npes + IsClass.TESTS);
    }

    /// Whether counting is faster: with a table near the size of the second-level cache, and many keys for each
    /// value.
    static boolean pays(IsClass problem, int npes) {
        return (long) problem.range * Integer.BYTES <= MAX_TABLE_BYTES
                && problem.keys / npes >= (long) MIN_KEYS_PER_VALUE * problem.range;
    }

    static long heapBytes(IsClass problem, int npes) {
        return npes == 1 ? 0 : (long) TABLES * Integer.BYTES * problem.range;
    }

    static long javaBytes(IsClass problem) {
        return 2L * Integer.BYTES * problem.range;
    }

    /// Counts the first `perPe` keys by value; a key outside the range throws an IndexOutOfBoundsException.
    void count(int[] keys, int perPe) {
        Arrays.fill(counts, 0);
        for (int at = 0; at < perPe; at += IsLoops.STRETCH) {
            IsLoops.countBuckets(keys, at, Math.min(at + IsLoops.STRETCH, perPe), 0, counts);
        }
        sh.compute(IsWork.histogram(perPe, range));
    }

    /// Adds up the counts of all PEs. `tests` are the test keys of this PE before, and those of all PEs after.
    /// Collective.
    void add(int[] tests) {
        publish();
        reduce(tests);
        for (int i = 1; i < npes; i++) addPart((me + i) % npes);
        int sum = 0;
        int end = (me + 1) * part;
        for (int at = me * part; at < end; at += IsLoops.STRETCH) {
            sum = IsLoops.accumulate(counts, at, Math.min(at + IsLoops.STRETCH, end), sum);
        }
        sh.compute(IsWork.stream((long) npes * part, 1, 2, 1));
    }

    /// Copies the counts of the other PEs' parts to the table that these PEs read.
    private void publish() {
        table = (table + 1) % TABLES;
        publish(0, me * part);
        publish((me + 1) * part, range);
    }

    private void publish(int from, int to) {
        if (from == to) return;
        long at = (long) table * range + from;
        published.stored(at, to - from, me);
        ArrayCopy.in(counts, from, published.local(), at, to - from);
    }

    /// Sums the parts' keys over all PEs, and the test keys with them: the owner of a test key adds the key, the
    /// others 0.
    private void reduce(int[] tests) {
        for (int pe = 0; pe < npes; pe++) mine.set(pe, sum(pe * part, (pe + 1) * part));
        for (int i = 0; i < tests.length; i++) mine.set(npes + i, tests[i]);
        watch.enter(Stopwatch.Phase.REDUCTION);
        sh.world().reduce(Op.SUM, all, mine, mine.length());
        watch.enter(Stopwatch.Phase.COMPUTE);
        lessThanFirst = 0;
        for (int pe = 0; pe < me; pe++) lessThanFirst += all.get(pe);
        for (int i = 0; i < tests.length; i++) tests[i] = all.get(npes + i);
    }

    private int sum(int from, int to) {
        int sum = 0;
        for (int at = from; at < to; at += IsLoops.STRETCH) {
            sum += IsLoops.sum(counts, at, Math.min(at + IsLoops.STRETCH, to));
        }
        return sum;
    }

    private void addPart(int pe) {
        long at = (long) table * range + (long) me * part;
        watch.enter(Stopwatch.Phase.TRANSFER);
        if (direct) {
            published.loaded(at, part, pe);
            ArrayCopy.out(published.ptr(pe), at, other, 0, part);
        } else {
            published.get(at, other, 0, part, pe);
        }
        watch.enter(Stopwatch.Phase.COMPUTE);
        for (int i = 0; i < part; i += IsLoops.STRETCH) {
            IsLoops.add(counts, me * part, other, i, Math.min(i + IsLoops.STRETCH, part));
        }
    }

    /// Whether a value belongs to this PE's part, so that [#rank] is defined.
    boolean has(int value) {
        return value / part == me;
    }

    /// Returns the number of keys of all PEs that are less than a value of this PE's part.
    long rank(int value) {
        return lessThanFirst + (value == me * part ? 0 : counts[value - 1]);
    }

    void free() {
        published.free();
        mine.free();
        all.free();
    }
}
