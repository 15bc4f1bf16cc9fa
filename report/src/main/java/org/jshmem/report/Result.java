// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One measured figure, with all conditions that are needed to judge it. It is the schema of every file and page of
/// the project.
///
/// @param where the machine and the job
/// @param source `jshmem`, `C`, or the name of a peer
/// @param role this library, the hardware's limit, or another library
/// @param benchmark the test, as named on the command line
/// @param variant the variant of the test, or the algorithm
/// @param access `putget`, `ptr`, `auto`; empty if it does not apply
/// @param pairs pairs that communicate at once; 0 if all PEs take part
/// @param bytes bytes of one operation at one PE; 0 if it has none
/// @param parameters further choices: part of the result's [#key()]
/// @param time the time of one operation
/// @param tails of single operations; null if only batches were timed
/// @param overPes the differences between PEs; null if they were not measured
/// @param megabytesPerSecond 10^6 bytes per second of one pair or PE (of all PEs for STREAM); 0 if no bytes move
/// @param marks reasons for care in reading the figure; empty for a steady one
/// @param measured further figures of the row, such as an overlap in percent: not part of its key
/// @param limits of a floor: the variants of its benchmark that it limits; empty for all of them
/// @param warmAfter seconds of warm-up until the row was at rest; 0 if none was needed
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

    /// The beginning of the mark of a row whose time ended while its compilers worked or its times still fell.
    public static final String NOT_AT_REST = "not at rest";

    /// The beginning of the mark of a row whose PEs were runnable and had no core.
    public static final String WAITED = "waited for a core";

    private static final List<String> UNSTEADY =
            List.of(NOT_AT_REST, WAITED, Statistics.TREND_MARK, Statistics.BIMODAL_MARK);

    /// The owner of a figure.
    public enum Role {
        /// This library.
        OWN,
        /// The hardware, without this library.
        FLOOR,
        /// Another library, measured in the same run.
        PEER
    }

    /// The time of one operation, over all samples of all launches.
    ///
    /// @param unit of all times here
    /// @param launches jobs that were started for it, each with fresh JVMs
    /// @param operations in all samples of one PE and launch
    /// @param min the fastest sample
    /// @param median the median over launches of the medians over samples
    /// @param low lower end of its 95 % interval
    /// @param high upper end
    /// @param p99 the 99th percentile of samples; see [Tails] for those of single operations
    /// @param overhead the time that the harness adds to an operation; the other figures include it
    /// @param medians the median of each launch
    /// @param histogram the samples of all launches in thousandths of the unit, in HdrHistogram's encoding;
    ///     empty if a program printed only a summary
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

        /// A component that is missing in a file becomes empty.
        public Time {
            medians = medians == null ? List.of(median) : List.copyOf(medians);
            histogram = histogram == null ? "" : histogram;
        }

        /// The times of one launch in nanoseconds, from a program's summary.
        public static Time summary(long operations, double min, double median, double low, double high, double p99) {
            return new Time("ns", 1, operations, min, median, low, high, p99, 0, null, "");
        }

        /// The times of one launch, from all its samples in nanoseconds.
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
    /// @param operations their number
    /// @param clock the cost of reading the clock, which each of them includes
    public record Tails(long operations, double p50, double p99, double p999, double max, double clock) {}

    /// The differences between PEs in a collective operation.
    ///
    /// @param min the least of the PEs' medians over calls
    /// @param avg their mean
    /// @param max the largest
    /// @param skew the time between the first and the last entry of a PE, the median over calls, as accurate as
    ///     their clocks
    public record OverPes(double min, double avg, double max, double skew) {}

    /// Copies mutable components. A rate that is not finite becomes 0, because JSON has no infinity.
    public Result {
        parameters = parameters == null ? Map.of() : Map.copyOf(parameters);
        marks = marks == null ? List.of() : List.copyOf(marks);
        measured = measured == null ? Map.of() : Map.copyOf(measured);
        limits = limits == null ? List.of() : List.copyOf(limits);
        megabytesPerSecond = Double.isFinite(megabytesPerSecond) ? megabytesPerSecond : 0;
    }

    /// Starts a result whose other components the methods of [Change] set.
    public static Change of(Where where, String source, Role role, String benchmark, String variant, Time time) {
        return new Change(new Result(
                where, source, role, benchmark, variant, "", 0, 0, null, time, null, null, 0, null, null, null, 0, 0));
    }

    /// A result that is a single number of a program, without spread and bytes.
    public static Result single(
            Where where, String benchmark, String variant, String access, String unit, double value) {
        var time = new Time(unit, 1, 1, value, value, value, value, value, 0, List.of(value), "");
        return of(where, "jshmem", Role.OWN, benchmark, variant, time)
                .access(access)
                .made();
    }

    /// Whether the row was at rest when it was measured. A row that was not is kept with its mark, and left out
    /// of all comparisons.
    public boolean atRest() {
        return marks.stream().noneMatch(mark -> mark.startsWith(NOT_AT_REST));
    }

    /// Whether no mark calls the figure bad. A record holds only such rows.
    public boolean isSteady() {
        return marks.stream().noneMatch(mark -> UNSTEADY.stream().anyMatch(mark::startsWith));
    }

    /// Whether this is a floor.
    public boolean isFloor() {
        return role == Role.FLOOR;
    }

    /// The identity of the measured operation: equal for results from any machine and time.
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

    /// The floor of this result among others of its run. Of several floors it is the one that limits this
    /// variant.
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

    /// Starts a copy with changes.
    public Change change() {
        return new Change(this);
    }

    /// The components of a copy before it is made.
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

        /// Sets the access mode.
        public Change access(String mode) {
            access = mode;
            return this;
        }

        /// Sets the number of pairs, and the bytes of one operation.
        public Change size(int ofPairs, long ofBytes) {
            pairs = ofPairs;
            bytes = ofBytes;
            return this;
        }

        /// Sets the parameters.
        public Change parameters(Map<String, String> other) {
            parameters = other;
            return this;
        }

        /// Sets the times.
        public Change time(Time other) {
            time = other;
            return this;
        }

        /// Sets the times of single operations, and the differences between PEs.
        public Change details(Tails ofSingles, OverPes ofPes) {
            tails = ofSingles;
            overPes = ofPes;
            return this;
        }

        /// Sets the rate in megabytes per second.
        public Change rate(double megabytesPerSecond) {
            rate = megabytesPerSecond;
            return this;
        }

        /// Sets the marks.
        public Change marks(List<String> other) {
            marks = other;
            return this;
        }

        /// Sets the further figures.
        public Change measured(Map<String, String> other) {
            measured = other;
            return this;
        }

        /// Sets the variants that a floor limits.
        public Change limits(List<String> variants) {
            limits = variants;
            return this;
        }

        /// Sets the seconds of warm-up.
        public Change warmAfter(double seconds) {
            warmAfter = seconds;
            return this;
        }

        /// Sets the part of the cores that others took.
        public Change outside(double share) {
            outside = share;
            return this;
        }

        /// Makes the copy.
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
