// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.Shmem;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Where;

/// The operations before the samples of a row.
///
/// All PEs run rounds whose lengths PE 0 chooses. It doubles them until one is long enough to be timed, and repeats
/// them until the warm-up is over. From the fastest round it derives how many operations make a sample and how many
/// samples make a row.
final class WarmUp {
    private static final double MOST_REHEARSAL = 0.12; // seconds
    private static final double REHEARSAL_WINDOW = 0.05; // each row is watched until it is at rest
    private static final double CROWDED_REHEARSAL = 10; // many JVMs compile on few cores
    private static final long CROWDED_WARM_NANOS = 3_000_000_000L;

    private final Shmem sh;
    private final SuiteSettings settings;
    private final Where where;
    private final Plan plan;
    private final Agreement agreement;
    private String warm = "";

    WarmUp(Shmem sh, SuiteSettings settings, Where where, Plan plan, Agreement agreement) {
        this.sh = sh;
        this.settings = settings;
        this.where = where;
        this.plan = plan;
        this.agreement = agreement;
    }

    /// A choice of PE 0 after the rounds.
    ///
    /// @param batch operations in a sample
    /// @param samples samples in a row
    /// @param slow whether one operation takes so long that one call is warm-up enough
    record Choice(int batch, int samples, boolean slow) {
        private static final int BATCH_SHIFT = 32;
        private static final long SLOW = 1L << 62;

        private static Choice of(long word) {
            return new Choice((int) ((word & ~SLOW) >>> BATCH_SHIFT), (int) word, (word & SLOW) != 0);
        }

        private long word() {
            return (slow ? SLOW : 0) | (long) batch << BATCH_SHIFT | samples;
        }
    }

    Plan plan(Case c) {
        return c.pairs == 0 ? plan.together(where.npes()) : plan;
    }

    /// Whether the code of a row has run before.
    boolean isWarm(Case c) {
        return warm.equals(key(c));
    }

    /// The warm-up of a row, in nanoseconds; from then on its code counts as warm.
    long begin(Case c) {
        long nanos = isWarm(c) ? plan(c).warmNanos() : plan(c).firstWarmNanos();
        warm = key(c);
        return nanos;
    }

    private static String key(Case c) {
        return c.benchmark + c.variant + c.access;
    }

    /// Warms up an algorithm on all its sizes: a JIT compiler that has seen only small copies compiles again at the
    /// first large one. Collective.
    void sizes(List<Long> sizes, LongFunction<Case> cases, LongFunction<Batch> batches) {
        if (sizes.isEmpty()) return;
        Case first = cases.apply(sizes.getFirst());
        Plan its = plan(first);
        if (its.firstWarmNanos() == 0 || isWarm(first)) return;
        // repeated over all sizes: code compiled for the first ones is thrown away at the next
        Runnable cycle = () -> {
            for (long bytes : sizes) {
                // sizes from one that takes long on need no warm-up of their own
                if (rounds(its, batches.apply(bytes), its.sliceNanos()).slow()) return;
            }
        };
        // compilers also rest before the first calls, when they have nothing to compile yet
        if (warm.isEmpty()) together(batches.apply(sizes.getFirst()));
        if (where.crowded()) Rehearsal.of(sh, CROWDED_REHEARSAL, cycle);
        else Rehearsal.of(sh, MOST_REHEARSAL, REHEARSAL_WINDOW, cycle);
        warm = key(first);
    }

    void together(Batch mine) {
        if (where.crowded() && !settings.check) rounds(plan, mine, CROWDED_WARM_NANOS);
    }

    /// Runs rounds of operations for at least `nanos`. Collective.
    Choice rounds(Plan its, Batch mine, long nanos) {
        long spent = 0;
        int rounds = 0;
        long done = 0;
        long operations = 1;
        double best = Double.MAX_VALUE; // a disturbed round must not decide the length of a sample
        while (true) {
            sh.barrierAll();
            long start = sh.nanoTime();
            for (long left = operations; left > 0; left -= Plan.MAX_BATCH) {
                mine.run((int) Math.min(left, Plan.MAX_BATCH));
            }
            long took = sh.nanoTime() - start;
            spent += took;
            done += operations;
            double each = (double) took / operations;
            boolean slow = its.slow(each);
            if (rounds > 0 || slow) best = Math.min(best, each);
            long next = operations;
            boolean settled = ++rounds >= 2 && (took >= its.roundNanos() || spent >= 4 * nanos);
            if (spent >= nanos && done >= settings.warmup && (settled || slow)) {
                int batch = its.batch(best);
                int samples = its.samples(batch, best, settings.iterations);
                next = -new Choice(batch, samples, slow).word();
            } else if (took < its.roundNanos()) {
                next = operations << 1;
            }
            operations = agreement.on(next);
            if (operations < 0) return Choice.of(-operations);
        }
    }

    /// Runs operations with a set-up each, for at least `nanos`; a sample is one operation. Collective.
    Choice staged(Plan its, Bench.Staged mine, long nanos) {
        long begin = sh.nanoTime();
        long last = begin;
        long samples = 0;
        for (int rounds = 1; samples == 0; rounds++) {
            mine.once();
            sh.barrierAll();
            long now = sh.nanoTime();
            boolean enough = rounds >= 2 && now - begin >= nanos;
            samples = agreement.on(enough ? its.samples(1, now - last, settings.iterations) : 0);
            last = now;
        }
        return new Choice(1, (int) samples, false);
    }
}
