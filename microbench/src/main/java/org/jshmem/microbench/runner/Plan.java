// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.runner;

import org.jshmem.report.Where;

/// The lengths of a row.
///
/// @param warmNanos warm-up of a row whose code is warm
/// @param sampleNanos length of a sample, so that the reading of the clock is negligible
/// @param budgetNanos length of all samples of a row together
/// @param fewest samples that are taken even if they exceed the budget
/// @param most samples that are enough
/// @param slowNanos an operation that takes longer is warm after one call, and one to three samples are enough
record Plan(long warmNanos, long sampleNanos, long budgetNanos, int fewest, int most, long slowNanos) {
    static final long MILLI = 1_000_000;
    static final int MOST_BATCH = 1024;
    private static final long SLOW_BUDGET = 400 * MILLI;

    static Plan of(Where where, boolean check) {
        if (check) return new Plan(0, 1, 1, 2, 2, 50 * MILLI);
        // a simulated machine repeats itself after the first touch of each line
        if (where.virtual()) return new Plan(0, 1_000, 10_000, 3, 10, 5 * MILLI);
        return where.oversubscribed()
                ? new Plan(8 * MILLI, 2_000, 60 * MILLI, 5, 1000, 100 * MILLI)
                : new Plan(4 * MILLI, 2_000, 12 * MILLI, 10, 5000, 50 * MILLI);
    }

    int batch(double nanos) {
        return Math.clamp(Math.round(sampleNanos / Math.max(nanos, 0.1)), 1, MOST_BATCH);
    }

    int samples(int batch, double nanos, int iterations) {
        if (iterations > 0) return Math.clamp((iterations + batch - 1) / batch, 1, most);
        double one = Math.max(1, batch * nanos);
        int least = nanos >= slowNanos ? (int) Math.clamp(SLOW_BUDGET / one, 1, Math.min(3, most)) : fewest;
        return Math.clamp(Math.round(budgetNanos / one), least, most);
    }
}
