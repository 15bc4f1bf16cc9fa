// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.page.HtmlPage;

/// One HTML page that needs no other file: figures and tables of results.
///
/// It contains the libraries, the results as JSON lines, and the script and style of this module. The script makes
/// figures and tables of the results.
public final class Page {
    private final String title;
    private final List<String> facts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, List<Result>> files = new LinkedHashMap<>();
    private final Map<String, String> titles;

    /// A page of benchmarks that ran on a machine, with that machine, its PEs, JDK, commit and date; oversubscribed
    /// cores are a warning. `notes` are on the conditions of the measurement, and `titles` the sentences below the
    /// figures of each benchmark.
    public Page(Where where, List<String> notes, Map<String, String> titles) {
        this.titles = titles;
        title = "PGAS microbenchmarks, " + where.label();
        for (String line : where.header()) (line.startsWith("OVERSUBSCRIBED") ? warnings : facts).add(line);
        facts.addAll(notes);
    }

    /// Adds a file of results. The first one is this run and has a table of all rows of each test; others are
    /// compared with it.
    public Page results(String name, List<Result> results) {
        files.put(name, results);
        return this;
    }

    /// Writes `index.html` into the directory, which is created if needed. Returns its path.
    public Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path page = directory.resolve("index.html");
        Files.writeString(page, html());
        return page;
    }

    private String html() {
        var rows = new StringBuilder("<script type=\"application/json\" id=\"titles\">")
                .append(Results.script(titles))
                .append("</script>\n");
        files.forEach((name, results) -> {
            rows.append("<script type=\"application/jsonl\" data-name=\"" + HtmlPage.escape(name) + "\">\n");
            for (Result result : results) rows.append(Results.script(result)).append('\n');
            rows.append("</script>\n");
        });
        SCRIPTS.forEach(name -> rows.append(HtmlPage.script(Page.class, name)));
        return HtmlPage.of(title, warnings, facts, rows.toString());
    }

    private static final List<String> SCRIPTS =
            List.of("echarts.min.js", "tablesort.min.js", "tablesort.number.min.js", "page.js");
}
