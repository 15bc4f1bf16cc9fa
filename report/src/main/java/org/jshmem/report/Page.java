// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
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
import java.util.Objects;

/// One HTML page that needs no other file: findings, figures, tables.
///
/// It contains the libraries, the results as JSON lines, and the scripts and style of this module. Its scripts make
/// figures and tables of the results, and compare them with another file that a reader drops on the page.
public final class Page {
    private final String title;
    private final String found;
    private final List<String> facts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Section> sections = new ArrayList<>();
    private final Map<String, List<Result>> files = new LinkedHashMap<>();
    private String description = "{\"sections\":[]}";

    /// The content under one heading.
    private record Section(String title, String text, List<Figure> figures, List<Table> tables) {}

    /// A page with a title and one paragraph of findings.
    public Page(String title, String found) {
        this.title = title;
        this.found = found;
    }

    /// Adds a line about the conditions of the measurement.
    public Page fact(String line) {
        facts.add(line);
        return this;
    }

    /// Adds a warning at the top; an empty line adds nothing.
    public Page warning(String line) {
        if (!line.isEmpty()) warnings.add(line);
        return this;
    }

    /// Adds machine, PEs, JDK, commit and date; oversubscribed cores as a warning.
    public Page where(Where where) {
        for (String line : where.header()) {
            if (line.startsWith("OVERSUBSCRIBED")) warning(line);
            else fact(line);
        }
        return this;
    }

    /// Adds a heading with its content, unless that is empty. Null figures are left out.
    public Page section(String heading, String text, List<Figure> figures, List<Table> tables) {
        var there = figures.stream().filter(Objects::nonNull).toList();
        var filled = tables.stream().filter(table -> !table.rows().isEmpty()).toList();
        if (!there.isEmpty() || !filled.isEmpty()) sections.add(new Section(heading, text, there, filled));
        return this;
    }

    /// Adds a file of results. The first one is this run and has a table of all rows of each test; others are
    /// compared with it.
    public Page results(String name, List<Result> results) {
        files.put(name, results);
        return this;
    }

    /// Sets the figures that the results make: a description in the language of `rows.js`.
    public Page figures(String json) {
        description = json;
        return this;
    }

    /// The data that `page.js` reads.
    private record Data(JsonElement description, List<Section> sections) {}

    /// Writes `index.html` into the directory, which is created if needed. Returns its path.
    public Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path page = directory.resolve("index.html");
        Files.writeString(page, html());
        return page;
    }

    /// The page as text.
    public String html() {
        var data = new Data(JsonParser.parseString(description), sections);
        var html = new StringBuilder(1 << 21);
        html.append("<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(escape(title))
                .append("</title>\n<style>\n")
                .append(resource("page.css"))
                .append("</style></head>\n<body>\n<header><h1>")
                .append(escape(title))
                .append("</h1><button id=\"theme\" type=\"button\" title=\"light or dark\">◐</button></header>\n");
        for (String line : warnings)
            html.append("<p class=\"warn\">").append(escape(line)).append("</p>\n");
        html.append("<p class=\"found\">")
                .append(escape(found))
                .append("</p>\n<details class=\"facts\"><summary>")
                .append(escape(facts.isEmpty() ? "how" : facts.getFirst()))
                .append("</summary><ul>\n");
        for (String line : facts) html.append("<li>").append(escape(line)).append("</li>\n");
        html.append("</ul></details>\n<nav></nav>\n<main></main>\n<script type=\"application/json\" id=\"data\">")
                .append(Results.script(data))
                .append("</script>\n");
        files.forEach((name, results) -> {
            html.append("<script type=\"application/jsonl\" data-name=\"")
                    .append(escape(name))
                    .append("\">\n");
            for (Result result : results) html.append(Results.script(result)).append('\n');
            html.append("</script>\n");
        });
        for (String name : SCRIPTS)
            html.append("<script>\n").append(resource(name)).append("\n</script>\n");
        html.append("</body></html>\n");
        return html.toString();
    }

    private static final List<String> SCRIPTS = List.of(
            "echarts.min.js",
            "tablesort.min.js",
            "tablesort.number.min.js",
            "rows.js",
            "histogram.js",
            "charts.js",
            "page.js");

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
