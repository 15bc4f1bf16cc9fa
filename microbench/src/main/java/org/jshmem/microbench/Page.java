// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The report: one HTML page that needs nothing else, with the plots in it, and the rows and plots as files beside it.
final class Page {
    private static final String STYLE = """
            :root { color-scheme: light; --grid: #ddd; --warn: #b45309; }
            body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 60rem;
              margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2.4rem 0 .2rem; }
            h2 small { font-weight: 400; color: #666; margin-left: .6em; }
            figure { margin: .3rem 0 1.5rem; }
            figcaption, .facts { color: #555; font-size: .9rem; }
            .facts li { margin: .1rem 0; }
            .warn { border-left: 4px solid var(--warn); padding: .4rem .8rem; font-weight: 600; }
            nav { columns: 2; font-size: .9rem; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; }
            th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--grid); }
            th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
            details { margin: .4rem 0; } summary { cursor: pointer; }
            """;

    private static final Set<String> SINGLE = Set.of("atomics", "pingpong", "barrier", "sync", "lock");

    private final Surroundings where;
    private final List<Figures.Source> sources;
    private final String warning;

    /// `warning` stands above everything; empty for none.
    Page(Surroundings where, List<Figures.Source> sources, String warning) {
        this.where = where;
        this.sources = sources;
        this.warning = warning;
    }

    /// Writes `index.html`, `results.csv` and the plots; returns the page's path.
    Path write(Path directory) throws IOException {
        Files.createDirectories(directory);
        List<Row> rows = sources.getFirst().rows();
        Files.writeString(
                directory.resolve("results.csv"),
                where.header().stream().map(line -> "# " + line + "\n").collect(Collectors.joining())
                        + Row.COLUMNS + "\n"
                        + rows.stream().map(row -> row.csv() + "\n").collect(Collectors.joining()));
        var html = new StringBuilder();
        html.append("<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>jshmem: PGAS microbenchmarks, ")
                .append(escape(title()))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style></head>\n<body>\n<h1>PGAS microbenchmarks, ")
                .append(escape(title()))
                .append("</h1>\n");
        facts(html);
        List<Figure> figures = Figures.of(sources);
        contents(html, figures);
        single(html, rows);
        plots(html, figures, directory);
        crossings(html, directory, rows);
        tables(html, rows);
        html.append("</body></html>\n");
        Path page = directory.resolve("index.html");
        Files.writeString(page, html);
        return page;
    }

    private String title() {
        return where.npes() + (where.npes() == 1 ? " PE on " : " PEs on ") + where.machine();
    }

    private void facts(StringBuilder html) {
        html.append("<ul class=\"facts\">\n");
        for (String line : where.header()) {
            if (!line.startsWith("OVERSUBSCRIBED"))
                html.append("<li>").append(escape(line)).append("</li>\n");
        }
        html.append("<li>rows: <a href=\"results.csv\">results.csv</a></li>\n</ul>\n");
        where.header().stream()
                .filter(line -> line.startsWith("OVERSUBSCRIBED"))
                .forEach(line ->
                        html.append("<p class=\"warn\">").append(escape(line)).append("</p>\n"));
        if (!warning.isEmpty()) {
            html.append("<p class=\"warn\">").append(escape(warning)).append("</p>\n");
        }
    }

    private static void contents(StringBuilder html, List<Figure> figures) {
        html.append("<nav>\n");
        for (Figure figure : figures) {
            html.append("<div><a href=\"#")
                    .append(figure.id())
                    .append("\">")
                    .append(escape(figure.title()))
                    .append("</a>")
                    .append(figure.paper().isEmpty() ? "" : " (" + figure.paper() + ")")
                    .append("</div>\n");
        }
        html.append("<div><a href=\"#rows\">All rows</a></div>\n</nav>\n");
        if (figures.stream().anyMatch(figure -> !figure.paper().isEmpty())) {
            html.append("<p>Figures of the paper are those of Namashivayam, Ghosh, Khaldi, Eachempati, Chapman:")
                    .append(" <i>Native mode-based optimizations of remote memory accesses in OpenSHMEM for Intel")
                    .append(" Xeon Phi</i> (PGAS 2014).</p>\n");
        }
    }

    private static String heading(Figure figure) {
        return escape(figure.title())
                + (figure.paper().isEmpty() ? "" : " <small>the paper's " + figure.paper() + "</small>");
    }

    /// What has no size and so no plot: a table in the open.
    private static void single(StringBuilder html, List<Row> rows) {
        List<Row> own =
                rows.stream().filter(row -> SINGLE.contains(row.benchmark())).toList();
        if (own.isEmpty()) return;
        html.append("<h2 id=\"single\">Synchronisation and atomics</h2>\n");
        table(html, own);
    }

    private static void plots(StringBuilder html, List<Figure> figures, Path directory) throws IOException {
        try {
            for (Figure figure : figures) {
                String svg = Plot.svg(figure);
                Files.writeString(directory.resolve(figure.id() + ".svg"), svg);
                html.append("<h2 id=\"")
                        .append(figure.id())
                        .append("\">")
                        .append(heading(figure))
                        .append("</h2>\n<figure>")
                        .append(svg)
                        .append("<figcaption>")
                        .append(escape(figure.note()))
                        .append("</figcaption></figure>\n");
            }
        } catch (LinkageError | RuntimeException e) {
            // AWT cannot draw text where the machine has no font at all; the figures themselves are worth having
            html.append("<p class=\"warn\">No plots: this machine cannot draw text (")
                    .append(escape(String.valueOf(e.getMessage())))
                    .append("); install fontconfig and a font such as fonts-dejavu-core, and run again.</p>\n");
        }
    }

    /// Where reduction algorithms overtake each other; also as `crossings.md`, for documents.
    private static void crossings(StringBuilder html, Path directory, List<Row> rows) throws IOException {
        List<Crossings> all = Crossings.of(rows);
        if (all.isEmpty()) return;
        Files.write(
                directory.resolve("crossings.md"),
                all.stream().flatMap(c -> c.lines().stream()).toList());
        html.append("<h2 id=\"crossings\">Where reductions cross: predicted and measured</h2>\n");
        for (Crossings one : all) {
            html.append("<p>").append(escape(one.lines().getFirst())).append("</p>\n<table>");
            for (String line : one.lines()) {
                if (!line.startsWith("| ")) continue;
                html.append("<tr>");
                for (String cell : line.substring(2).split(" \\|( |$)"))
                    html.append("<td>").append(escape(cell));
                html.append("</tr>\n");
            }
            html.append("</table>\n");
        }
    }

    private static void tables(StringBuilder html, List<Row> rows) {
        html.append("<h2 id=\"rows\">All rows</h2>\n");
        Map<String, List<Row>> tests =
                rows.stream().collect(Collectors.groupingBy(Row::benchmark, LinkedHashMap::new, Collectors.toList()));
        tests.forEach((test, own) -> {
            html.append("<details><summary>")
                    .append(escape(test))
                    .append(", ")
                    .append(own.size())
                    .append(own.size() == 1 ? " row" : " rows")
                    .append("</summary>\n");
            table(html, own);
            html.append("</details>\n");
        });
    }

    private static void table(StringBuilder html, List<Row> rows) {
        html.append("<table><tr><th>benchmark<th>algorithm<th>access<th>pairs<th>bytes<th>iterations")
                .append("<th>min ns<th>median ns<th>p99 ns<th>MB/s</tr>\n");
        for (Row row : rows) {
            html.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s<td>%s<td>%s<td>%s<td>%s<td>%d<td>%.1f<td>%.1f<td>%.1f<td>%s</tr>%n",
                    escape(row.benchmark()),
                    escape(row.algorithm()),
                    escape(row.access()),
                    row.pairs() == 0 ? "" : row.pairs(),
                    row.bytes() == 0 ? "" : row.bytes(),
                    row.iterations(),
                    row.minNanos(),
                    row.medianNanos(),
                    row.p99Nanos(),
                    row.megabytesPerSecond() == 0 ? "" : String.format(Locale.ROOT, "%.1f", row.megabytesPerSecond())));
        }
        html.append("</table>\n");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
