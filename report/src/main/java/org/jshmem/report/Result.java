// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One figure that was measured, with everything that is needed to judge it. The schema of every file and page of the
/// project.
///
/// @param where on what
/// @param source `jshmem`, `C`, or what the peer calls itself
/// @param role ours, the hardware's own limit, or another library's
/// @param benchmark the test, as named on the command line
/// @param variant which variant of it, or which algorithm
/// @param access `putget`, `ptr`, `auto`; empty where that means nothing
/// @param pairs pairs that communicate at the same time; 0 where all PEs take part
/// @param bytes bytes of one operation at one PE; 0 where it has none
/// @param parameters what else was chosen: part of the result's [#key()]
/// @param time how long one operation takes
/// @param tails of single operations; null where only batches were timed
/// @param overPes how PEs differ; null where that was not looked at
/// @param megabytesPerSecond 10^6 bytes per second of one pair or PE (of all PEs for STREAM); 0 where no bytes move
/// @param marks why this figure should be read with care; empty where it is steady
/// @param measured further figures of the same row, such as an overlap in percent: not part of its key
/// @param limits of a floor: the variants of its benchmark that it limits; empty for all of them
/// @param warmAfter seconds of warm-up until the row was at rest; 0 where none was needed
/// @param outside part of the cores that other programs and the hypervisor took while the row's job ran, 0 to 1
public record Result(
        Where where,
        String source,
        Role role,
        String benchmark,
        String variant,
        String access,
        int pairs,
        long bytes,
        Map<String, String> parameters,
        Time time,
        Tails tails,
        OverPes overPes,
        double megabytesPerSecond,
        List<String> marks,
        Map<String, String> measured,
        List<String> limits,
        double warmAfter,
        double outside) {

    /// How the mark of a row begins whose compilers worked, or whose times still fell, when its time was over.
    public static final String NOT_AT_REST = "not at rest";

    /// How the mark of a row begins whose PEs could have run and had no core.
    public static final String WAITED = "waited for a core";

    private static final List<String> UNSTEADY =
            List.of(NOT_AT_REST, WAITED, Statistics.TREND_MARK, Statistics.BIMODAL_MARK);

    /// Whose figure it is.
    public enum Role {
        /// This library's.
        OWN,
        /// What the hardware gives without it.
        FLOOR,
        /// Another library's, measured beside it.
        PEER
    }

    /// How long one operation takes, over all samples of all launches.
    ///
    /// @param unit of all times here
    /// @param launches jobs that were started for it, each with fresh JVMs
    /// @param operations in all samples of one PE and launch
    /// @param min the fastest sample
    /// @param median the median over launches of the medians over samples
    /// @param low lower end of its 95 % interval
    /// @param high upper end
    /// @param p99 the 99th percentile of samples; see [Tails] for those of single operations
    /// @param overhead what the harness adds to an operation, in the same unit: it is in the other figures
    /// @param medians the median of each launch
    /// @param histogram the samples of all launches in thousandths of the unit, as HdrHistogram writes them; empty
    ///     where a program told only its summary
    public record Time(
            String unit,
            int launches,
            long operations,
            double min,
            double median,
            double low,
            double high,
            double p99,
            double overhead,
            List<Double> medians,
            String histogram) {

        /// What a file left out is empty.
        public Time {
            medians = medians == null ? List.of(median) : List.copyOf(medians);
            histogram = histogram == null ? "" : histogram;
        }

        /// The summary that a program gave of the nanoseconds of one launch.
        public static Time summary(long operations, double min, double median, double low, double high, double p99) {
            return new Time("ns", 1, operations, min, median, low, high, p99, 0, null, "");
        }

        /// Nanoseconds of one launch, of which each sample is told.
        public static Time of(long operations, double... nanos) {
            var samples = new Samples();
            for (double one : nanos) samples.add(one);
            double median = Statistics.median(nanos);
            var interval = Statistics.ofSamples(nanos);
            double p99 = samples.percentile(99);
            double low = interval.low();
            double high = interval.high();
            return new Time("ns", 1, operations, samples.min(), median, low, high, p99, 0, null, samples.encode());
        }
    }

    /// Percentiles of operations that were timed one by one.
    ///
    /// @param operations how many
    /// @param clock what reading the clock costs, which is in each of them
    public record Tails(long operations, double p50, double p99, double p999, double max, double clock) {}

    /// How the PEs' own times of a collective differ.
    ///
    /// @param min of each PE's median over calls, the least
    /// @param avg their mean
    /// @param max the largest
    /// @param skew how far apart PEs entered, the median over calls, as far as their clocks tell
    public record OverPes(double min, double avg, double max, double skew) {}

    /// Copies what may be changed. A rate that is not a number is left out: JSON has no infinity.
    public Result {
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        marks = marks == null ? List.of() : List.copyOf(marks);
        measured = measured == null ? Map.of() : Map.copyOf(measured);
        limits = limits == null ? List.of() : List.copyOf(limits);
        megabytesPerSecond = Double.isFinite(megabytesPerSecond) ? megabytesPerSecond : 0;
    }

    /// A result of which the rest is told by the methods of a [Change].
    public static Change of(Where where, String source, Role role, String benchmark, String variant, Time time) {
        return new Change(new Result(
                where, source, role, benchmark, variant, "", 0, 0, null, time, null, null, 0, null, null, null, 0, 0));
    }

    /// A result that is a single number of a program: no spread, no bytes.
    public static Result single(
            Where where, String benchmark, String variant, String access, String unit, double value) {
        var time = new Time(unit, 1, 1, value, value, value, value, value, 0, List.of(value), "");
        return of(where, "jshmem", Role.OWN, benchmark, variant, time)
                .access(access)
                .made();
    }

    /// Whether the row was at rest when it was measured. A row that was not is kept, marked, and counts nowhere.
    public boolean atRest() {
        return marks.stream().noneMatch(mark -> mark.startsWith(NOT_AT_REST));
    }

    /// Whether no mark calls the figure bad. A record holds no other rows.
    public boolean isSteady() {
        return marks.stream().noneMatch(mark -> UNSTEADY.stream().anyMatch(mark::startsWith));
    }

    /// Whether this is what the hardware gives.
    public boolean isFloor() {
        return role == Role.FLOOR;
    }

    /// What must be equal for two results to be of the same thing, wherever and whenever measured.
    public String key() {
        return String.join(
                ",",
                source,
                benchmark,
                variant,
                access,
                Integer.toString(pairs),
                Long.toString(bytes),
                new java.util.TreeMap<>(parameters).toString());
    }

    /// The floor of this result among others of the same run: of several the one that limits its variant.
    public Optional<Result> floor(List<Result> all) {
        return all.stream()
                .filter(other -> other.isFloor()
                        && (other.limits.isEmpty() || other.limits.contains(variant))
                        && other.benchmark.equals(benchmark)
                        && other.bytes == bytes
                        && other.where.npes() == where.npes()
                        && other.where.machine().equals(where.machine()))
                .findFirst();
    }

    /// A copy that differs in some components.
    public Change change() {
        return new Change(this);
    }

    /// A copy in the making.
    public static final class Change {
        private final Result of;
        private String variant;
        private String access;
        private int pairs;
        private long bytes;
        private Map<String, String> parameters;
        private Time time;
        private Tails tails;
        private OverPes overPes;
        private double rate;
        private List<String> marks;
        private Map<String, String> measured;
        private List<String> limits;
        private double warmAfter;
        private double outside;

        private Change(Result of) {
            this.of = of;
            variant = of.variant;
            access = of.access;
            pairs = of.pairs;
            bytes = of.bytes;
            parameters = of.parameters;
            time = of.time;
            tails = of.tails;
            overPes = of.overPes;
            rate = of.megabytesPerSecond;
            marks = of.marks;
            measured = of.measured;
            limits = of.limits;
            warmAfter = of.warmAfter;
            outside = of.outside;
        }

        /// Another access mode.
        public Change access(String mode) {
            access = mode;
            return this;
        }

        /// The number of pairs, and bytes of one operation.
        public Change size(int ofPairs, long ofBytes) {
            pairs = ofPairs;
            bytes = ofBytes;
            return this;
        }

        /// Other parameters.
        public Change parameters(Map<String, String> other) {
            parameters = other;
            return this;
        }

        /// Other times.
        public Change time(Time other) {
            time = other;
            return this;
        }

        /// Times of single operations, and how PEs differ.
        public Change details(Tails ofSingles, OverPes ofPes) {
            tails = ofSingles;
            overPes = ofPes;
            return this;
        }

        /// Megabytes per second.
        public Change rate(double megabytesPerSecond) {
            rate = megabytesPerSecond;
            return this;
        }

        /// Other marks.
        public Change marks(List<String> other) {
            marks = other;
            return this;
        }

        /// Other further figures.
        public Change measured(Map<String, String> other) {
            measured = other;
            return this;
        }

        /// A floor of these variants alone.
        public Change limits(List<String> variants) {
            limits = variants;
            return this;
        }

        /// How long the row was warmed up, in seconds.
        public Change warmAfter(double seconds) {
            warmAfter = seconds;
            return this;
        }

        /// What part of the cores others took.
        public Change outside(double share) {
            outside = share;
            return this;
        }

        /// The changed copy.
        public Result made() {
            return new Result(
                    of.where,
                    of.source,
                    of.role,
                    of.benchmark,
                    variant,
                    access,
                    pairs,
                    bytes,
                    parameters,
                    time,
                    tails,
                    overPes,
                    rate,
                    marks,
                    measured,
                    limits,
                    warmAfter,
                    outside);
        }
    }
}
