// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jshmem.fidelity.putigny.Putigny;
import org.junit.jupiter.api.Test;

class DocumentTest {
    @Test
    void thePageShowsTheEquationsOfPutignyAndTheSummaryOfItsTables() throws Exception {
        Putigny equations = Putigny.byEquations();
        FidelityIT.shows(FidelityIT.DOC, "board of U", Document.markdown(Map.of(equations, equations.ownRows(""))));
        String page = Files.readString(FidelityIT.DOC);
        FidelityIT.shows(FidelityIT.DOC, "summary", Document.summary(page));
    }

    /// A held row that fails has the name of the mechanism that is missing.
    @Test
    void thePageNamesAMechanismForEachHeldRowThatFails() throws Exception {
        String page = Files.readString(FidelityIT.DOC);
        int begin = page.indexOf("\n## Which mechanism each failing row lacks");
        String section = page.substring(begin, page.indexOf("\n## ", begin + 1));
        List<String> failing = page.lines()
                .map(line -> line.split("\\|", -1))
                .filter(cells -> cells.length == Row.COLUMNS.size() + 2)
                .filter(cells ->
                        cells[2].strip().equals("HELD") || cells[2].strip().equals("ASSERTED"))
                .filter(cells ->
                        cells[1 + Row.COLUMNS.indexOf("verdict")].strip().equals("outside"))
                .map(cells -> cells[1].strip())
                .toList();
        assertTrue(failing.size() > 10, failing.toString());
        Pattern words = Pattern.compile("[^\\s,|]+");
        Set<String> named =
                words.matcher(section).results().map(MatchResult::group).collect(Collectors.toSet());
        assertEquals(
                List.of(), failing.stream().filter(id -> !named.contains(id)).toList());
    }

    /// A document's table has as many columns as the summary reads.
    @Test
    void theSummaryCountsWhatIsHeld() {
        Target target =
                new Target("X-1", "X", "1", Target.Role.HELD, "claim", "", "", 0, 1, "x", "", Map.of(), "not run: why");
        Row run = Row.measured(target, Band.of(new double[] {0.5}, List.of()));
        String table = Document.markdown(Map.of(Putigny.byEquations(), List.of(run, Row.notRun(target))));
        assertEquals(
                "| X | 1 | 0 | 1 | 0 | 0 | 0 | 0 |",
                Document.summary(table)
                        .lines()
                        .filter(line -> line.startsWith("| X"))
                        .findFirst()
                        .orElseThrow());
    }
}
