// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.report.Result;
import org.jshmem.report.Samples;
import org.jshmem.report.Statistics;

/// Operations timed one by one: their tails, and the differences between PEs in collective operations.
final class Singles {
    /*
     * A common start: PE 0 chooses a time shortly ahead, all PEs wait for it by the clock, and each notes when
     * it began and when it ended. PEs of one host read one clock (CLOCK_MONOTONIC), so that no synchronisation
     * of clocks is needed; the skew is the time between the first and the last begin. A common time is not
     * possible for PEs that take turns on the cores, are simulated, or run on several hosts. A barrier starts
     * these, and the skew is that of its end.
     */
    static final int MOST = 20_000;

    private static final long BUDGET = 5_000_000;
    private static final long CROWDED_BUDGET = 20_000_000;
    private static final int FEWEST = 20;
    private static final int MOST_WINDOWS = 200;
    private static final int SIMULATED_WINDOWS = 2;
    private static final long AHEAD = 20_000;

    private final Bench b;
    private final Shmem sh;
    private final SymLongs gathered;
    private final double clockNanos;
    private final long[] begun = new long[MOST_WINDOWS];
    private final long[] took = new long[MOST];

    Singles(Bench b, SymLongs gathered, double clockNanos) {
        this.b = b;
        this.sh = b.sh;
        this.gathered = gathered;
        this.clockNanos = clockNanos;
    }

    private int count(long each, int most) {
        long budget = b.where.crowded() ? CROWDED_BUDGET : BUDGET;
        return Math.clamp(budget / each, FEWEST, most);
    }

    /// The tails of a row whose operation takes about `each` nanoseconds, on PE 0. Null elsewhere and in
    /// virtual time. Collective.
    Result.Tails tails(Case c, Batch mine, long each) {
        if (b.where.virtual()) return null;
        int n = count(each, MOST);
        sh.barrierAll();
        for (int k = 0; k < n; k++) {
            long start = sh.nanoTime();
            mine.run(1);
            took[k] = sh.nanoTime() - start;
        }
        long[][] times = gather(took, n, true);
        if (times == null) return null;
        var all = new Samples();
        for (int pe = 0; pe < times.length; pe++) {
            if (c.reports.by(pe)) for (long one : times[pe]) all.add((double) one / c.hops);
        }
        double clock = clockNanos / c.hops;
        return new Result.Tails(
                all.count(), all.percentile(50), all.percentile(99), all.percentile(99.9), all.max(), clock);
    }

    /// The first `n` times of each PE, on PE 0; null elsewhere, and if they are not `wanted`. Collective.
    private long[][] gather(long[] own, int n, boolean wanted) {
        MemorySegment.copy(own, 0, gathered.local(), ValueLayout.JAVA_LONG, 0, n);
        sh.barrierAll();
        long[][] all = wanted && b.isFirst() ? new long[sh.nPes()][n] : null;
        for (int pe = 0; all != null && pe < all.length; pe++) gathered.get(0, all[pe], 0, n, pe);
        sh.barrierAll(); // the times stay until PE 0 has read them
        return all;
    }

    /// The differences between PEs in a collective operation, on PE 0; null elsewhere. Collective.
    Result.OverPes overPes(Batch mine, long each) {
        boolean timed = !b.where.virtual() && !b.where.crowded() && b.where.hosts() == 1;
        int n = b.where.virtual() ? SIMULATED_WINDOWS : count(each + AHEAD, MOST_WINDOWS);
        for (int k = 0; k < n; k++) {
            long start = b.agree(timed ? sh.nanoTime() + AHEAD : 0);
            if (timed) while (sh.nanoTime() < start) Thread.onSpinWait();
            else sh.barrierAll();
            begun[k] = sh.nanoTime();
            mine.run(1);
            took[k] = sh.nanoTime() - begun[k];
        }
        long[][] times = gather(took, n, true);
        long[][] begins = gather(begun, n, b.where.hosts() == 1);
        if (times == null) return null;
        var medians = Arrays.stream(times)
                .mapToDouble(its ->
                        Statistics.median(Arrays.stream(its).asDoubleStream().toArray()))
                .summaryStatistics();
        double skew = begins == null ? 0 : skew(begins, n);
        return new Result.OverPes(medians.getMin(), medians.getAverage(), medians.getMax(), skew);
    }

    private static double skew(long[][] begins, int n) {
        double[] apart = new double[n];
        for (int k = 0; k < n; k++) {
            int call = k;
            var all = Arrays.stream(begins).mapToLong(its -> its[call]).summaryStatistics();
            apart[k] = all.getMax() - all.getMin();
        }
        return Statistics.median(apart);
    }
}
