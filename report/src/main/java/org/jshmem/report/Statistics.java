// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/// Medians, their intervals, and the test of a change.
public final class Statistics {
    /*
     * Figures differ more between two starts of a JVM than within one (Georges et al. 2007, Kalibera and Jones
     * 2013). With two or more forks the interval is therefore that of Student's t over the logarithms of
     * their medians. One fork has only its samples, whose order statistics give an interval without a distribution
     * (Le Boudec 2010). That interval does not hold for the next start.
     */
    private static final double LEVEL = 0.95;
    private static final double Z = 1.96;

    private Statistics() {}

    public record Interval(double low, double high) {}

    /// The middle value, or the mean of the two in the middle.
    public static double median(double... values) {
        if (values.length == 0) throw new IllegalArgumentException("no values have no median");
        return Median.withDefaults().withCopy(true).evaluate(values);
    }

    /// The 95 % interval of the median of the distribution from which the samples of one fork are drawn.
    public static Interval ofSamples(double... samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double half = Z * Math.sqrt(n) / 2;
        int low = (int) Math.floor(n / 2.0 - half);
        int high = (int) Math.ceil(n / 2.0 + half);
        return new Interval(sorted[Math.clamp(low, 0, n - 1)], sorted[Math.clamp(high, 0, n - 1)]);
    }

    /// The 95 % interval of the median of forks, from the median of each.
    public static Interval ofForks(List<Double> medians) {
        double[] logs =
                medians.stream().mapToDouble(x -> Math.log(Math.max(x, 1e-9))).toArray();
        double variance = Variance.of(logs).getAsDouble();
        double middle = median(medians.stream().mapToDouble(x -> x).toArray());
        if (logs.length < 2 || variance == 0) return new Interval(middle, middle);
        double t = TDistribution.of(logs.length - 1).inverseSurvivalProbability((1 - LEVEL) / 2);
        double half = t * Math.sqrt(variance / logs.length);
        return new Interval(middle * Math.exp(-half), middle * Math.exp(half));
    }

    /// A change between two series.
    ///
    /// @param ratio of the second to the first; above 1 the second is slower
    /// @param p the probability of such a difference between equal distributions
    public record Change(double ratio, double p) {}

    /// Compares series of logarithms by Welch's test.
    public static Change change(double[] then, double[] now) {
        double ratio = Math.exp(Mean.of(now).getAsDouble() - Mean.of(then).getAsDouble());
        if (then.length < 2 || now.length < 2) return new Change(ratio, 1);
        boolean constant = Variance.of(then).getAsDouble() + Variance.of(now).getAsDouble() == 0;
        return new Change(
                ratio,
                constant
                        ? (ratio == 1 ? 1 : 0)
                        : TTest.withDefaults().test(now, then).getPValue());
    }
}
