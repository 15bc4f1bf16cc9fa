// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.report.Where;

/// Plan of a row: the length of its warm-up and the number of its samples.
///
/// On a real machine the JIT compiler has to finish and noise is averaged out. A simulated machine repeats itself
/// after the first touch of each line.
///
/// @param firstWarmNanos warm-up of the first row of an algorithm, whose code is cold
/// @param warmNanos warm-up of each further row
/// @param roundNanos least length of the warm-up round from which PE 0 derives the samples
/// @param sampleNanos length of a sample, so that the reading of the clock is negligible
/// @param budgetNanos length of all samples of a row together
/// @param minSamples samples that are taken even if they exceed the budget
/// @param slowNanos an operation that takes longer is warm after one call, and `fewest` samples are enough
/// @param fewest samples of such an operation, or fewer, at least one, if their budget of 400 ms is too short
/// @param maxSamples samples that are enough
/// @param cores processors that the PEs share, or 0 if each PE has its own
/// @param restNanos limit for the repetitions of a row until its compilers rest; 0 for no repetition
record Plan(
        long firstWarmNanos,
        long warmNanos,
        long roundNanos,
        long sampleNanos,
        long budgetNanos,
        int minSamples,
        long slowNanos,
        int fewest,
        int maxSamples,
        int cores,
        long restNanos) {

    private static final long MILLI = 1_000_000;
    private static final int MOST_BUDGETS = 4;
    private static final int QUICKER = 4;
    private static final int SLICES = 24;
    private static final long SLOW_BUDGET = 400 * MILLI;

    private static final long REST = 10_000 * MILLI;

    static final int MAX_BATCH = 1024;

    static Plan of(Where where) {
        if (where.virtual()) return new Plan(0, 0, 0, 1_000, 10_000, 3, 5 * MILLI, 1, 10, 0, 0);
        if (where.crowded()) {
            return new Plan(
                    25 * MILLI, 2 * MILLI, MILLI, 2_000, 15 * MILLI, 5, 100 * MILLI, 3, 1000, where.cores(), REST);
        }
        return new Plan(100 * MILLI, 4 * MILLI, MILLI, 2_000, 12 * MILLI, 10, 50 * MILLI, 3, 5000, 0, REST);
    }

    /// The plan of `--check`: a few operations a row, whose results are compared.
    static Plan check() {
        return new Plan(0, 0, 0, 1, 1, 2, 50 * MILLI, 1, 2, 0, 0);
    }

    /// This plan, or with `quick` half its warm-up and budget.
    Plan in(boolean quick) {
        return !quick || warmNanos == 0
                ? this
                : with(firstWarmNanos / 2, warmNanos / 2, budgetNanos / 2, restNanos / QUICKER);
    }

    private Plan with(long firstWarm, long warm, long budget, long rest) {
        return new Plan(
                firstWarm,
                warm,
                roundNanos,
                sampleNanos,
                budget,
                minSamples,
                slowNanos,
                fewest,
                maxSamples,
                cores,
                rest);
    }

    /// The plan for operations of all PEs together. If PEs take turns on the cores, the time of one operation
    /// holds the turns of all. The calls of an operation of one PE or of a pair need no longer warm-up.
    Plan together(int npes) {
        int turns = cores == 0 ? 1 : Math.max(1, npes / cores);
        return with(turns * firstWarmNanos, turns * warmNanos, Math.min(turns, MOST_BUDGETS) * budgetNanos, restNanos);
    }

    boolean takesTurns() {
        return cores > 0;
    }

    /// The warm-up of each size in one round over all sizes, in nanoseconds.
    long sliceNanos() {
        return cores == 0 ? 2 * MILLI : firstWarmNanos / SLICES;
    }

    /// Whether an operation takes so long that one call is warm-up enough.
    boolean slow(double nanosPerOperation) {
        return nanosPerOperation >= slowNanos;
    }

    /// Whether samples took much less time than the warm-up predicted: the compiler was still at work when the
    /// warm-up ended.
    boolean wasCold(int batch, int samples, long elapsedNanos) {
        return batch > 1 && batch < MAX_BATCH && elapsedNanos < 0.75 * sampleNanos * samples;
    }

    int batch(double nanosPerOperation) {
        return Math.clamp(Math.round(sampleNanos / Math.max(nanosPerOperation, 0.1)), 1, MAX_BATCH);
    }

    int samples(int batch, double nanosPerOperation, int iterations) {
        if (iterations > 0) return Math.clamp((iterations + batch - 1) / batch, 1, maxSamples);
        double one = Math.max(1, batch * nanosPerOperation);
        int least = slow(nanosPerOperation) ? (int) Math.clamp(SLOW_BUDGET / one, 1, fewest) : minSamples;
        return Math.clamp(Math.round(budgetNanos / one), least, maxSamples);
    }
}
