// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.microbench.runner.OutputOptions;
import org.jshmem.rehearsal.InvalidArguments;
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
                System.out.print(RunSummary.markdown(all));
                return;
            }
            try {
                System.out.println(RunSummary.page(first.getFirst().where(), files, "", new OutputOptions())
                        .write(Path.of(own[0])));
            } catch (IOException e) {
                throw new InvalidArguments(own[0] + " cannot be written; name a directory that can");
            }
        });
    }
}
