// SPDX-License-Identifier: Apache-2.0
package org.jshmem.gcmc;

import java.util.Locale;

/// The mean of a quantity over a chain, its variance, and its standard error.
///
/// Neighbours in a chain are correlated, so the error comes from the means of twenty stretches.
final class Averages {
    private static final int STRETCHES = 20;

    private final long samples;
    private final double[] stretch = new double[STRETCHES];
    private final long[] counts = new long[STRETCHES];
    private long n;
    private double sum;
    private double squares;

    Averages(long samples) {
        this.samples = samples;
    }

    void add(double value) {
        int s = (int) (n * STRETCHES / samples);
        stretch[s] += value;
        counts[s]++;
        n++;
        sum += value;
        squares += value * value;
    }

    double mean() {
        return sum / n;
    }

    double variance() {
        return squares / n - mean() * mean();
    }

    /// The standard error of the mean.
    double error() {
        double square = 0;
        int used = 0;
        for (int s = 0; s < STRETCHES; s++) {
            if (counts[s] == 0) continue;
            double d = stretch[s] / counts[s] - mean();
            square += d * d;
            used++;
        }
        return used < 2 ? Double.NaN : Math.sqrt(square / used / (used - 1));
    }

    /// The mean with its standard error, such as `12.34 +- 0.56`; without an error if a single stretch has steps.
    String text(int decimals) {
        String number = "%." + decimals + "f";
        String format = Double.isNaN(error()) ? number : number + " +- " + number;
        return String.format(Locale.ROOT, format, mean(), error());
    }
}
