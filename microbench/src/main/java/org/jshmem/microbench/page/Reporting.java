// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.microbench.harness.Command;
import org.jshmem.microbench.harness.Neighbours;
import org.jshmem.microbench.harness.ResultOutput;
import org.jshmem.microbench.harness.Sinks;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Comparison;
import org.jshmem.report.Figure;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Svg;
import org.jshmem.report.Where;

/// The output of PE 0 at the end of a run: the page, the record, the comparison. It is opened before the first test,
/// so that an unreadable file wastes no measurement.
///
/// @param others the results of the files of `--compare`, by name
/// @param recorded the results of the file of `--against`; null without
public record Reporting(Sinks sinks, Map<String, List<Result>> others, List<Result> recorded) {
    /// Refuses files that cannot be read or written.
    public static Reporting open(Sinks sinks) {
        Path folder = sinks.report;
        if (sinks.svg && folder == null)
            throw new InvalidArguments("--svg adds files to a page; give --report DIR too");
        try {
            if (folder != null) Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InvalidArguments(
                    "--report " + folder + " cannot be made a directory; name one that can be written");
        }
        if (folder != null && !Files.isWritable(folder)) {
            throw new InvalidArguments("--report " + folder + " cannot be written; name a directory that can");
        }
        try {
            if (sinks.record != null) Results.checkAppend(sinks.record);
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments("--record " + e.getMessage());
        }
        Map<String, List<Result>> others = new LinkedHashMap<>();
        for (Path file : sinks.compare) others.put(file.toString(), read("--compare", file));
        return new Reporting(sinks, others, sinks.against == null ? null : read("--against", sinks.against));
    }

    /// Ends a run: prints the warning of [Neighbours], writes all requested output, and ends the job with a status if a
    /// row was not at rest or a test is slower than before. `notes` are the conditions of the measurement.
    public void end(Shmem sh, Where where, ResultOutput out, List<Result> results, double outside, List<String> notes)
            throws IOException {
        String warning = Neighbours.note(outside);
        if (!warning.isEmpty()) out.note(warning);
        boolean slower = write(where, results, warning, notes);
        Command.end(sh, out.notAtRest(results), slower);
    }

    /// Writes all requested output. Returns whether a test is slower than in the file of `--against`.
    boolean write(Where where, List<Result> results, String warning, List<String> notes) throws IOException {
        Path folder = sinks.report;
        if (folder != null) {
            Results.write(folder.resolve("results.jsonl"), results);
            Results.write(folder.resolve("results.csv"), results);
            Page page = page(where, results, warning, notes);
            System.out.println("# report: " + page.write(folder));
            if (sinks.svg) {
                var files = new ArrayList<>(List.of(results));
                files.addAll(others.values());
                Svg.write(folder, Figure.of(description(), files));
            }
        }
        if (sinks.record != null) record(where, results, warning);
        if (recorded == null) return false;
        Comparison comparison = Comparison.of(recorded, results);
        for (String line : comparison.text()) System.out.println("# against: " + line);
        return comparison.count("slower") + comparison.count("differs") > 0;
    }

    /// Records the steady rows only, and none from a disturbed machine.
    private void record(Where where, List<Result> results, String warning) throws IOException {
        if (!warning.isEmpty() && !where.virtual()) {
            System.out.println("# record: nothing is recorded of a disturbed machine");
            return;
        }
        System.out.println("# record: " + Results.record(sinks.record, results) + " of " + results.size() + " rows");
    }

    private Page page(Where where, List<Result> results, String warning, List<String> notes) {
        var found = new Findings(results);
        var page = new Page("PGAS microbenchmarks, " + where.label(), found.text())
                .where(where)
                .warning(warning);
        notes.forEach(page::fact);
        page.fact("next to this page: results.jsonl and results.csv, with all samples of each row as a histogram");
        page.figures(description()).results(where.label(), results);
        others.forEach(page::results);
        page.section("The fastest by size", "", List.of(), found.tables());
        return page;
    }

    static String description() {
        try (InputStream in = Reporting.class.getResourceAsStream("figures.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Result> read(String option, Path file) {
        try {
            return Results.read(file);
        } catch (IOException e) {
            throw new InvalidArguments(
                    option + " " + file + " cannot be read; name a file that --report or --record wrote");
        } catch (IllegalArgumentException e) {
            throw new InvalidArguments(option + " " + e.getMessage());
        }
    }
}
