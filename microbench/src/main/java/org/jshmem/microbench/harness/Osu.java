// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jshmem.report.Result;

/// The names, columns and switches of the OSU micro-benchmarks: `pgas osu_oshm_put -m 1:4096 -f`.
public final class Osu {
    /*
     * The output of a test is a title, a line of columns, a first column of 10 characters and further ones of
     * 20. Two decimals of a microsecond are too few for shared memory; values below one have four.
     */
    public static final String PREFIX = "osu_oshm_";

    /// The columns to print.
    public enum Columns {
        /// The table of this suite.
        NONE,
        /// The columns of OSU.
        SHORT,
        /// The columns of OSU with `-f`: for collectives also the least, the largest and the iterations.
        FULL
    }

    /// Tests of this suite that measure the operation of OSU's test of that name.
    private static final List<String> SAME = List.of(
            "put-overlap",
            "get-overlap",
            "atomics",
            "barrier",
            "broadcast",
            "collect",
            "fcollect",
            "alltoall",
            "reduce");

    private static final Set<String> COLLECTIVES = Set.of("broadcast", "collect", "fcollect", "alltoall", "reduce");

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

    private static boolean bandwidth(String test) {
        return test.endsWith("_bw");
    }

    private static boolean rate(String test) {
        return test.contains("_mr");
    }

    /// The lines above a test's rows.
    static List<String> head(String test, boolean full) {
        String title = "# OSU OpenSHMEM " + words(test)
                + (COLLECTIVES.contains(test) || test.equals("barrier") ? " Latency" : "")
                + " Test, measured by jshmem";
        return List.of(title, columns(test, full));
    }

    private static String columns(String test, boolean full) {
        String more = full ? right("Min Latency(us)") + right("Max Latency(us)") + "  Iterations" : "";
        if (test.equals("barrier")) return right("# Avg Latency(us)") + more;
        if (COLLECTIVES.contains(test)) return left("# Size") + right("Avg Latency(us)") + more;
        if (test.equals("atomics")) return left("# Operation") + right("Million ops/s") + right("Latency (us)");
        if (test.endsWith("-overlap")) {
            return left("# Size")
                    + right("Overall(us)")
                    + right("Compute(us)")
                    + right("Pure Comm.(us)")
                    + right("Overlap(%)");
        }
        return left("# Size")
                + right(bandwidth(test) ? "Bandwidth (MB/s)" : rate(test) ? "Messages/s" : "Latency (us)");
    }

    private static String words(String test) {
        String name = test.replaceFirst("^" + PREFIX, "")
                .replaceFirst("_mr", "_message_rate")
                .replaceFirst("_bw$", "_bandwidth");
        var words = new StringBuilder();
        for (String word : name.split("[-_]")) {
            if (!words.isEmpty()) words.append(' ');
            words.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return words.toString();
    }

    /// One row in OSU's form; empty for rows that its test does not have.
    static Optional<String> row(Result result, boolean full) {
        if (result.role() != Result.Role.OWN) return Optional.empty();
        String test = result.benchmark();
        double micros = result.time().median() / 1e3;
        String size = left(Long.toString(result.bytes()));
        if (bandwidth(test)) return Optional.of(size + number(result.megabytesPerSecond()));
        if (rate(test)) {
            return Optional.of(
                    size + number(result.pairs() * 1e9 / result.time().median()));
        }
        if (test.equals("atomics")) {
            if (!result.variant().endsWith("-own")) return Optional.empty();
            String name = result.variant().replaceFirst("-own$", "");
            return Optional.of(left(name) + number(result.pairs() / micros) + number(micros));
        }
        if (test.endsWith("-overlap")) {
            var p = result.measured();
            return Optional.of(
                    size + number(micros) + number(p, "compute") + number(p, "communication") + number(p, "overlap"));
        }
        if (test.equals("barrier") || COLLECTIVES.contains(test)) return Optional.of(collective(result, size, full));
        return Optional.of(size + number(micros));
    }

    private static String collective(Result result, String size, boolean full) {
        var over = result.overPes();
        String avg = number((over == null ? result.time().median() : over.avg()) / 1e3);
        String line = result.benchmark().equals("barrier") ? avg : size + avg;
        if (!full || over == null) return line;
        return line
                + number(over.min() / 1e3)
                + number(over.max() / 1e3)
                + String.format(Locale.ROOT, "%12d", result.time().operations());
    }

    private static String number(Map<String, String> measured, String name) {
        return number(Double.parseDouble(measured.getOrDefault(name, "0")));
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
