// SPDX-License-Identifier: Apache-2.0
package org.jshmem.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    private static List<Result> results() {
        var all = new ArrayList<Result>();
        for (long bytes = 1; bytes <= 1 << 20; bytes <<= 2) {
            for (int k = 0; k < 6; k++) {
                double t = 50 * (k + 1) + bytes / (6.0 - k);
                all.add(ResultsTest.result(ResultsTest.HOST, "algorithm " + k, bytes, t, 1.05 * t, 0.98 * t));
            }
        }
        return all;
    }

    private static Figure figure(int most) {
        return new Figure.Plot("put", "Puts & <gets>")
                .times("ns", 1)
                .atMost(most)
                .draw(List.of(new Figure.Run("", results())));
    }

    @Test
    void thePageHoldsAllItNeedsAndAsksForNothing(@TempDir Path folder) throws Exception {
        Path file = new Page("Title & more", "What was <found>.")
                .where(ResultsTest.HOST)
                .warning("NOT ALONE")
                .section("Figures", "", List.of(figure(6)), List.of(Table.of("all", true, results(), results())))
                .write(folder);
        String html = Files.readString(file);
        assertTrue(html.contains("What was &lt;found&gt;."));
        assertTrue(html.contains("Puts & \\u003cgets>"), "data cannot end the script");
        assertTrue(html.contains("<p class=\"warn\">NOT ALONE</p>"));
        for (String outside : List.of("<link", " src=", "@import", "url(")) {
            String own = html.substring(0, html.indexOf("echarts")) + html.substring(html.lastIndexOf("var Charts"));
            assertFalse(own.contains(outside), outside);
        }
        assertTrue(Files.size(file) < 2 << 20, Files.size(file) + " bytes");
    }

    @Test
    void ofManyLinesTheBestAreShown() {
        assertEquals(
                List.of("algorithm 0", "algorithm 1"),
                figure(2).series().stream()
                        .filter(Figure.Series::shown)
                        .map(Figure.Series::colour)
                        .toList());
        assertTrue(figure(6).series().stream().allMatch(Figure.Series::shown));
    }

    @Test
    void theSameScriptsDrawFilesWithTextThatIsText(@TempDir Path folder) throws Exception {
        var bars = Figure.bars(
                "stream",
                "STREAM",
                "",
                "GB/s",
                List.of("copy", "triad"),
                List.of(new Figure.Series(
                        "C",
                        Figure.FLOOR,
                        Figure.FLOOR,
                        "",
                        true,
                        List.of(new Figure.Point(0, 40, 39, 41, "3", ""), new Figure.Point(1, 44, 43, 45, "3", "")))));
        Svg.write(folder, List.of(figure(2), bars));
        String svg = Files.readString(folder.resolve("put.svg"));
        assertTrue(
                svg.startsWith("<svg ") && svg.contains(">algorithm 0, ptr</text>") && svg.contains(">bytes</text>"),
                svg);
        assertTrue(svg.contains(">64K</text>") || svg.contains(">32K</text>"), "bytes are labelled as such");
        assertFalse(svg.contains("algorithm 5"), "what is not shown is not drawn");
        assertTrue(Files.readString(folder.resolve("stream.svg")).contains(">triad</text>"));
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("put.svg").toFile()); // what shows it as a file takes well-formed XML alone
        assertTrue(svg.length() < 60_000, svg.length() + " characters");
    }
}
