// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Page;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// Command that makes a page of files of results: `bin/oshrun report DIR FILE...`. Forks of a row merge.
public final class ReportCommand {
    private ReportCommand() {}

    public static void main(String[] args) {
        Command.run("report", args, (sh, own) -> {
            if (own.length < 2) throw new InvalidArguments("needs DIR and files that --jsonl wrote");
            Map<String, List<Result>> files = new LinkedHashMap<>();
            for (int k = 1; k < own.length; k++) files.put(own[k], Results.merged(Command.read(own[k])));
            List<Result> first = files.values().iterator().next();
            if (first.isEmpty()) throw new InvalidArguments(own[1] + " has no results");
            try {
                var page = new Page(first.getFirst().where(), List.of(), Map.of());
                files.forEach(page::results);
                System.out.println(page.write(Path.of(own[0])));
            } catch (IOException e) {
                throw new InvalidArguments(own[0] + " cannot be written; name a directory that can");
            }
        });
    }
}
