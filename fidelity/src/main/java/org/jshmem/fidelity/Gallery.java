// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A folder with figures as SVG files, their points as CSV files, and a page that shows them.
final class Gallery {
    private static final String COLUMNS = "figure,series,kind,x,y,low,high\n";

    private final Path folder;
    private final StringBuilder all = new StringBuilder(COLUMNS);
    private final StringBuilder page = new StringBuilder("<!doctype html>\n<meta charset='utf-8'>\n"
            + "<meta name='color-scheme' content='light dark'>\n"
            + "<title>Figures of the papers, simulated</title>\n<h1>Figures of the papers, simulated</h1>\n"
            + "<p>Lines are simulated, dashed lines are a paper's formulas, and diamonds are values that a paper"
            + " prints.</p>\n");

    Gallery(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    /// Writes the picture and the points, and returns the picture's path.
    Path add(FigurePlan plan, Figure figure) throws IOException {
        Path picture = folder.resolve(plan.id() + ".svg");
        String points = points(plan.id(), figure);
        Files.writeString(picture, SvgFigure.of(plan.title(), figure));
        Files.writeString(points(plan), COLUMNS + points);
        all.append(points);
        page.append("<figure><img src='%s' alt='%s'><figcaption>%s <a href='%s.csv'>Points</a></figcaption></figure>%n"
                .formatted(picture.getFileName(), plan.title().replace("'", ""), plan.note(), plan.id()));
        return picture;
    }

    /// Returns the path of a figure's points.
    Path points(FigurePlan plan) {
        return folder.resolve(plan.id() + ".csv");
    }

    /// Writes the page and returns its path.
    Path write() throws IOException {
        return Files.writeString(folder.resolve("index.html"), page);
    }

    /// Writes the points of all figures to one file.
    void write(Path csv) throws IOException {
        Files.writeString(csv, all);
    }

    private static String points(String id, Figure figure) {
        List<List<String>> rows = new ArrayList<>();
        for (FigureSeries series : figure.series()) {
            for (Figure.Point p : series.points()) {
                rows.add(List.of(
                        id,
                        series.name(),
                        series.kind(),
                        Claim.number(p.x()),
                        digits(p.y()),
                        digits(p.low()),
                        digits(p.high())));
            }
        }
        return FidelityPrograms.csv(rows);
    }

    private static String digits(double value) {
        return Double.toString(Double.parseDouble("%.6g".formatted(value)));
    }
}
