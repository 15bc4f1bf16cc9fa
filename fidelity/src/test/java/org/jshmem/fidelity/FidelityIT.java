// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// docs/fidelity.md shows the board of the Xeon Phi as it is, to the last digit, programs included. `-Ddocs.update`
/// writes it there. The SCC's papers take longer than a test may: `oshrun scoreboard --paper P` and `K` show them.
class FidelityIT {
    private static final Path DOC = Path.of("../docs/fidelity.md");
    private static final String BEGIN = "<!-- board -->\n";
    private static final String END = "<!-- end of board -->";

    @Test
    @Timeout(900)
    void theBoardIsWhatThePageShows() throws Exception {
        Map<Paper, List<Row>> board = Scoreboard.rows(101, "N", "R");
        String doc = Files.readString(DOC);
        int from = doc.indexOf(BEGIN) + BEGIN.length();
        String now = doc.substring(0, from) + Document.markdown(board) + doc.substring(doc.indexOf(END, from));
        if (System.getProperty("docs.update") != null) Files.writeString(DOC, now);
        else assertEquals(now, doc, "run the test with -Ddocs.update and look at the difference");
        board.values().forEach(rows -> rows.forEach(FidelityIT::saysWhyItIsNotRun));
    }

    /// Here, since this module is behind all that have programs.
    @Test
    @Timeout(60)
    void theLauncherFindsTheProgramsOfAllModules() throws Exception {
        Path oshrun = Path.of(System.getProperty("jshmem.root", ".."), "bin", "oshrun");
        Process process = new ProcessBuilder(oshrun.toString(), "--help")
                .redirectErrorStream(true)
                .start();
        String help = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        for (String name : List.of("hello", "is", "sp", "nas-report", "pgas", "stream", "gcmc", "scoreboard")) {
            assertTrue(help.contains("%n  %-12s ".formatted(name)), help);
        }
        assertTrue(help.contains("Machines: host, knc, knc-se10p, scc"), help);
        assertEquals(0, process.waitFor());
    }

    private static void saysWhyItIsNotRun(Row row) {
        assertTrue(row.band() != null || row.target().note().startsWith("not run: "), row.toString());
    }
}
