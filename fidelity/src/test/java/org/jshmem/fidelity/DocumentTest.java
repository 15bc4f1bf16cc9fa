// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
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
