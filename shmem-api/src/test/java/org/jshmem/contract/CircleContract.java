// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Random;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// PEs that wait for each other in collectives of different teams: found where it is so, and only there.
@Tag(Samples.TAG)
public abstract class CircleContract extends ApiContract {
    private static Team team(Shmem sh, int start, int stride, int size) {
        return sh.world().splitStrided(start, stride, size).orElse(null);
    }

    /// The call has to throw of the circle; one that is not found ends by the job's timeout, in another exception.
    private static String found(Shmem sh, Runnable call, String... facts) {
        return refused(sh, CollectiveMismatchException.class, call::run, facts);
    }

    @Test
    void oppositeOrdersOnTwoTeamsThrowOnBothPes() throws Exception {
        run(2, (sh, a) -> {
            Team one = team(sh, 0, 1, 2);
            Team two = team(sh, 1, -1, 2);
            String text = found(
                    sh,
                    () -> {
                        if (sh.myPe() == 0) one.barrier();
                        two.sync();
                        one.barrier();
                    },
                    "PE 0 waits in barrier(), call 1 of the team of PEs 0 to 1 by 1, for PE 1, which waits in sync(), "
                            + "call 1 of the team of PEs 1 to 0 by -1, for PE 0: none can go on",
                    "call their collectives in the same order");
            assertEquals(text, found(sh, one::sync), "the teams have failed for good");
            assertEquals(text, found(sh, two::barrier), "the teams have failed for good");
            assertEquals(3, sh.world().reduce(Op.SUM, sh.myPe() + 1), "the world has not");
        });
    }

    @Test
    void operationsAndArgumentsAreNamed() throws Exception {
        run(3, (sh, a) -> {
            SymLongs x = sh.longs(8);
            Team one = team(sh, 0, 1, 3);
            Team two = team(sh, 0, 1, 3);
            found(
                    sh,
                    () -> {
                        if (sh.myPe() != 1) one.reduce(Op.MAX, x, x, 5);
                        else two.broadcast(x, x, 7, 2);
                        one.sync();
                    },
                    "waits in broadcast(root=2, count=7, type=long, dst=byte " + x.byteOffset(),
                    "waits in reduce(op=max, count=5, type=long, dst=byte " + x.byteOffset());
            for (int e = 0; e < 8; e++) assertEquals(0, x.get(e));
        });
    }

    @Test
    void circlesOfThreeTeamsAreFound() throws Exception {
        run(3, (sh, a) -> {
            int me = sh.myPe();
            Team[] mine = {team(sh, 0, 1, 2), team(sh, 1, 1, 2), team(sh, 2, -2, 2)}; // 0 1, 1 2, 2 0
            found(
                    sh,
                    () -> {
                        mine[me].barrier();
                        mine[(me + 2) % 3].barrier();
                    },
                    "PE 0 waits in barrier(), call 1 of the team of PEs 0 to 1 by 1, for PE 1, which waits",
                    "for PE 2, which waits in barrier(), call 1 of the team of PEs 2 to 0 by -2, for PE 0: ");
            sh.barrierAll();
        });
    }

    @Test
    void everyMemberOfTheTeamsHearsOfIt() throws Exception {
        run(5, (sh, a) -> {
            Team all = team(sh, 4, -1, 5);
            Team some = team(sh, 0, 3, 2);
            found(
                    sh,
                    () -> {
                        if (sh.myPe() == 0) some.sync();
                        all.barrier();
                    },
                    "PE 0 waits in sync(), call 1 of the team of PEs 0 to 3 by 3, for PE 3, which waits in barrier()",
                    "call 1 of the team of PEs 4 to 0 by -1, for PE 0");
            sh.barrierAll();
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void aTeamAgainstTheWorldIsFound() throws Exception {
        run(3, (sh, a) -> {
            Team two = team(sh, 1, 1, 2);
            Signal seen = beginTogether(sh); // nobody is in the split any more, which is a call of the world's too
            found(
                    sh,
                    () -> {
                        if (sh.myPe() == 2) two.sync();
                        sh.barrierAll();
                    },
                    "barrier()",
                    "of the world team",
                    "for PE 2, which waits in sync(), call 1 of the team of PEs 1 to 2 by 1, for PE ");
            endTogether(sh, seen);
        });
    }

    @Test
    void whoIsSlowIsNotAccused() throws Exception {
        run(4, (sh, a) -> {
            int me = sh.myPe();
            Team low = team(sh, 0, 1, 2);
            Team middle = team(sh, 1, 1, 2);
            Team high = team(sh, 2, 1, 2);
            for (int round = 0; round < Samples.of(1, 2); round++) {
                // PE 3 waits for 2 in one team, 2 for 1 in another, 1 for 0 in a third, and 0 sleeps
                if (me == 0) sh.sleep(Duration.ofMillis(1700));
                if (me <= 1) low.barrier();
                if (me == 1 || me == 2) middle.sync();
                if (me >= 2) high.barrier();
                sh.syncAll();
            }
            assertEquals(6, sh.world().reduce(Op.SUM, me));
        });
    }

    @Test
    void rowsAndColumnsInAnyCommonOrderAreNotAccused() throws Exception {
        run(5, (sh, a) -> {
            Grid grid = sh.world().split2d(2);
            Random same = new Random(7);
            Random own = new Random(sh.myPe());
            for (int round = 0; round < 24; round++) {
                boolean rowFirst = same.nextBoolean();
                if (round % 4 == 0) sh.sleep(Duration.ofMillis(own.nextInt(300)));
                (rowFirst ? grid.x() : grid.y()).barrier();
                (rowFirst ? grid.y() : grid.x()).reduce(Op.SUM, 1);
                if (round % 3 == 0) sh.barrierAll();
            }
        });
    }
}
