// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.microbench.runner.OutputOptions;
import org.jshmem.rehearsal.JvmsAndHosts;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// The table of a run, its page, and its end.
public final class RunSummary {
    private RunSummary() {}

    /// Describes this job. Collective. Only PE 0 finds the processor and the commit, which take a process each.
    public static Where here(Shmem sh) {
        JvmsAndHosts placed = JvmsAndHosts.of(sh);
        Class<?> anchor = sh.myPe() == 0 ? RunSummary.class : null;
        return Where.now(sh.machine(), sh.virtualTime(), sh.nPes(), placed.jvms(), placed.hosts(), anchor);
    }

    /// Ends a run on PE 0: prints the number of unstable rows, and writes the files that the options
    /// name. Ends the job with status 4 if a row is unstable.
    ///
    /// @param warning about other programs, or empty
    public static void end(Shmem sh, OutputOptions output, Where where, String warning) throws IOException {
        List<Result> results = output.results();
        if (!warning.isEmpty()) output.note(warning);
        if (output.jsonl != null) Results.append(output.jsonl, results);
        if (output.report != null) {
            var file = output.report.resolve("results.jsonl");
            Files.deleteIfExists(file);
            Results.append(file, results);
            var files = Map.of(where.label(), Results.merged(results));
            output.note("report: " + page(where, files, warning, output).write(output.report));
        }
        long unstable = results.stream().filter(r -> r.score().isUnstable()).count();
        if (unstable == 0 || where.virtual()) return;
        output.note(unstable + " of " + results.size() + " rows are unstable: their error exceeds 10 % of the score, or"
                + " compilers used more than 10 % of a core; run them again on a quiet machine");
        throw sh.globalExit(Forks.UNSTABLE);
    }

    /// The page of some files of results, by name; the first one is this run.
    static Page page(Where where, Map<String, List<Result>> files, String warning, OutputOptions output) {
        var page = new Page("PGAS microbenchmarks, " + where.label())
                .where(where)
                .warning(warning)
                .titles(output.titles);
        output.notes.forEach(page::fact);
        files.forEach(page::results);
        return page;
    }

    /// A table in Markdown: this library's rows next to those of other sources.
    static String markdown(List<Result> results) {
        List<String> sources = results.stream()
                .map(Result::source)
                .filter(source -> !source.equals(Result.OWN))
                .distinct()
                .sorted()
                .toList();
        var text = new StringBuilder("| PEs | benchmark | variant | access | bytes | jshmem, ns |");
        for (String source : sources) text.append(' ').append(source).append(" | x |");
        text.append("\n|-:|-|-|-|-:|-:|" + "-:|-:|".repeat(sources.size()) + "\n");
        for (Result r : results) {
            if (!r.isOwn()) continue;
            var row = r.row();
            var cells = new ArrayList<Object>(
                    List.of(r.where().npes(), row.benchmark(), row.variant(), row.access(), row.bytes()));
            cells.add(Result.number(r.score().median()) + (r.score().isUnstable() ? ", unstable" : ""));
            for (String source : sources) {
                Result other = r.of(source, results).orElse(r);
                double ratio = other.score().median() / r.score().median();
                String extra = other.extra().isEmpty() ? "" : " (" + other.extraText() + ")";
                cells.add(other == r ? "" : Result.number(other.score().median()) + extra);
                cells.add(other == r ? "" : String.format(Locale.ROOT, "%.2f", ratio));
            }
            cells.forEach(cell -> text.append("| ").append(cell).append(' '));
            text.append("|\n");
        }
        return text.toString();
    }
}
