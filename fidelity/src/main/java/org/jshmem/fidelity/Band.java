// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.util.Arrays;

/// The distribution of a simulated quantity over the seeds of the noise and over the variations of the machine.
///
/// @param median over the seeds, on the unchanged machine
/// @param low the 5 % quantile over the seeds
/// @param high the 95 % quantile over the seeds
/// @param least the lowest 5 % quantile of the machine and all its variations
/// @param most the highest 95 % quantile of the machine and all its variations
/// @param seeds the number of seeds
public record Band(double median, double low, double high, double least, double most, int seeds) {

    /// Returns the band of samples on the machine and of samples on each variation.
    public static Band of(double[] own, Iterable<double[]> varied) {
        double[] sorted = sorted(own);
        double low = sorted[quantile(sorted, 5)];
        double high = sorted[quantile(sorted, 95)];
        double least = low;
        double most = high;
        for (double[] samples : varied) {
            double[] other = sorted(samples);
            least = Math.min(least, other[quantile(other, 5)]);
            most = Math.max(most, other[quantile(other, 95)]);
        }
        return new Band(sorted[sorted.length / 2], low, high, least, most, own.length);
    }

    private static double[] sorted(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    private static int quantile(double[] sorted, int percent) {
        return Math.min(sorted.length - 1, sorted.length * percent / 100);
    }
}
