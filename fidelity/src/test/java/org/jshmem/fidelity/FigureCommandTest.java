// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ResourceLock(Resources.SYSTEM_OUT)
class FigureCommandTest {
    @TempDir
    Path folder;

    private static List<FigurePlan> all() {
        return Scoreboard.papers().values().stream()
                .flatMap(paper -> paper.figures().stream())
                .toList();
    }

    /// Returns what the command prints.
    private static String printed(String... arguments) {
        return Ended.here(() -> FigureCommand.run(arguments)).with(0).out();
    }

    @Test
    void figuresHaveNamesOfTheirOwn() {
        assertEquals(
                all().size(), new HashSet<>(all().stream().map(FigurePlan::id).toList()).size());
        List<String> listed = printed("--list").lines().toList();
        assertEquals(all().size(), listed.size());
        assertTrue(listed.contains(
                "N-7    " + "Namashivayam et al. 2014, figure 7: reductions on 64 PEs by put and get, and MPI"));
    }

    @ParameterizedTest
    @CsvSource({"P-4, P-4a P-4b", "p-4A, P-4a", "R-1, ''", "R-10, R-10", "N-, ''", "X-9, ''"})
    void aNumberMeansAllItsPictures(String name, String expected) {
        assertEquals(
                Arrays.stream(expected.split(" ")).filter(id -> !id.isEmpty()).toList(),
                FigurePlan.meant(all(), name).stream().map(FigurePlan::id).toList());
    }

    private static String refused(String... arguments) {
        return Ended.here(() -> FigureCommand.run(arguments)).with(2).err();
    }

    @Test
    void whatIsNoFigureIsRefusedByItsName() {
        assertEquals(
                "figure: 'X-9' is not a simulated figure; 'oshrun figure --list' lists all figures\n", refused("X-9"));
        assertEquals(
                "figure: needs the name of a figure, such as N-7; 'oshrun figure --list' lists all figures\n",
                refused());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            series,x|has the columns series, x; use series, x, y
            series,x,y|has no points below its line of columns
            series,x,y;get of 1 line,1,zero|line 2: y 'zero' is not a positive number
            series,x,y;get of 1 line,-1,2|line 2: x '-1' is not a positive number
            series,x,y;got,1,2|has the series 'got', which is not a simulated line; use one of get of 1 line; get of 8 lines; get of 16 lines; put of 1 line; put of 8 lines; put of 16 lines
            """)
    void aFileThatCannotBeComparedIsRefusedByItsName(String content, String why) throws Exception {
        Path file = folder.resolve("mine.csv");
        List<String> lines = new ArrayList<>(List.of(content.split(";")));
        if (!content.contains("y")) lines.add("a,1");
        Files.write(file, lines);
        assertEquals(
                "figure: --points " + file + " " + why + "\n",
                refused("P-3a", "--out", folder.toString(), "--points", file.toString()));
    }

    @Test
    void pointsOfAReaderAreDrawnAndComparedWithTheSimulatedLine() throws Exception {
        String to = folder.toString();
        String own = printed("P-3a", "--out", to);
        assertTrue(own.contains(to + "/P-3a.svg and " + to + "/P-3a.csv, simulated in "), own);
        double[] get = Files.readAllLines(folder.resolve("P-3a.csv")).stream()
                .filter(row -> row.startsWith("P-3a,get of 1 line,simulated,"))
                .mapToDouble(row -> Double.parseDouble(row.split(",")[4]))
                .toArray();
        assertEquals(9, get.length);
        Path mine = folder.resolve("mine.csv");
        Files.write(
                mine,
                List.of(
                        "series,x,y",
                        "get of 1 line,1," + get[0],
                        "get of 1 line,2," + get[1] / 2,
                        "get of 1 line,2.5," + (get[1] + get[2]) / 2 * 1.5,
                        "get of 1 line,99,1"));
        String compared = printed("P-3a", "--out", to, "--points", mine.toString());
        String expected = "get of 1 line: 3 points, 1 outside the simulated range, factor: median 1.50, worst 2.00\n";
        assertTrue(compared.endsWith(expected), compared);
        assertTrue(Files.readString(folder.resolve("P-3a.svg")).contains("get of 1 line, digitised"));
    }
}
