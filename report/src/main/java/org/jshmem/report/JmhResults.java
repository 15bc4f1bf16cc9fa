// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;

/// Results that JMH wrote with `-rf json`: one for each fork of each benchmark and its parameters.
final class JmhResults {
    private static final Map<String, Double> NANOS = Map.of("ns/op", 1.0, "us/op", 1e3, "ms/op", 1e6, "s/op", 1e9);
    private static final String BYTES = "bytes";

    private JmhResults() {}

    private record Run(String benchmark, Map<String, String> params, Metric primaryMetric) {}

    /// The samples of each fork are its iterations.
    private record Metric(String scoreUnit, double[][] rawData) {}

    /// Reads a JSON array. JMH does not write where it ran.
    static List<Result> of(String json, Where where) {
        var results = new ArrayList<Result>();
        for (Run run : Results.GSON.fromJson(json, Run[].class)) {
            Double nanos = NANOS.get(run.primaryMetric.scoreUnit);
            if (nanos == null)
                throw new IllegalArgumentException(run.primaryMetric.scoreUnit + " is not a time per operation");
            for (double[] fork : run.primaryMetric.rawData) {
                for (int k = 0; k < fork.length; k++) fork[k] *= nanos;
                results.add(new Result(row(run), Score.of(fork), where, Result.OWN, null));
            }
        }
        return results;
    }

    /// The class is the benchmark; the method with its parameters is the variant.
    private static Row row(Run run) {
        String[] names = run.benchmark.split("\\.");
        var params = new TreeMap<>(run.params == null ? Map.of() : run.params);
        String bytes = params.remove(BYTES);
        var variant = new StringBuilder(names[names.length - 1]);
        params.forEach(
                (name, value) -> variant.append(", ").append(name).append(' ').append(value));
        String benchmark = names[names.length - 2].replaceFirst("Benchmark$", "");
        return Row.of(benchmark, variant.toString(), "").bytes(bytes == null ? 0 : Long.parseLong(bytes));
    }
}
