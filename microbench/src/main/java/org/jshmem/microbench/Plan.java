// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

/// How long to warm up and how many samples to take. A real machine needs the JIT compiler and noise averaged out; a
/// simulated one repeats itself after the first touch of each line.
///
/// @param firstWarmNanos warm-up of the first row of an algorithm, whose code is cold
/// @param warmNanos warm-up of each further row
/// @param roundNanos a warm-up round is this long before PE 0 looks again
/// @param sampleNanos how long a sample should be, so that reading the clock does not count
/// @param budgetNanos how long the samples of a row may take together
/// @param minSamples samples taken even when they cost more than that
/// @param maxSamples samples that are enough
record Plan(
        long firstWarmNanos,
        long warmNanos,
        long roundNanos,
        long sampleNanos,
        long budgetNanos,
        int minSamples,
        int maxSamples) {

    private static final long MILLI = 1_000_000;

    static final int MAX_BATCH = 1024;

    static Plan of(boolean simulated, boolean crowded) {
        if (simulated) return new Plan(0, 0, 0, 1_000, 10_000, 3, 10);
        if (crowded) return new Plan(40 * MILLI, 2 * MILLI, MILLI, 2_000, 15 * MILLI, 5, 1000);
        return new Plan(120 * MILLI, 6 * MILLI, MILLI, 2_000, 25 * MILLI, 10, 1000);
    }

    int batch(double nanosPerOperation) {
        return Math.clamp(Math.round(sampleNanos / Math.max(nanosPerOperation, 0.1)), 1, MAX_BATCH);
    }

    int samples(int batch, double nanosPerOperation, int iterations) {
        if (iterations > 0) return Math.clamp((iterations + batch - 1) / batch, 1, maxSamples);
        double one = Math.max(1, batch * nanosPerOperation);
        return Math.clamp(Math.round(budgetNanos / one), minSamples, maxSamples);
    }
}
