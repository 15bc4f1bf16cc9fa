// SPDX-License-Identifier: Apache-2.0
package org.jshmem.papers;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.Collective;
import org.jshmem.sim.GoldenTimes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Times of the papers' algorithms.
class PapersGoldenTimesIT extends GoldenTimes {
    @Override
    protected List<String> names(Collective collective) {
        return switch (collective) {
            case REDUCE -> List.of("rd-left", "rsag-plain", "rsag-left", "even", "lines", "direct");
            case BROADCAST -> List.of("oc", "even-scatter", "lines-scatter");
            case COLLECT, FCOLLECT, ALLTOALL -> List.of("light");
            case ALLTOALLS, BARRIER, SYNC, SCAN, GATHER, SCATTER, ALLTOALLV -> List.of();
        };
    }

    @Test
    void timesAreAsRecorded() throws Exception {
        collectivesByBothAccesses(2, 3, 8, 16);
        onCluster();
        collectives(8, 14);
        onScc();
        collectives(2, 11);
        assertRecorded("times.txt");
    }

    @Test
    @Tag("long")
    @Timeout(value = 40, unit = TimeUnit.MINUTES)
    void timesOfManyPesAreAsRecorded() throws Exception {
        collectivesByBothAccesses(60, 61, 120, 240);
        onScc();
        collectives(48);
        assertRecorded("times-of-many.txt");
    }
}
