// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.contract.Ended;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Races and deadlocks are told by the program's lines, objects and indices, of both sides.
@Isolated
class ReportedLinesTest {
    private static final String TIME = "[0-9.]+ [pnum]?s";

    @Test
    void aRaceWithACopyInFlightNamesTheObjectAndTheOptionThatFindsTheLines() {
        Ended end = run("race").with(Main.RACES);
        assertReport(
                end,
                "PE 0 put of \"box\"[0..4095], t=T, meets PE 1 get of \"box\"[64..127], t=T to T",
                "no flag orders them: insert a signal or a barrier between them; --races names the lines");
    }

    private static void assertReport(Ended end, String accesses, String remedy) {
        String report = "oshrun: race on PE 2, \"box\"[64..127]: " + accesses + "; " + remedy + "\n";
        assertEquals(report, end.err().replaceAll(TIME, "T"));
    }

    @Test
    void aDeadlockNamesEachPesLine() {
        Ended end = run("stuck").with(1);
        for (int pe = 0; pe < 3; pe++) {
            String where = "PE %d waits \"box\"[5] at Collide.java:16 >= 1 (value 0, ".formatted(pe);
            end.assertErr(where);
        }
    }

    @Test
    void aDeadlockNamesTheCollectiveThatAPeIsIn() {
        Ended end = run("alone").with(1);
        end.assertErr("PE 0 waits in barrier at Collide.java:17 (its flag was last written by PE ");
        end.assertErr("PE 1 waits \"box\"[5] at Collide.java:18 >= 1 (value 0, ");
    }

    /// One PE makes the report of all, while no PE can make a call.
    @Test
    void aDeadlockOfALockNamesItsHolder() {
        Ended end = run("locked").with(1);
        String holder = end.err().replaceFirst("(?s).*which PE (\\d) holds.*", "$1");
        end.assertErr("PE " + holder + " waits in barrier at Collide.java:20 (its flag was ");
        for (int pe = 0; pe < 3; pe++) {
            if (pe == holder.charAt(0) - '0') continue;
            end.assertErr("PE %d waits for lock \"turn\", which PE %s holds at Collide.java:19".formatted(pe, holder));
        }
    }

    private static Ended run(String how) {
        return MainTest.run("-np", "3", "--heap", "1m", "--", "Collide", how);
    }
}
