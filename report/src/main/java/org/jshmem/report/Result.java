// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
/// @param outside part of the cores that other programs and the hypervisor took while the row's job ran, 0 to 1; the
///     most of its launches
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

    /// The beginning of the mark of a row whose fastest launch no other launch confirms.
    public static final String NOT_CONFIRMED = "not confirmed";

    private static final List<String> UNSTEADY =
            List.of(NOT_AT_REST, NOT_CONFIRMED, WAITED, Statistics.TREND_MARK, Statistics.BIMODAL_MARK);

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
    /// @param median the median over samples, of the launch in which it is lowest
    /// @param low lower end of the 95 % interval of the launches' medians, or this median
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

    /// Whether the row was at rest when it was measured.
    public boolean atRest() {
        return marks.stream().noneMatch(mark -> mark.startsWith(NOT_AT_REST));
    }

    /// Whether another launch confirms the fastest one, or there was one launch only.
    public boolean isConfirmed() {
        return marks.stream().noneMatch(mark -> mark.startsWith(NOT_CONFIRMED));
    }

    /// Whether the row is a figure: at rest and confirmed. Other rows are kept with their mark, and left out of
    /// findings and plots.
    public boolean isFigure() {
        return atRest() && isConfirmed();
    }

    /// Whether no mark calls the figure bad. A record holds only such rows.
    public boolean isSteady() {
        return marks.stream().noneMatch(mark -> UNSTEADY.stream().anyMatch(mark::startsWith));
    }

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
                new TreeMap<>(parameters).toString());
    }

    /// The result with the lower median, of two of one row.
    public static Result faster(Result a, Result b) {
        return a.time.median <= b.time.median ? a : b;
    }

    /// The floor of this result among others of its run. Of several floors it is the one that limits this
    /// variant.
    public Optional<Result> floor(List<Result> all) {
        return all.stream()
                .filter(other -> other.isFloor()
                        && other.isConfirmed()
                        && (other.limits.isEmpty() || other.limits.contains(variant))
                        && other.benchmark.equals(benchmark)
                        && other.bytes == bytes
                        && other.where.npes() == where.npes()
                        && other.where.machine().equals(where.machine()))
                .findFirst();
    }

    public Change change() {
        return new Change(this);
    }

    /// A result and its changed copies. Each method sets the components that its parameters name.
    ///
    /// @param made the copy with all changes so far
    public record Change(Result made) {
        /// A copy with another value of one component.
        Change with(String component, Object value) {
            RecordComponent[] all = Result.class.getRecordComponents();
            if (Arrays.stream(all).noneMatch(one -> one.getName().equals(component))) {
                throw new IllegalArgumentException("a Result has no component '" + component + "'");
            }
            try {
                var types = new Class<?>[all.length];
                var values = new Object[all.length];
                for (int k = 0; k < all.length; k++) {
                    types[k] = all[k].getType();
                    boolean it = all[k].getName().equals(component);
                    values[k] = it ? value : all[k].getAccessor().invoke(made);
                }
                return new Change(Result.class.getDeclaredConstructor(types).newInstance(values));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(component + " is not set", e);
            }
        }

        public Change access(String mode) {
            return with("access", mode);
        }

        public Change size(int ofPairs, long ofBytes) {
            return with("pairs", ofPairs).with("bytes", ofBytes);
        }

        public Change parameters(Map<String, String> other) {
            return with("parameters", other);
        }

        public Change time(Time other) {
            return with("time", other);
        }

        public Change details(Tails ofSingles, OverPes ofPes) {
            return with("tails", ofSingles).with("overPes", ofPes);
        }

        public Change rate(double perSecond) {
            return with("megabytesPerSecond", perSecond);
        }

        public Change marks(List<String> other) {
            return with("marks", other);
        }

        public Change measured(Map<String, String> other) {
            return with("measured", other);
        }

        public Change limits(List<String> variants) {
            return with("limits", variants);
        }

        public Change warmAfter(double seconds) {
            return with("warmAfter", seconds);
        }

        public Change outside(double share) {
            return with("outside", share);
        }
    }
}
