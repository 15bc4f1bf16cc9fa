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
    private boolean byPaper; // the algorithms that imitate a paper's, in rows of their own

    @Override
    protected List<String> names(Collective collective) {
        if (byPaper) {
            return switch (collective) {
                case REDUCE -> List.of("r-tree", "nomial");
                case BROADCAST -> List.of("oc:2", "oc:47", "r-small", "r-pipelined", "ircce-scatter", "light-scatter");
                case COLLECT, FCOLLECT, ALLTOALL -> List.of("rcce", "ircce", "rcce-light");
                case BARRIER, SYNC -> List.of("r-barrier");
                default -> List.of();
            };
        }
        return switch (collective) {
            case REDUCE -> List.of("rd-left", "rsag-plain", "rsag-left", "even", "lines", "direct");
            case BROADCAST -> List.of("oc", "even-scatter", "lines-scatter");
            case COLLECT, FCOLLECT, ALLTOALL -> List.of("light");
            default -> List.of();
        };
    }

    @Test
    void timesAreAsRecorded() throws Exception {
        collectivesByBothAccesses(2, 3, 8, 16);
        onCluster();
        collectives(8, 14);
        onScc();
        collectives(2, 11);
        byPaper = true;
        collectives(48);
        onKnc();
        collectives(2, 5, 30);
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
