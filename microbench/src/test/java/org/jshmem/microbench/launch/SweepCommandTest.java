// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.microbench.Rows;
import org.jshmem.microbench.harness.Command;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Figure;
import org.jshmem.report.Result;
import org.junit.jupiter.api.Test;

class SweepCommandTest {
    @Test
    void eachRowIsSetAgainstItselfWithTheFewestPes() {
        Result one = Rows.result(1, "is", "A", "putget", 0, 0, 1000);
        Result four = Rows.result(4, "is", "A", "putget", 0, 0, 400);
        Result other = Rows.result(4, "is", "B", "putget", 0, 0, 4000);
        List<String> lines = SweepCommand.text(List.of(one, four, other));
        assertEquals(4, lines.size());
        assertTrue(lines.get(1).matches("is +A +putget +0 +1 +1000 ns .* 1\\.00"), lines.get(1));
        assertTrue(lines.get(2).matches("is +A +putget +0 +4 +400\\.0 ns .* 2\\.50"), lines.get(2));
        assertTrue(lines.get(3).matches("is +B +putget +0 +4 .* 1\\.00"), lines.get(3));
        Result cold = four.change().marks(List.of(Result.NOT_AT_REST)).made();
        assertTrue(SweepCommand.text(List.of(one, cold)).getLast().endsWith(" not at rest"), "no speed");
    }

    @Test
    void aNumberOfPesBelowOneIsRefusedByName() {
        var refused = assertThrows(InvalidArguments.class, () -> Command.checkPes(List.of(2, 0)));
        assertEquals("--np 0 is not a number of PEs; give 1 or more", refused.getMessage());
    }

    @Test
    void programsStandBetweenTwoDashes() {
        assertEquals(
                List.of(List.of("is", "-c", "A"), List.of("stream")),
                SweepCommand.programs(List.of("is", "-c", "A", "--", "stream")));
    }

    @Test
    void theFiguresOfASweepGoOverPes() {
        var rows = List.of(Rows.result(1, "is", "-c A", "ptr", 0, 0, 4), Rows.result(4, "is", "-c A", "ptr", 0, 0, 2));
        Figure figure = Figure.of(SweepCommand.FIGURES, List.of(rows)).getFirst();
        assertEquals("is", figure.id());
        assertEquals(
                List.of(1.0, 4.0),
                figure.series().getFirst().points().stream()
                        .map(Figure.Point::x)
                        .toList());
    }
}
