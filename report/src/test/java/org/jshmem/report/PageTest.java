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

    private static String description(int most) {
        return """
                {"sections": [{"title": "Figures", "figures": [
                  {"test": "put", "title": "Puts & <gets>", "yLabel": "ns", "most": %d}]}]}""".formatted(most);
    }

    private static Figure figure(int most) {
        return Figure.of(description(most), List.of(results())).getFirst();
    }

    @Test
    void thePageHoldsItsResultsOnceAndAsksForNothing(@TempDir Path folder) throws Exception {
        Path file = new Page("Title & more", "What was <found>.")
                .where(ResultsTest.HOST)
                .warning("NOT ALONE")
                .figures(description(6))
                .results("this run", results())
                .write(folder);
        String html = Files.readString(file);
        assertTrue(html.contains("What was &lt;found&gt;."));
        assertTrue(html.contains("Puts & \\u003cgets>"), "data cannot end the script");
        assertTrue(html.contains("<p class=\"warn\">NOT ALONE</p>"));
        for (Result result : results()) {
            String line = Results.script(result);
            int at = html.indexOf(line);
            assertTrue(at > 0 && html.indexOf(line, at + 1) < 0, line);
        }
        for (String outside : List.of("<link", " src=", "@import", "url(")) {
            String own = html.substring(0, html.indexOf("echarts")) + html.substring(html.lastIndexOf("var Rows"));
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
    void aFileThatIsComparedHasLinesOfItsOwnAndRowsNotAtRestHaveNone() {
        var other = results().stream()
                .filter(row -> row.variant().equals("algorithm 0"))
                .toList();
        var cold = other.stream()
                .map(row -> row.change().marks(List.of(Result.NOT_AT_REST)).made())
                .toList();
        Figure both = Figure.of(description(6), List.of(results(), other)).getFirst();
        assertEquals(7, both.series().size());
        assertEquals(
                "algorithm 0, ptr, 2 PEs on host, abc", both.series().getLast().name());
        assertEquals(
                6,
                Figure.of(description(6), List.of(results(), cold))
                        .getFirst()
                        .series()
                        .size());
    }

    private static final String COMPARISON = """
            (function () {
              var files = JSON.parse(second);
              return JSON.stringify(Rows.comparison({ rows: files[0] }, { name: 'other', rows: files[1] }).tables[0].rows);
            })()""";

    @Test
    void filesAreComparedByRatiosToFloorsRowByRowAndTestByTest() {
        Result floor = ResultsTest.result(ResultsTest.HOST, "memcpy", 8, 10);
        var here = List.of(floor(floor, 10), ResultsTest.result(ResultsTest.HOST, "a", 8, 30));
        var there = List.of(floor(floor, 20), ResultsTest.result(ResultsTest.HOST, "a", 8, 40));
        assertEquals(
                "[[\"put\",\"1\",\"1.50\",\"1.50\",\"1.50\"]]", Svg.evaluate(COMPARISON, "{}", List.of(here, there)));
        var cold = List.of(there.getLast()
                .change()
                .marks(List.of(Result.NOT_AT_REST + " after 10.0 s"))
                .made());
        assertEquals(
                "undefined",
                Svg.evaluate(COMPARISON.replace("[0].rows", ".name"), "{}", List.of(here, cold)),
                "no row in common");
    }

    private static Result floor(Result like, double median) {
        var time = Result.Time.summary(1, median, median, median, median, median);
        return Result.of(like.where(), "C", Result.Role.FLOOR, like.benchmark(), like.variant(), time)
                .size(0, like.bytes())
                .made();
    }

    @Test
    void theSameScriptsDrawFilesWithTextThatIsText(@TempDir Path folder) throws Exception {
        var bars = new Figure(
                "stream",
                "STREAM",
                "",
                Figure.Kind.BARS,
                new Figure.Axis("", "category"),
                new Figure.Axis("GB/s", "linear"),
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
