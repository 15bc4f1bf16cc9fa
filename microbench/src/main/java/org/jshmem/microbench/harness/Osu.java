// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.report.Result;

/// The names, columns and switches of the OSU micro-benchmarks: `pgas osu_oshm_put -m 1:4096 -f`.
public final class Osu {
    /*
     * The output of a test is a title, a line of columns, a first column of 10 characters and further ones of
     * 20. Two decimals of a microsecond are too few for shared memory; values below one have four.
     */
    public static final String PREFIX = "osu_oshm_";

    public enum Columns {
        /// The table of this suite.
        NONE,
        SHORT,
        /// The columns of OSU with `-f`: for collectives also the least, the largest and the iterations.
        FULL
    }

    /// Tests of this suite that measure the operation of OSU's test of that name.
    private static final List<String> SAME =
            List.of("put-overlap get-overlap atomics barrier broadcast collect fcollect alltoall reduce".split(" "));

    private Osu() {}

    /// The name of this suite's test for an OSU name.
    public static String test(String osu) {
        String own = osu.substring(PREFIX.length()).replace('_', '-');
        return SAME.contains(own) ? own : osu;
    }

    /// Whether a test belongs to the group `osu`.
    public static boolean has(Test test) {
        return test.name().startsWith(PREFIX) || SAME.contains(test.name());
    }

    private enum Kind {
        BARRIER("# Avg Latency(us)"),
        COLLECTIVE("Avg Latency(us)"),
        ATOMICS("Million ops/s", "Latency (us)"),
        OVERLAP("Overall(us)", "Compute(us)", "Pure Comm.(us)", "Overlap(%)"),
        BANDWIDTH("Bandwidth (MB/s)"),
        RATE("Messages/s"),
        LATENCY("Latency (us)");

        final String columns;

        Kind(String... columns) {
            this.columns = Arrays.stream(columns).map(Osu::right).collect(Collectors.joining());
        }

        static Kind of(String test) {
            if (test.equals("barrier")) return BARRIER;
            if (test.equals("atomics")) return ATOMICS;
            if (test.endsWith("-overlap")) return OVERLAP;
            if (SAME.contains(test)) return COLLECTIVE;
            return test.endsWith("_bw") ? BANDWIDTH : test.contains("_mr") ? RATE : LATENCY;
        }

        boolean isCollective() {
            return this == BARRIER || this == COLLECTIVE;
        }
    }

    /// The lines above a test's rows.
    static List<String> head(String test, boolean full) {
        Kind kind = Kind.of(test);
        String first = kind == Kind.BARRIER ? "" : left(kind == Kind.ATOMICS ? "# Operation" : "# Size");
        String more =
                full && kind.isCollective() ? right("Min Latency(us)") + right("Max Latency(us)") + "  Iterations" : "";
        String title = "# OSU OpenSHMEM " + words(test) + (kind.isCollective() ? " Latency" : "")
                + " Test, measured by jshmem";
        return List.of(title, first + kind.columns + more);
    }

    private static String words(String test) {
        String name = test.replaceFirst("^" + PREFIX, "")
                .replaceFirst("_mr", "_message_rate")
                .replaceFirst("_bw$", "_bandwidth");
        return Arrays.stream(name.split("[-_]"))
                .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                .collect(Collectors.joining(" "));
    }

    /// One row in OSU's form; empty for rows that its test does not have.
    static Optional<String> row(Result result, boolean full) {
        Kind kind = Kind.of(result.benchmark());
        boolean own = kind != Kind.ATOMICS || result.variant().endsWith("-own");
        if (result.role() != Result.Role.OWN || !own) return Optional.empty();
        double micros = result.time().median() / 1e3;
        String size = left(Long.toString(result.bytes()));
        return Optional.of(
                switch (kind) {
                    case BANDWIDTH -> size + number(result.megabytesPerSecond());
                    case RATE -> size + number(result.pairs() * 1e6 / micros);
                    case LATENCY -> size + number(micros);
                    case ATOMICS ->
                        left(result.variant().replaceFirst("-own$", ""))
                                + number(result.pairs() / micros)
                                + number(micros);
                    case OVERLAP ->
                        size
                                + number(micros)
                                + Stream.of("compute", "communication", "overlap")
                                        .map(name -> result.measured().getOrDefault(name, "0"))
                                        .map(value -> number(Double.parseDouble(value)))
                                        .collect(Collectors.joining());
                    case BARRIER -> collective(result, full);
                    case COLLECTIVE -> size + collective(result, full);
                });
    }

    private static String collective(Result result, boolean full) {
        var over = result.overPes();
        if (over == null) return number(result.time().median() / 1e3);
        String line = number(over.avg() / 1e3);
        if (!full) return line;
        return line
                + number(over.min() / 1e3)
                + number(over.max() / 1e3)
                + String.format(Locale.ROOT, "%12d", result.time().operations());
    }

    private static String number(double value) {
        return right(String.format(Locale.ROOT, value < 1 ? "%.4f" : "%.2f", value));
    }

    private static String left(String text) {
        return String.format(Locale.ROOT, "%-10s", text);
    }

    private static String right(String text) {
        return String.format(Locale.ROOT, "%20s", text);
    }
}
