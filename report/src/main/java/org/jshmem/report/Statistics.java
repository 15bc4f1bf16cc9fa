// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.TTest;

/// Medians, their intervals, tests, and reasons why a median does not describe a series of samples.
public final class Statistics {
    /*
     * Figures differ more between two starts of a JVM than within one (Georges et al. 2007, Kalibera and Jones
     * 2013). With two or more launches the interval is therefore that of Student's t over the logarithms of
     * their medians. The range of three launches would hold the true median in 75 of 100 cases only. One launch
     * has only its samples, whose order statistics give an interval without a distribution (Le Boudec 2010).
     * That interval does not hold for the next start.
     */
    /// The beginning of the reason of a trend.
    public static final String TREND_MARK = "trend";

    /// The beginning of the reason of samples that lie around two values.
    public static final String BIMODAL_MARK = "bimodal";

    private static final double LEVEL = 0.95;
    private static final double Z = 1.96;
    private static final double TREND = 0.05;
    private static final double SURE = 0.001;
    private static final double APART = 1.3;
    private static final double SPLIT = 0.85; // a normal distribution cut in its middle has 0.64, a uniform one 0.75
    private static final double SHARE = 0.1;
    private static final int ENOUGH = 20;

    private Statistics() {}

    public record Interval(double low, double high) {}

    /// The middle value, or the mean of the two in the middle.
    public static double median(double... values) {
        if (values.length == 0) throw new IllegalArgumentException("no values have no median");
        return Median.withDefaults().withCopy(true).evaluate(values);
    }

    /// The 95 % interval of the median of the distribution from which the samples of one launch are drawn.
    public static Interval ofSamples(double... samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double half = Z * Math.sqrt(n) / 2;
        int low = (int) Math.floor(n / 2.0 - half);
        int high = (int) Math.ceil(n / 2.0 + half);
        return new Interval(sorted[Math.clamp(low, 0, n - 1)], sorted[Math.clamp(high, 0, n - 1)]);
    }

    /// The 95 % interval of the median of launches, from the median of each.
    public static Interval ofLaunches(List<Double> medians) {
        int n = medians.size();
        double[] logs = logs(medians);
        double mean = Mean.of(logs).getAsDouble();
        double variance = Variance.of(logs).getAsDouble();
        if (variance == 0) return new Interval(medians.getFirst(), medians.getFirst());
        double t = TDistribution.of(n - 1).inverseSurvivalProbability((1 - LEVEL) / 2);
        double half = t * Math.sqrt(variance / n);
        double middle = Math.log(median(medians.stream().mapToDouble(x -> x).toArray()));
        double low = Math.min(mean - half, middle); // mean and median of three differ
        return new Interval(Math.exp(low), Math.exp(Math.max(mean + half, middle)));
    }

    private static double[] logs(List<Double> values) {
        return values.stream().mapToDouble(x -> Math.log(Math.max(x, 1e-9))).toArray();
    }

    /// The change of the median from one result to the other.
    ///
    /// @param ratio the later median divided by the earlier one
    /// @param low lower end of its 95 % interval
    /// @param high upper end
    /// @param p the probability of such a difference if nothing had changed
    public record Change(double ratio, double low, double high, double p) {}

    /// Compares the logarithms of some launches by Welch's test. Returns p = 1 if either side has only one
    /// launch.
    public static Change change(double[] then, double[] now) {
        double middle = Mean.of(now).getAsDouble() - Mean.of(then).getAsDouble();
        double ratio = Math.exp(middle);
        if (then.length < 2 || now.length < 2) return new Change(ratio, 0, Double.MAX_VALUE, 1);
        double a = Variance.of(now).getAsDouble() / now.length;
        double b = Variance.of(then).getAsDouble() / then.length;
        if (a + b == 0) return new Change(ratio, ratio, ratio, ratio == 1 ? 1 : 0);
        double freedom = (a + b) * (a + b) / (a * a / (now.length - 1) + b * b / (then.length - 1));
        double half = TDistribution.of(freedom).inverseSurvivalProbability((1 - LEVEL) / 2) * Math.sqrt(a + b);
        double p = TTest.withDefaults().test(now, then).getPValue();
        return new Change(ratio, Math.exp(middle - half), Math.exp(middle + half), p);
    }

    /// Selects the tests that hold together if 5 % of the selected ones may be wrong (Benjamini and Hochberg
    /// 1995).
    public static boolean[] hold(double[] p) {
        Integer[] order = new Integer[p.length];
        Arrays.setAll(order, k -> k);
        Arrays.sort(order, (x, y) -> Double.compare(p[x], p[y]));
        int last = -1;
        for (int k = 0; k < order.length; k++) {
            if (p[order[k]] <= (1 - LEVEL) * (k + 1) / order.length) last = k;
        }
        var holds = new boolean[p.length];
        for (int k = 0; k <= last; k++) holds[order[k]] = true;
        return holds;
    }

    /// The reasons why the median does not describe these samples, which are in the order of their times; empty
    /// if it does.
    public static List<String> unsteady(double... samples) {
        var reasons = new ArrayList<String>();
        int n = samples.length;
        if (n < ENOUGH) return reasons;
        double[] first = Arrays.copyOfRange(samples, 0, n / 3);
        double[] last = Arrays.copyOfRange(samples, n - n / 3, n);
        double drift = median(last) / Math.max(median(first), 1e-9) - 1;
        if (Math.abs(drift) > TREND) {
            double p = MannWhitneyUTest.withDefaults()
                    .with(AlternativeHypothesis.TWO_SIDED)
                    .test(first, last)
                    .getPValue();
            if (p < SURE) {
                reasons.add(
                        String.format(Locale.ROOT, TREND_MARK + ": %+.0f %% from first to last third", 100 * drift));
            }
        }
        double[] modes = modes(samples);
        if (modes.length == 2) {
            reasons.add(String.format(Locale.ROOT, BIMODAL_MARK + ": near %.3g and near %.3g", modes[0], modes[1]));
        }
        return reasons;
    }

    /// The two values around which samples lie; empty if they lie around one. The cut between them leaves least
    /// variance within its sides (Otsu 1979), on a logarithmic scale.
    private static double[] modes(double[] samples) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double[] logs =
                Arrays.stream(sorted).map(x -> Math.log(Math.max(x, 1e-9))).toArray();
        double total = Arrays.stream(logs).sum();
        double mean = total / n;
        double squares = Arrays.stream(logs).map(x -> (x - mean) * (x - mean)).sum();
        double best = 0;
        int cut = 0;
        double left = 0;
        for (int k = 1; k < n; k++) {
            left += logs[k - 1];
            double a = left / k;
            double b = (total - left) / (n - k);
            double between = (double) k * (n - k) / n * (a - b) * (a - b);
            if (between > best) {
                best = between;
                cut = k;
            }
        }
        if (squares == 0 || best < SPLIT * squares || cut < SHARE * n || n - cut < SHARE * n) return new double[0];
        double low = median(Arrays.copyOfRange(sorted, 0, cut));
        double high = median(Arrays.copyOfRange(sorted, cut, n));
        return high > APART * low ? new double[] {low, high} : new double[0];
    }
}
