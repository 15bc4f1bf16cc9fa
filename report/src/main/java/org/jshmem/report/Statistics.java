// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.inference.TTest;

/// Medians, their intervals, and the test of a change.
public final class Statistics {
    /*
     * Figures differ more between two starts of a JVM than within one (Georges et al. 2007, Kalibera and Jones
     * 2013). The interval of a row with several forks is therefore one of their medians. Order statistics give the
     * interval of a median without a distribution (Le Boudec 2010).
     */
    private static final double LEVEL = 0.95;

    private Statistics() {}

    public record Interval(double low, double high) {}

    /// The middle value, or the mean of the two in the middle.
    public static double median(double... values) {
        if (values.length == 0) throw new IllegalArgumentException("no values have no median");
        return Median.withDefaults().withCopy(true).evaluate(values);
    }

    /// The 95 % interval of the median of the distribution from which the values are drawn; the range of fewer than
    /// six.
    public static Interval ofMedian(double... values) {
        return ofMedian(LEVEL, values);
    }

    /// The interval that holds the median with at least this probability: it leaves out equally many values at each
    /// end. If all of them are too few, it is their range.
    static Interval ofMedian(double level, double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double tail = (1 - level) / 2;
        var smaller = BinomialDistribution.of(n, 0.5); // the number of values below the median
        int left = smaller.inverseCumulativeProbability(tail);
        if (smaller.cumulativeProbability(left) > tail) left = Math.max(0, left - 1);
        return new Interval(sorted[left], sorted[n - 1 - left]);
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
