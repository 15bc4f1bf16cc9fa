// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;
import org.jshmem.sim.machine.CalibrationFile;

/// Comparison of this host with the machine `calibrated`: `oshrun calibrate --check`. checks.txt has the operations and
/// their roles, and was committed before its first run.
record CalibrationCheck(String what, String role, String arguments, String key) {
    private static final int STARTS = 3;

    static List<CalibrationCheck> all() {
        try (var list = CalibrationCheck.class.getResourceAsStream("checks.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(cells -> new CalibrationCheck(cells[0], cells[1], cells[2], cells[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Measures and simulates alternately, one job of each for each command line in each of two rounds.
    static String run(CalibrationFile file) throws IOException {
        if (file.machine() == null) throw new InvalidArguments("--check " + file.trouble());
        List<Result> measured = new ArrayList<>();
        List<Result> simulated = new ArrayList<>();
        for (int round = 1; round <= STARTS; round++) {
            for (String arguments :
                    all().stream().map(CalibrationCheck::arguments).distinct().toList()) {
                System.err.printf("calibrate: round %d of %d: pgas %s%n", round, STARTS, arguments);
                measured.addAll(Forks.run(2, List.of(("pgas " + arguments).split(" "))));
                simulated.addAll(Forks.simulated(2, List.of(("pgas " + arguments).split(" ")), file.path()));
            }
        }
        return table(byKey(measured), byKey(simulated), measured.getFirst().where());
    }

    /// Each row with its time. One of far cores counts where no start was on near ones.
    static Map<String, Double> byKey(List<Result> results) {
        Map<String, Double> times = new LinkedHashMap<>();
        for (Result r : nearest(results)) times.put(r.row().key(), r.score().median());
        return times;
    }

    /// The merged rows: of two with one key, that of near cores.
    static Collection<Result> nearest(List<Result> results) {
        Map<String, Result> rows = new LinkedHashMap<>();
        for (Result r : Results.merged(results))
            rows.merge(r.row().key(), r, (a, b) -> a.place().isEmpty() ? a : b);
        return rows.values();
    }

    /// Returns the table of docs/results.md.
    static String table(Map<String, Double> measured, Map<String, Double> simulated, Where where) {
        var text = new StringBuilder("| operation on 2 PEs | measured | simulated | factor | role |\n|-|-:|-:|-:|-|\n");
        List<Double> predicted = new ArrayList<>();
        for (CalibrationCheck check : all()) {
            Double real = measured.get(check.key), virtual = simulated.get(check.key);
            if (real == null || virtual == null)
                throw new InvalidArguments("pgas " + check.arguments + " has no row " + check.key);
            double factor = Math.max(real / virtual, virtual / real);
            if (check.role.equals("predicted")) predicted.add(factor);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s ns | %s ns | %.2f | %s |%n",
                    check.what,
                    Result.number(real),
                    Result.number(virtual),
                    factor,
                    check.role));
        }
        double[] factors =
                predicted.stream().mapToDouble(factor -> factor).sorted().toArray();
        return text
                + String.format(
                        Locale.ROOT,
                        "%nPredicted: median factor %.2f, worst %.2f. Commit %s, %s, %s: `bin/oshrun calibrate --check`.%n",
                        Statistics.median(factors),
                        factors[factors.length - 1],
                        where.commit(),
                        where.date().replaceFirst("T.*", ""),
                        where.cpu());
    }
}
