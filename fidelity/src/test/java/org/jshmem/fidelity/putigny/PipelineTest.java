// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jshmem.fidelity.Row;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private final Pipeline pipeline = new Pipeline(1000, 4, 2, 3, 1);

    @Test
    void oneChunkIsBothCopiesAndManyAreTheSlowerOne() {
        assertEquals(1000 / 2.0 + 1000, pipeline.nanos(1000), 1e-9);
        assertEquals(500 + 3 * 1000 + 1000, pipeline.nanos(4000), 1e-9);
        assertEquals(1, pipeline.rate(1_000_000), 0.001);
    }

    @Test
    void aShortLastChunkIsNoWholeOne() {
        // S1 500, then max(S2 = 50, R1 = 1000), then R2 = 100
        assertEquals(500 + 1000 + 100, pipeline.nanos(1100), 1e-9);
        assertEquals(2, pipeline.chunks(1100));
    }

    @Test
    void everyRowThatIsRunAgreesAndEveryOtherSaysWhyNot() {
        List<Row> rows = Putigny.byEquations().ownRows("U");
        for (Row row : rows) {
            assertTrue(row.agrees() || row.target().isNotRun(), row.toString());
        }
        assertEquals(12, rows.stream().filter(Row::agrees).count());
    }
}
