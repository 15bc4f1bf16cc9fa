// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/// All samples of a result in an HdrHistogram, and the encoding of them for files.
public final class Samples {
    private static final int DIGITS = 3;
    private static final double PER_UNIT = 1000;
    private static final double CONFIRMED = 1.1;

    private final Histogram histogram = new Histogram(DIGITS);

    /// Adds one sample, in units.
    public void add(double value) {
        histogram.recordValue(Math.max(0, Math.round(value * PER_UNIT)));
    }

    /// The value below which `percent` % of the samples are.
    public double percentile(double percent) {
        return histogram.getValueAtPercentile(percent) / PER_UNIT;
    }

    public double min() {
        return histogram.getMinValue() / PER_UNIT;
    }

    public double max() {
        return histogram.getMaxValue() / PER_UNIT;
    }

    public long count() {
        return histogram.getTotalCount();
    }

    /// Encodes the samples for [Result.Time#histogram].
    public String encode() {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
    }

    /// Adds the samples of an encoding; an empty one adds nothing.
    public void add(String text) {
        if (text == null || text.isEmpty()) return;
        try {
            var buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            histogram.add(Histogram.decodeFromCompressedByteBuffer(buffer, 0));
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not a histogram: '" + text + "'", e);
        }
    }

    /// Merges the results of each row, in the order of the first ones. Rows with equal keys are one row.
    public static List<Result> merged(List<Result> all, Function<Result, String> key) {
        Map<String, List<Result>> rows = new LinkedHashMap<>();
        for (Result one : all)
            rows.computeIfAbsent(key.apply(one), any -> new ArrayList<>()).add(one);
        return rows.values().stream().map(Samples::merge).toList();
    }

    /// Merges the results of several launches of one row. The times are those of the fastest launch. If no other
    /// launch has a median within 10 % of it, the row is marked.
    ///
    /// Leaves launches with a bad mark out if two or more have none. Otherwise leaves those not at rest out if two
    /// or more were at rest.
    public static Result merge(List<Result> all) {
        List<Result> launches = several(all, Result::isSteady, several(all, Result::atRest, all));
        if (all.size() == 1) return launches.getFirst();
        Result least = launches.stream().reduce(Result::faster).orElseThrow();
        var samples = new Samples();
        for (Result one : launches) samples.add(one.time().histogram());
        List<Double> medians = launches.stream().map(one -> one.time().median()).toList();
        var interval = medians.size() == 1
                ? new Statistics.Interval(least.time().low(), least.time().high())
                : Statistics.ofLaunches(medians);
        boolean drawn = samples.count() > 0;
        var time = new Result.Time(
                least.time().unit(),
                launches.size(),
                least.time().operations(),
                launches.stream().mapToDouble(one -> one.time().min()).min().orElseThrow(),
                least.time().median(),
                Math.min(interval.low(), least.time().median()),
                interval.high(),
                drawn
                        ? samples.percentile(99)
                        : middle(launches, one -> one.time().p99()),
                middle(launches, one -> one.time().overhead()),
                medians,
                drawn ? samples.encode() : "");
        List<String> marks = marks(launches);
        if (launches.size() < all.size()) {
            marks.add((all.size() - launches.size()) + " of " + all.size()
                    + " launches left out, whose marks call them bad");
        }
        double[] sorted = medians.stream().mapToDouble(x -> x).sorted().toArray();
        if (sorted.length > 1 && sorted[1] > CONFIRMED * sorted[0]) {
            marks.add(Result.NOT_CONFIRMED + ": " + Table.number(sorted[0]) + " and " + Table.number(sorted[1]) + " "
                    + least.time().unit() + " in the fastest of " + sorted.length + " launches");
        }
        return least.change()
                .time(time)
                .details(tails(launches), overPes(launches))
                .marks(marks)
                .warmAfter(middle(launches, Result::warmAfter))
                .outside(all.stream().mapToDouble(Result::outside).max().orElseThrow())
                .made();
    }

    /// The results that fulfil a condition if they are two or more, else `otherwise`.
    private static List<Result> several(List<Result> all, Predicate<Result> what, List<Result> otherwise) {
        List<Result> these = all.stream().filter(what).toList();
        return these.size() > 1 ? these : otherwise;
    }

    private static double middle(List<Result> launches, ToDoubleFunction<Result> value) {
        return Statistics.median(launches.stream().mapToDouble(value).toArray());
    }

    /// One mark of each kind, in the words of the first launch that has it, with the number of launches.
    private static List<String> marks(List<Result> launches) {
        Map<String, String> first = new LinkedHashMap<>();
        Map<String, Integer> count = new LinkedHashMap<>();
        for (Result one : launches) {
            for (String mark : one.marks()) {
                String kind = mark.replaceFirst("[:0-9].*", "");
                first.putIfAbsent(kind, mark);
                count.merge(kind, 1, Integer::sum);
            }
        }
        var marks = new ArrayList<String>();
        first.forEach(
                (kind, mark) -> marks.add(mark + " (" + count.get(kind) + " of " + launches.size() + " launches)"));
        return marks;
    }

    private static Result.Tails tails(List<Result> launches) {
        if (launches.stream().anyMatch(one -> one.tails() == null)) return null;
        return new Result.Tails(
                launches.stream().mapToLong(one -> one.tails().operations()).sum(),
                middle(launches, one -> one.tails().p50()),
                middle(launches, one -> one.tails().p99()),
                middle(launches, one -> one.tails().p999()),
                launches.stream().mapToDouble(one -> one.tails().max()).max().orElseThrow(),
                middle(launches, one -> one.tails().clock()));
    }

    private static Result.OverPes overPes(List<Result> launches) {
        if (launches.stream().anyMatch(one -> one.overPes() == null)) return null;
        return new Result.OverPes(
                middle(launches, one -> one.overPes().min()),
                middle(launches, one -> one.overPes().avg()),
                middle(launches, one -> one.overPes().max()),
                middle(launches, one -> one.overPes().skew()));
    }
}
