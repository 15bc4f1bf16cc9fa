// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// Putigny, Ruelle and Goglin, PDSEC 2014: what the paper says of its hosts, on the reader's. Its cache states are
/// measured by real PEs.
public final class Putigny implements Paper {
    private static final String STATES = "pgas cache-load cache-store --sizes 4k,32k,256k,4m";

    /// For the service loader.
    public Putigny() {}

    @Override
    public String name() {
        return "putigny";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(Experiment.several(List.of("U-01/load", "U-01/store"), _ -> {
                    var rates = rates(states());
                    System.out.print(table(rates));
                    return spreads(rates);
                })
                .once());
    }

    private static List<Result> states() {
        try {
            return Results.merged(Forks.run(2, List.of(STATES.split(" ")))).stream()
                    .filter(row -> row.place().isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The rates of loads and stores in GB/s, by state of their lines and by bytes: `LHM` is a load that hits
    /// modified lines.
    static Map<String, NavigableMap<Long, Double>> rates(List<Result> states) {
        Map<String, NavigableMap<Long, Double>> rates = new TreeMap<>();
        for (Result r : states) {
            String name = (r.row().benchmark() + "-" + r.row().variant()).replaceAll("cache|-(.)[a-z]*", "$1");
            rates.computeIfAbsent(name.toUpperCase(Locale.ROOT), _ -> new TreeMap<>())
                    .put(r.row().bytes(), r.score().rate() / 1000);
        }
        return rates;
    }

    /// Returns a table of rates: a line for each state, a column for each size.
    static String table(Map<String, NavigableMap<Long, Double>> rates) {
        var text = new StringBuilder("your machine, GB/s by bytes; Load or Store that Hits or Misses Modified, Shared, "
                + "Exclusive or Invalid lines\nstate");
        rates.values().iterator().next().keySet().forEach(bytes -> text.append("%10d".formatted(bytes)));
        rates.forEach((state, of) -> {
            text.append("\n%-5s".formatted(state));
            of.values().forEach(rate -> text.append(String.format(Locale.ROOT, "%10.2f", rate)));
        });
        return text.append('\n').toString();
    }

    /// Returns the fastest over the slowest of the throughputs of misses, of loads and of stores.
    static Map<String, Double> spreads(Map<String, NavigableMap<Long, Double>> rates) {
        return Map.of("U-01/load", spread(rates, "LM"), "U-01/store", spread(rates, "SM"));
    }

    private static double spread(Map<String, NavigableMap<Long, Double>> rates, String kind) {
        var all = rates.entrySet().stream()
                .filter(each -> each.getKey().startsWith(kind))
                .flatMap(each -> each.getValue().values().stream())
                .mapToDouble(rate -> rate)
                .summaryStatistics();
        return all.getMax() / all.getMin();
    }
}
