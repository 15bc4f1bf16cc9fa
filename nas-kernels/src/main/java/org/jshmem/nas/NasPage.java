// SPDX-License-Identifier: Apache-2.0
package org.jshmem.nas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// The report as a page that needs nothing else: each figure as a picture and as a table; the pictures also as
/// files.
final class NasPage {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>jshmem: NAS IS and SP</title><style>
            :root { color-scheme: light dark; }
            body { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .85rem; }
            th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #8885; }
            </style></head><body>
            <h1>NAS IS and SP over numbers of PEs</h1>
            """;

    private NasPage() {}

    /// Writes `index.html`, `nas.csv` and a picture of each figure; the page's path.
    static Path write(Path folder, List<Figure> figures, List<Run> runs) throws IOException {
        Files.createDirectories(folder);
        List<String> rows = new ArrayList<>(List.of(Run.COLUMNS));
        for (Run run : runs) rows.add(run.csv());
        Files.write(folder.resolve("nas.csv"), rows);
        StringBuilder html = new StringBuilder(HEAD);
        for (Figure figure : figures) {
            Map<String, TreeMap<Integer, Double>> lines = lines(figure, runs);
            if (lines.isEmpty()) continue;
            String svg = Chart.svg(figure.quantity(), chart(lines));
            Files.writeString(folder.resolve("figure-" + figure.number() + ".svg"), svg);
            html.append("<h2>").append(figure.title()).append("</h2>\n").append(svg);
            table(html, lines);
        }
        Path page = folder.resolve("index.html");
        Files.writeString(page, html.append("</body></html>\n").toString());
        return page;
    }

    /// Seconds by number of PEs, for each variant on each machine.
    private static Map<String, TreeMap<Integer, Double>> lines(Figure figure, List<Run> runs) {
        Map<String, TreeMap<Integer, Double>> lines = new LinkedHashMap<>();
        for (Run run : runs) {
            String value = run.value(figure);
            if (run.figure() != figure.number() || value.isEmpty()) continue;
            double seconds = Double.parseDouble(value);
            if (seconds <= 0) continue;
            String name = run.variant() + (run.machine().equals("real") ? "" : ", simulated " + run.machine());
            lines.computeIfAbsent(name, any -> new TreeMap<>()).put(run.pes(), seconds);
        }
        return lines;
    }

    private static List<Chart.Line> chart(Map<String, TreeMap<Integer, Double>> lines) {
        List<Chart.Line> chart = new ArrayList<>();
        lines.forEach(
                (name, points) -> chart.add(new Chart.Line(name, chart.size(), name.startsWith("put/get"), points)));
        return chart;
    }

    private static void table(StringBuilder html, Map<String, TreeMap<Integer, Double>> lines) {
        TreeSet<Integer> pes = new TreeSet<>();
        for (TreeMap<Integer, Double> points : lines.values()) pes.addAll(points.keySet());
        html.append("<table><tr><th>PEs");
        for (String name : lines.keySet()) html.append("<th>").append(name);
        html.append("</tr>\n");
        for (int n : pes) {
            html.append("<tr><td>").append(n);
            for (TreeMap<Integer, Double> points : lines.values()) {
                Double seconds = points.get(n);
                html.append("<td>").append(seconds == null ? "" : String.format(Locale.ROOT, "%.6f", seconds));
            }
            html.append("</tr>\n");
        }
        html.append("</table>\n");
    }
}
