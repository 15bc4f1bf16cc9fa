// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// Command that makes a page or a table of files of results: `bin/oshrun report DIR FILE...`, or with `markdown` in
/// place of the folder. Forks of a row in one file merge.
public final class ReportCommand {
    private static final String MARKDOWN = "markdown";

    private ReportCommand() {}

    public static void main(String[] args) {
        Command.run("report", args, (sh, own) -> {
            if (own.length < 2) throw new InvalidArguments("needs DIR, or markdown, and files that --jsonl wrote");
            Map<String, List<Result>> files = new LinkedHashMap<>();
            for (int k = 1; k < own.length; k++) files.put(own[k], Results.merged(Command.read(own[k])));
            List<Result> first = files.values().iterator().next();
            if (first.isEmpty()) throw new InvalidArguments(own[1] + " has no results");
            if (own[0].equals(MARKDOWN)) {
                var all = new ArrayList<Result>();
                files.values().forEach(all::addAll);
                System.out.print(markdown(all));
                return;
            }
            try {
                var page = new Page(first.getFirst().where());
                files.forEach(page::results);
                System.out.println(page.write(Path.of(own[0])));
            } catch (IOException e) {
                throw new InvalidArguments(own[0] + " cannot be written; name a directory that can");
            }
        });
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
