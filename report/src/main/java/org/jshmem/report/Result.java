// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One measured row: what was measured, its score, and all conditions that are needed to judge it. It is the schema of
/// every file and page of the project.
///
/// @param row what was measured
/// @param score its times
/// @param where the machine and the job
/// @param source `jshmem`, `C`, or the name of another library
/// @param extra further figures of the row, such as an efficiency; of them only the place is part of its key
public record Result(Row row, Score score, Where where, String source, Map<String, String> extra) {
    /// The source of this library's rows.
    public static final String OWN = "jshmem";

    /// The greatest single call of a row, in `extra`.
    public static final String GREATEST = "greatest";

    /// What a word took between two PEs before and after each fork, in `extra`.
    public static final String PING_PONG = "ping-pong ns";

    /// `far` in `extra` of a row whose PEs ran on cores between which a word takes longer than in other forks.
    public static final String PLACE = "place";

    private static final double FAR = 1.5;

    /// The setting of another library in `extra`.
    public static final String SETTING = "setting";

    /// A component that is missing in a file becomes empty.
    public Result {
        extra = extra == null ? Map.of() : Map.copyOf(extra);
    }

    /// The operation that a row measures, and how it is done.
    ///
    /// @param benchmark its name on the command line
    /// @param variant the variant of the benchmark, or the algorithm
    /// @param access `putget`, `ptr`, `auto`; empty if it does not apply
    /// @param pairs pairs that communicate at once; 0 if all PEs take part
    /// @param bytes bytes of one operation at one PE; 0 if it has none
    /// @param moved bytes that count for its bandwidth; 0 for none
    /// @param per operations that one call counts as; a round trip is 2
    public record Row(String benchmark, String variant, String access, int pairs, long bytes, long moved, int per) {
        /// A row of all PEs that moves no bytes.
        public static Row of(String benchmark, String variant, String access) {
            return new Row(benchmark, variant, access, 0, 0, 0, 1);
        }

        public Row variant(String other) {
            return new Row(benchmark, other, access, pairs, bytes, moved, per);
        }

        public Row bytes(long n) {
            return new Row(benchmark, variant, access, pairs, n, moved, per);
        }

        public Row moved(long n) {
            return new Row(benchmark, variant, access, pairs, bytes, n, per);
        }

        public Row per(int n) {
            return new Row(benchmark, variant, access, pairs, bytes, moved, n);
        }

        /// The identity of the measured operation: equal for results from any machine and time.
        public String key() {
            return String.join(",", benchmark, variant, access, pairs + "", bytes + "");
        }
    }

    /// The times of a row, each of one operation.
    ///
    /// @param unit of all times here
    /// @param min the fastest sample
    /// @param median the median of the forks' medians over their samples
    /// @param low lower end of the 95 % interval: of the forks' medians, or of one fork's samples
    /// @param high upper end
    /// @param p99 the 99th percentile of samples, which are means of batches of operations, or single calls
    /// @param rate 10^6 bytes per second of one pair or PE (of all PEs for STREAM); 0 if no bytes move
    /// @param compiling the share of a core that the JVMs' compilers had during the samples
    /// @param medians the median of each fork, which is a job with fresh JVMs
    public record Score(
            String unit,
            double min,
            double median,
            double low,
            double high,
            double p99,
            double rate,
            double compiling,
            List<Double> medians) {
        private static final double MOST_ERROR = 0.1; // of the score
        private static final double MOST_COMPILING = 0.1; // of a core

        /// A missing list becomes that of one fork. A rate that is not finite becomes 0, because JSON has no infinity.
        public Score {
            medians = medians == null ? List.of(median) : List.copyOf(medians);
            rate = Double.isFinite(rate) ? rate : 0;
        }

        /// The score of one fork from its samples in nanoseconds.
        public static Score of(double... samples) {
            double[] x = samples.clone();
            Arrays.sort(x);
            var between = Statistics.ofMedian(x);
            double p99 = x[(int) Math.ceil(0.99 * x.length) - 1];
            double median = Statistics.median(x);
            return new Score("ns", x[0], median, between.low(), between.high(), p99, 0, 0, null);
        }

        /// A single number of a program, without spread and bytes.
        public static Score single(String unit, double value) {
            return new Score(unit, value, value, value, value, value, 0, 0, null);
        }

        public Score rate(double value) {
            return new Score(unit, min, median, low, high, p99, value, compiling, medians);
        }

        public Score compiling(double share) {
            return new Score(unit, min, median, low, high, p99, rate, share, medians);
        }

        public int forks() {
            return medians.size();
        }

        /// Half of the interval.
        public double error() {
            return (high - low) / 2;
        }

        /// Whether the error exceeds 10 % of the score, or compilers had more than 10 % of a core meanwhile.
        public boolean isUnstable() {
            return error() > MOST_ERROR * median || isCompiling();
        }

        public boolean isCompiling() {
            return compiling > MOST_COMPILING;
        }
    }

    public Result extra(Map<String, String> other) {
        return new Result(row, score, where, source, other);
    }

    public boolean isOwn() {
        return source.equals(OWN);
    }

    /// The identity of the row, its source, the numbers of PEs, JVMs and hosts, and the place.
    public String key() {
        return source + "," + row.key() + "," + where.place() + "," + place();
    }

    public String place() {
        return extra.getOrDefault(PLACE, "");
    }

    private DoubleSummaryStatistics pingPongs() {
        return Pattern.compile("[\\d.]+")
                .matcher(extra.getOrDefault(PING_PONG, ""))
                .results()
                .mapToDouble(number -> Double.parseDouble(number.group()))
                .summaryStatistics();
    }

    /// What a word took between two PEs of this fork; 0 if it was not measured.
    double pingPong() {
        return pingPongs().getAverage();
    }

    /// Whether the PEs of this fork moved between near and far cores.
    public boolean moved() {
        return isFar(pingPongs().getMax(), pingPongs().getMin());
    }

    private static boolean isFar(double pingPong, double least) {
        return pingPong > FAR * least;
    }

    /// The row with its place, if a word took `least` between the nearest PEs.
    Result placed(double least) {
        if (!place().isEmpty() || !isFar(pingPong(), least)) return this;
        var placed = new TreeMap<>(extra);
        placed.put(PLACE, "far");
        return extra(placed);
    }

    /// The name of the source with its setting.
    public String sourceAndSetting() {
        String setting = extra.getOrDefault(SETTING, "");
        return setting.isEmpty() ? source : source + ", " + setting;
    }

    /// Another source's result of the same operation, on as many PEs and hosts of the same machine. Loads and stores in
    /// C have no access mode, and processes of other libraries no JVMs.
    public Optional<Result> of(String other, List<Result> all) {
        return all.stream()
                .filter(r -> r.source.equals(other)
                        && r.row.benchmark.equals(row.benchmark)
                        && r.row.variant.equals(row.variant)
                        && r.row.pairs == row.pairs
                        && r.row.bytes == row.bytes
                        && r.where.npes() == where.npes()
                        && r.where.hosts() == where.hosts()
                        && (r.where.jvms() == where.jvms() || r.where.jvms() == r.where.npes())
                        && r.where.machine().equals(where.machine()))
                .findFirst();
    }

    /// Extra figures as text.
    public String extraText() {
        return new TreeMap<>(extra)
                .entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).collect(Collectors.joining(", "));
    }

    /// Formats a number with three decimals below 10, one below 1000, and none from there on.
    public static String number(double value) {
        double size = Math.abs(value);
        return String.format(
                Locale.ROOT, size == 0 ? "%.0f" : size < 10 ? "%.3f" : size < 1000 ? "%.1f" : "%.0f", value);
    }
}
