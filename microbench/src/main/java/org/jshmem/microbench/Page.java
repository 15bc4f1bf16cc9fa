// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// The report: one HTML page that needs nothing else, with the plots in it, and the rows and plots as files beside it.
final class Page {
    private static final String STYLE = """
            :root { color-scheme: light dark; --grid: #8885; --warn: #b45309; }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; }
            figure { margin: .5rem 0 1.5rem; } figure svg { color: inherit; }
            figcaption, .facts { opacity: .75; font-size: .9rem; }
            .facts li { margin: .1rem 0; }
            .warn { border-left: 4px solid var(--warn); padding: .4rem .8rem; font-weight: 600; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; }
            th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--grid); }
            th:nth-child(-n+3), td:nth-child(-n+3) { text-align: left; }
            details { margin: .4rem 0; } summary { cursor: pointer; }
            """;

    private final Surroundings where;
    private final List<Figures.Source> sources;

    Page(Surroundings where, List<Figures.Source> sources) {
        this.where = where;
        this.sources = sources;
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
        plots(html, directory);
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
    }

    private void plots(StringBuilder html, Path directory) throws IOException {
        try {
            for (Figure figure : Figures.of(sources)) {
                String svg = Plot.svg(figure);
                Files.writeString(directory.resolve(figure.id() + ".svg"), svg);
                html.append("<h2 id=\"")
                        .append(figure.id())
                        .append("\">")
                        .append(escape(figure.title()))
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
                    .append("</summary>\n<table><tr><th>benchmark<th>algorithm<th>access<th>pairs<th>bytes")
                    .append("<th>iterations<th>min ns<th>median ns<th>p99 ns<th>MB/s</tr>\n");
            for (Row row : own) {
                html.append(String.format(
                        Locale.ROOT,
                        "<tr><td>%s<td>%s<td>%s<td>%d<td>%d<td>%d<td>%.1f<td>%.1f<td>%.1f<td>%.1f</tr>%n",
                        escape(row.benchmark()),
                        escape(row.algorithm()),
                        escape(row.access()),
                        row.pairs(),
                        row.bytes(),
                        row.iterations(),
                        row.minNanos(),
                        row.medianNanos(),
                        row.p99Nanos(),
                        row.megabytesPerSecond()));
            }
            html.append("</table></details>\n");
        });
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
