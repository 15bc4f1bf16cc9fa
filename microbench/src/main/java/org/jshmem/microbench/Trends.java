// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jshmem.Shmem;
import org.jshmem.report.Comparison;
import org.jshmem.report.Figure;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Table;
import org.jshmem.report.Where;

/// A page of how the figures of a record went, machine by machine: `bin/oshrun trends bench/record.csv out`.
public final class Trends {
    private static final int SHOWN = 8;

    private Trends() {}

    /// Runs on PE 0.
    public static void main(String[] args) {
        Shmem.run(args, (sh, own) -> {
            if (sh.myPe() != 0) return;
            if (own.length != 2) {
                new Refusal("needs a file that --record wrote, and a directory for the page").end(sh, "trends");
                return;
            }
            try {
                List<Result> record = Results.read(Path.of(own[0]));
                System.out.println("# trends: " + page(record).write(Path.of(own[1])));
            } catch (IOException e) {
                new Refusal(own[0] + " cannot be read, or " + own[1] + " not be written: " + e.getMessage())
                        .end(sh, "trends");
            } catch (IllegalArgumentException e) {
                new Refusal(e.getMessage()).end(sh, "trends");
            }
        });
    }

    static Page page(List<Result> record) {
        Map<String, List<Result>> machines = new LinkedHashMap<>();
        for (Result result : record) {
            Where where = result.where();
            String name = where.label() + (where.virtual() ? "" : ", " + where.cpu() + ", " + where.cores() + " cores");
            machines.computeIfAbsent(name, any -> new ArrayList<>()).add(result);
        }
        var found = new ArrayList<String>();
        var sections = new ArrayList<Section>();
        machines.forEach((name, results) -> {
            var runs =
                    List.copyOf(new TreeSet<>(results.stream().map(Trends::run).toList()));
            sections.add(new Section(name, runs, results));
            if (runs.size() > 1) found.add(name + ": " + latest(results, runs));
        });
        var page = new Page(
                "Trends of the record", found.isEmpty() ? "Each machine was recorded once." : String.join(" ", found));
        page.fact("points are runs in order of their date; whiskers are 95 % intervals");
        for (Section section : sections) {
            page.section(
                    section.name(),
                    "Runs: " + String.join(", ", section.runs()) + ".",
                    section.figures(),
                    section.tables());
        }
        return page;
    }

    private static String run(Result result) {
        return result.where().date() + " " + result.where().commit();
    }

    private static String latest(List<Result> results, List<String> runs) {
        var now = results.stream().filter(r -> run(r).equals(runs.getLast())).toList();
        var then = results.stream().filter(r -> !run(r).equals(runs.getLast())).toList();
        return Comparison.of(then, now).text().getLast() + ".";
    }

    /// One machine.
    private record Section(String name, List<String> runs, List<Result> results) {

        List<Figure> figures() {
            if (runs.size() < 2) return List.of();
            var figures = new ArrayList<Figure>();
            for (String test :
                    new TreeSet<>(results.stream().map(Result::benchmark).toList())) {
                figures.add(new Figure.Plot(test + "-" + Integer.toHexString(name.hashCode()), test)
                        .of(result -> result.benchmark().equals(test))
                        .lines(Section::line, Result::variant)
                        .over("run", "linear", result -> 1 + runs.indexOf(run(result)))
                        .times("ns, median", 1)
                        .atMost(SHOWN)
                        .draw(List.of(new Figure.Run("", results))));
            }
            return figures;
        }

        private static String line(Result result) {
            return result.variant() + (result.bytes() == 0 ? "" : " " + Sizes.label(result.bytes()));
        }

        List<Table> tables() {
            Map<String, List<Result>> last = new LinkedHashMap<>();
            for (Result result : results) {
                if (run(result).equals(runs.getLast())) {
                    last.computeIfAbsent(result.benchmark(), any -> new ArrayList<>())
                            .add(result);
                }
            }
            return last.entrySet().stream()
                    .map(test -> Table.of(test.getKey() + ", last run", true, test.getValue(), results))
                    .toList();
        }
    }
}
