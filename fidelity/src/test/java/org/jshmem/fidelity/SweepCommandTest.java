// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.contract.Ended;
import org.jshmem.spi.BuiltIn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class SweepCommandTest {
    private static Ended run(String... args) {
        return Ended.here(() -> SweepCommand.run(args));
    }

    @Test
    void aGridIsAllPairsOfValues() {
        SweepCells grid = SweepCells.grid("knc", List.of("R_R=100..500:5", "c=50..110:2"));
        assertEquals(10, grid.cells().size());
        assertEquals("R_R=100 c=50", grid.cells().getFirst().name());
        assertEquals("R_R=100 c=110", grid.cells().get(1).name());
        assertEquals("R_R=500 c=110", grid.cells().getLast().name());
        assertEquals(300, SweepCells.machine("knc", List.of("R_R=300", "c=50")).value("R_R"));
    }

    @Test
    void aBandIsTheMachineAndItsVariations() {
        SweepCells band = SweepCells.band("knc");
        assertEquals(8, band.cells().size());
        assertEquals("knc", band.cells().getFirst().name());
        assertEquals(
                110, SweepCells.machine("knc", band.cells().get(2).settings()).value("c"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --vary R_X=1..2:2      | sweep: machine knc has no parameter 'R_X'
        --vary R_R=500..100:5  | sweep: --vary 'R_R=500..100:5': FIRST is larger than LAST, or COUNT is too small
        --vary R_R=100..500:1  | sweep: --vary 'R_R=100..500:1': FIRST is larger than LAST, or COUNT is too small
        --vary R_R=1..2:2 --band | sweep: --vary and --band exclude each other; remove one of them
        ''                     | sweep: which machines? give --vary SYMBOL=FIRST..LAST:COUNT, or --band
        --vary R_R=100         | sweep: --vary 'R_R=100' is not SYMBOL=FIRST..LAST:COUNT
        """)
    void wrongRangesAreRefused(String option, String message) {
        Ended end = run((option + " -np 2 hello").strip().split(" ")).with(BuiltIn.REFUSED);
        assertTrue(end.err().startsWith(message), end.err());
    }

    @Test
    void oneFailedRunIsNamedAndTheOthersAreKept(@TempDir Path folder) throws Exception {
        String words = "SlowBarriers";
        Path csv = folder.resolve("runs.csv");
        Path svg = folder.resolve("runs.svg");
        String options = "--vary R_R=100..500:2 -np 2 --heap 1m --csv " + csv + " --svg " + svg;
        List<String> line = new ArrayList<>(List.of(options.split(" ")));
        line.addAll(List.of("--against", words + " 64 exits", words, "8", "throws"));
        Ended end = run(line.toArray(String[]::new));
        assertEquals(SweepCommand.FAILED, end.status(), end.out() + end.err());
        List<String> lines = end.out().lines().toList();
        assertEquals(words + " 8 throws", lines.get(0));
        assertTrue(lines.get(1).matches("  R_R=100 +[0-9.]+ us"), end.out());
        assertTrue(lines.get(2).matches("  R_R=500 +failed: PE [01] failed: .*slow.*"), end.out());
        assertTrue(lines.get(4).matches("  R_R=100 +[0-9.]+ us"), end.out());
        assertEquals("  R_R=500  failed: the program ended its JVM with status 7", lines.get(5));
        String verdict = "\"" + words + " 8 throws\" is faster than \"" + words
                + " 64 exits\" on the 1 machines of 2 that ran both: the first takes 0.";
        assertTrue(lines.get(6).startsWith(verdict), end.out());
        List<String> rows = Files.readAllLines(csv);
        assertEquals("program,machine,R_R,ns,failure", rows.getFirst());
        assertEquals(5, rows.size());
        assertTrue(rows.get(1).startsWith(words + " 8 throws,R_R=100,100,"), rows.get(1));
        assertTrue(Files.readString(svg).startsWith("<svg"));
    }

    @Test
    void aProgramOverTheBand() {
        Ended end = run("--band", "-np", "2", "--heap", "1m", "SlowBarriers", "8", "never");
        assertEquals(0, end.status(), end.out() + end.err());
        assertEquals(9, end.out().lines().count(), end.out());
    }
}
