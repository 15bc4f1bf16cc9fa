// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jshmem.report.Result;

/// The OSU micro-benchmarks' names, columns and switches, so that what reads their output reads ours: `pgas
/// osu_oshm_put -m 1:4096 -f`.
final class Osu {
    static final String PREFIX = "osu_oshm_";

    /// How much to print.
    enum Columns {
        /// Our own table.
        NONE,
        /// As OSU does.
        SHORT,
        /// As OSU does with `-f`: for collectives the least, the largest and the iterations too.
        FULL
    }

    private static final Set<String> COLLECTIVES = Set.of("broadcast", "collect", "fcollect", "alltoall", "reduce");

    private Osu() {}

    /// Which of our tests an OSU name means, without its prefix; `put_bw` is `put` with another column.
    static String test(String osu) {
        String name = osu.substring(PREFIX.length()).replaceFirst("_bw$", "");
        return switch (name) {
            case "put_mr" -> "put-rate";
            case "get_mr" -> "get-rate";
            case "put_mr_nb" -> "put-nb-rate";
            case "get_mr_nb" -> "get-nb-rate";
            default -> name.replace('_', '-');
        };
    }

    /// The lines above a test's rows.
    static List<String> head(String test, boolean bandwidth, boolean full) {
        String title = "# OSU OpenSHMEM " + words(test)
                + (bandwidth ? " Bandwidth" : COLLECTIVES.contains(test) || test.equals("barrier") ? " Latency" : "")
                + " Test, measured by jshmem";
        String columns;
        if (bandwidth) columns = "# Size      Bandwidth (MB/s)";
        else if (test.endsWith("-rate")) columns = "# Size            Messages/s";
        else if (test.equals("atomics")) columns = "# Operation            Million ops/s           Latency (us)";
        else if (test.endsWith("-overlap")) {
            columns = "# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)";
        } else if (test.equals("barrier")) {
            columns = "# Avg Latency(us)" + (full ? "   Min Latency(us)   Max Latency(us)  Iterations" : "");
        } else if (COLLECTIVES.contains(test)) {
            columns = "# Size       Avg Latency(us)" + (full ? "   Min Latency(us)   Max Latency(us)  Iterations" : "");
        } else columns = "# Size            Latency (us)";
        return List.of(title, columns);
    }

    private static String words(String test) {
        var words = new StringBuilder();
        for (String word : test.replace("-rate", "-message-rate").split("-")) {
            if (!words.isEmpty()) words.append(' ');
            words.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return words.toString();
    }

    /// One row as OSU prints it; empty for rows that its test does not have.
    static Optional<String> row(Result result, boolean bandwidth, boolean full) {
        if (result.role() != Result.Role.OWN) return Optional.empty();
        String test = result.benchmark();
        double micros = result.time().median() / 1e3;
        String size = String.format(Locale.ROOT, "%-10d", result.bytes());
        String line;
        if (bandwidth) line = size + number(result.megabytesPerSecond());
        else if (test.endsWith("-rate"))
            line = size + number(result.pairs() * 1e9 / result.time().median());
        else if (test.equals("atomics")) {
            if (!result.variant().endsWith("-own")) return Optional.empty();
            String name = result.variant().substring(0, result.variant().length() - "-own".length());
            line = String.format(Locale.ROOT, "%-20s%16.2f%23.2f", name, 1 / micros, micros);
        } else if (test.endsWith("-overlap")) {
            var p = result.parameters();
            line = size + number(micros) + number(p, "compute") + number(p, "communication") + number(p, "overlap");
        } else if (test.equals("barrier") || COLLECTIVES.contains(test)) {
            var over = result.overPes();
            String avg = number(over == null ? micros : over.avg() / 1e3);
            line = test.equals("barrier") ? avg : size + avg;
            if (full && over != null) {
                line += number(over.min() / 1e3)
                        + number(over.max() / 1e3)
                        + String.format(Locale.ROOT, "%12d", result.time().operations());
            }
        } else line = size + number(micros);
        return Optional.of(line);
    }

    private static String number(java.util.Map<String, String> parameters, String name) {
        return number(Double.parseDouble(parameters.getOrDefault(name, "0")));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%18.2f", value);
    }
}
