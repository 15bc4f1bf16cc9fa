// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Surroundings CROWDED = new Surroundings("host", "a <cpu>", 2, 64, "25", "abc");

    private static Row row(String benchmark, String algorithm, String access, int pairs, long bytes, double ns) {
        return new Row(
                benchmark, algorithm, access, "host", 64, pairs, bytes, 100, ns / 2, ns, 2 * ns, bytes * 1e3 / ns);
    }

    private static List<Row> rows() {
        var rows = new ArrayList<Row>();
        for (long bytes = 1; bytes <= 1 << 20; bytes <<= 2) {
            rows.add(row("put", "C-memcpy", Row.FLOOR, 0, bytes, 2 + bytes / 60.0));
            for (int pairs : new int[] {1, 2, 8, 32}) {
                rows.add(row("put", "contiguous", "putget", pairs, bytes, 5 + bytes / 50.0));
                rows.add(row("put", "contiguous", "ptr", pairs, bytes, 3 + bytes / 55.0));
            }
            for (String algorithm : List.of("flat", "rd", "bruck", "rsag", "ring")) {
                rows.add(row("reduce", algorithm, "putget", 0, bytes * 8, 900 + bytes));
                rows.add(row("reduce", algorithm, "ptr", 0, bytes * 8, 700 + bytes));
            }
        }
        return rows;
    }

    @Test
    void aRowSurvivesTheCsv() {
        Row row = row("put", "contiguous", "ptr", 1, 4096, 123.456);
        assertEquals(row.csv(), Row.parse(row.csv()).csv());
        assertEquals(12, Row.COLUMNS.split(",").length);
    }

    @Test
    void aBrokenRowIsRefusedWithTheLineAndTheColumns() {
        String message = assertThrows(IllegalArgumentException.class, () -> Row.parse("a,b"))
                .getMessage();
        assertTrue(message.contains("'a,b'") && message.contains(Row.COLUMNS), message);
    }

    @Test
    void thePageHoldsItsPlotsAndNamesNothingOutsideItself(@TempDir Path directory) throws Exception {
        Path page = new Page(CROWDED, List.of(new Figures.Source("", rows())), "").write(directory);
        String html = Files.readString(page);
        for (String id :
                List.of("bandwidth-put-few", "bandwidth-put-many", "reduce-putget", "reduce-small", "reduce-ptr")) {
            assertTrue(html.contains("<h2 id=\"" + id + "\">"), id);
            assertTrue(Files.exists(directory.resolve(id + ".svg")), id);
        }
        assertFalse(html.contains("<script") || html.contains("<link") || html.contains("src="), "self-contained");
        assertTrue(html.contains("a &lt;cpu&gt;"));
        assertTrue(html.contains("OVERSUBSCRIBED: 64 PEs take turns on 2 cores"));
        assertEquals(
                rows().size() + 1,
                Files.readAllLines(directory.resolve("results.csv")).stream()
                        .filter(line -> !line.startsWith("#"))
                        .count());
    }

    @Test
    void comparedRowsAppearUnderTheirOwnName(@TempDir Path directory) throws Exception {
        Path page = new Page(
                        CROWDED, List.of(new Figures.Source("host", rows()), new Figures.Source("openmpi", rows())), "")
                .write(directory);
        var first = Figures.of(List.of(new Figures.Source("host", rows()), new Figures.Source("openmpi", rows())))
                .getFirst();
        var lines =
                ((Figure.Lines) first).lines().stream().map(Figure.Line::name).toList();
        assertTrue(lines.contains("1 pair, ptr, host") && lines.contains("1 pair, ptr, openmpi"), lines.toString());
        assertTrue(Files.size(page) < 20 << 20);
    }

    @Test
    void streamIsDrawnAsBarsAndOverSeveralNumbersOfPesAsLines(@TempDir Path directory) throws Exception {
        var sources = List.of(new Figures.Source("64", stream(64)), new Figures.Source("8", stream(8)));
        var figures = Figures.of(sources);
        var bars = (Figure.Bars) figures.getFirst();
        assertEquals(List.of("copy", "triad"), bars.groups());
        assertEquals(
                List.of("C, 64", "vector, ptr reduction, 64"),
                bars.bars().stream().map(Figure.Bar::name).toList());
        var lines = (Figure.Lines) figures.getLast();
        assertEquals("stream-pes", lines.id());
        assertEquals(
                List.of(8.0, 64.0),
                lines.lines().getFirst().points().stream().map(Figure.Point::x).toList());
        String html = Files.readString(new Page(CROWDED, sources, "NOT ALONE: <others>").write(directory));
        assertTrue(html.contains("NOT ALONE: &lt;others&gt;"));
        assertTrue(html.contains("STREAM on 64 PEs <small>the paper's figure 6</small>"));
    }

    private static List<Row> stream(int npes) {
        var rows = new ArrayList<Row>();
        for (String kernel : List.of("stream-copy", "stream-triad")) {
            rows.add(new Row(kernel, "C", Row.FLOOR, "host", npes, 0, 1 << 20, 12, 1e5, 2e5, 3e5, 40_000));
            rows.add(new Row(kernel, "vector", "ptr", "host", npes, 0, 1 << 20, 12, 1e5, 2e5, 3e5, 39_000));
        }
        return rows;
    }

    @Test
    void otherProgramsAreToldFromThreePercentOn() {
        assertEquals("", Neighbours.note(2, 100));
        assertEquals("", Neighbours.note(-1, 100));
        assertEquals("", Neighbours.note(0, 0));
        assertEquals(
                "NOT ALONE: other programs used 37 % of the cores while this ran; run it again on a quiet machine",
                Neighbours.note(37, 100));
    }

    @Test
    void theRecordComparesRatiosToTheFloors(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("record.csv");
        Regression.append(file, CROWDED, rows());
        var slower = rows().stream()
                .map(row -> row.isFloor()
                        ? row
                        : row("put", "contiguous", row.access(), row.pairs(), row.bytes(), 3 * row.medianNanos()))
                .filter(row -> row.isFloor() || row.pairs() == 1)
                .toList();
        var lines = Regression.read(file).compare(CROWDED, slower);
        assertTrue(lines.getLast().contains("22 rows compared, 22 worse"), lines.getLast());
        assertTrue(Regression.read(file).compare(CROWDED, rows()).getLast().contains(" 0 worse"));
    }
}
