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
        publish(took, n);
        Result.Tails tails = null;
        if (b.isFirst()) {
            var all = new Samples();
            long[] theirs = new long[n];
            for (int pe = 0; pe < sh.nPes(); pe++) {
                if (!c.reports.by(pe)) continue;
                gathered.get(0, theirs, 0, n, pe);
                for (long one : theirs) all.add((double) one / c.hops);
            }
            tails = new Result.Tails(
                    all.count(),
                    all.percentile(50),
                    all.percentile(99),
                    all.percentile(99.9),
                    all.max(),
                    clockNanos / c.hops);
        }
        sh.barrierAll(); // the times stay until PE 0 has read them
        return tails;
    }

    private void publish(long[] from, int n) {
        MemorySegment.copy(from, 0, gathered.local(), ValueLayout.JAVA_LONG, 0, n);
        sh.barrierAll();
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
        publish(took, n);
        double[] medians = new double[sh.nPes()];
        if (b.isFirst()) for (int pe = 0; pe < medians.length; pe++) medians[pe] = Statistics.median(theirs(n, pe));
        sh.barrierAll();
        publish(begun, n);
        double skew = b.isFirst() && b.where.hosts() == 1 ? skew(n) : 0;
        sh.barrierAll();
        if (!b.isFirst()) return null;
        var all = Arrays.stream(medians).summaryStatistics();
        return new Result.OverPes(all.getMin(), all.getAverage(), all.getMax(), skew);
    }

    private double[] theirs(int n, int pe) {
        long[] theirs = new long[n];
        gathered.get(0, theirs, 0, n, pe);
        return Arrays.stream(theirs).asDoubleStream().toArray();
    }

    private double skew(int n) {
        long[] early = new long[n];
        long[] late = new long[n];
        Arrays.fill(early, Long.MAX_VALUE);
        Arrays.fill(late, Long.MIN_VALUE);
        long[] theirs = new long[n];
        for (int pe = 0; pe < sh.nPes(); pe++) {
            gathered.get(0, theirs, 0, n, pe);
            for (int k = 0; k < n; k++) {
                early[k] = Math.min(early[k], theirs[k]);
                late[k] = Math.max(late[k], theirs[k]);
            }
        }
        double[] apart = new double[n];
        for (int k = 0; k < n; k++) apart[k] = late[k] - early[k];
        return Statistics.median(apart);
    }
}
