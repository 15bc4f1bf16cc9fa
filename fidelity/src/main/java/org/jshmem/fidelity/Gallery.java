// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The figures of the papers as SVG files, and a page that shows them.
final class Gallery {
    private final Path folder;
    private final StringBuilder page = new StringBuilder("<!doctype html>\n<meta charset='utf-8'>\n"
            + "<title>Figures of the papers, simulated</title>\n<h1>Figures of the papers, simulated</h1>\n"
            + "<p>Lines are simulated, dashed lines are a paper's formulas, and diamonds are values that a paper"
            + " prints.</p>\n");

    Gallery(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
    }

    void add(PaperClaims paper, List<Figure> figures) throws IOException {
        if (figures.isEmpty()) return;
        page.append("<h2>").append(paper.title()).append("</h2>\n");
        for (Figure figure : figures) {
            String file = figure.id() + ".svg";
            Files.writeString(folder.resolve(file), SvgFigure.of(figure));
            page.append("<figure><img src='%s' alt='%s'><figcaption>%s</figcaption></figure>%n"
                    .formatted(file, figure.title().replace("'", ""), figure.note()));
        }
    }

    /// Writes the page and returns its path.
    Path write() throws IOException {
        return Files.writeString(folder.resolve("index.html"), page);
    }
}
