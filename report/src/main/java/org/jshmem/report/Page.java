// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One HTML page that needs no other file: figures and tables of results.
///
/// It contains the libraries, the results as JSON lines, and the script and style of this module. The script makes
/// figures and tables of the results, and compares them with another file that a reader drops on the page.
public final class Page {
    private final String title;
    private final List<String> facts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Map<String, List<Result>> files = new LinkedHashMap<>();
    private Map<String, String> titles = Map.of();

    /// A page of benchmarks that ran on a machine, with that machine, its PEs, JDK, commit and date; oversubscribed
    /// cores are a warning.
    public Page(Where where) {
        title = "PGAS microbenchmarks, " + where.label();
        for (String line : where.header()) (line.startsWith("OVERSUBSCRIBED") ? warnings : facts).add(line);
    }

    /// Adds a line about the conditions of the measurement.
    public Page fact(String line) {
        facts.add(line);
        return this;
    }

    /// Adds a file of results. The first one is this run and has a table of all rows of each test; others are
    /// compared with it.
    public Page results(String name, List<Result> results) {
        files.put(name, results);
        return this;
    }

    /// Sets the sentence below the figures of each benchmark.
    public Page titles(Map<String, String> ofBenchmarks) {
        titles = ofBenchmarks;
        return this;
    }

    /// Writes `index.html` into the directory, which is created if needed. Returns its path.
    public Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path page = directory.resolve("index.html");
        Files.writeString(page, html());
        return page;
    }

    public String html() {
        var rows = new StringBuilder();
        files.forEach((name, results) -> {
            rows.append("<script type=\"application/jsonl\" data-name=\"" + escape(name) + "\">\n");
            for (Result result : results) rows.append(Results.script(result)).append('\n');
            rows.append("</script>\n");
        });
        Map<String, String> parts = Map.of(
                "title", escape(title),
                "style", resource("page.css"),
                "warnings", each("<p class=\"warn\">", warnings, "</p>\n"),
                "first", escape(facts.isEmpty() ? "how" : facts.getFirst()),
                "facts", each("<li>", facts, "</li>\n"),
                "titles", Results.script(titles),
                "rows", rows.toString(),
                "scripts", SCRIPTS.stream().map(Page::script).collect(Collectors.joining()));
        return PART.matcher(resource("page.html"))
                .replaceAll(part -> Matcher.quoteReplacement(parts.get(part.group(1))));
    }

    private static String each(String before, List<String> lines, String after) {
        return lines.stream().map(line -> before + escape(line) + after).collect(Collectors.joining());
    }

    private static String script(String name) {
        return "<script>\n" + resource(name) + "\n</script>\n";
    }

    private static final Pattern PART = Pattern.compile("\\{\\{(\\w+)}}");
    private static final List<String> SCRIPTS =
            List.of("echarts.min.js", "tablesort.min.js", "tablesort.number.min.js", "page.js");

    static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) throw new IllegalStateException("the module report was built without " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
