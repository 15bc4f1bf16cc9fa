// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jshmem.Cmp;
import org.jshmem.Ctx;
import org.jshmem.Grid;
import org.jshmem.Op;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Teams: their numbering, splitting and ends; contexts.
@Tag(Samples.TAG)
public abstract class TeamContract extends ApiContract {

    @Test
    void worldHoldsAllPesAndSharedThoseWithinReachOfPointers() throws Exception {
        runAll((sh, a) -> {
            assertEquals(sh.nPes(), sh.world().nPes());
            SymLongs x = sh.longs(1);
            int within = 0;
            for (int pe = 0; pe < sh.nPes(); pe++) {
                boolean near = x.ptr(pe) != null;
                if (near) within++;
                assertTrue(x.accessible(pe), "by put and get, everywhere");
                assertEquals(near, sh.world().translate(pe, sh.shared()) >= 0);
            }
            assertEquals(within, sh.shared().nPes());
            for (Team t : List.of(sh.world(), sh.shared())) {
                assertEquals(sh.myPe(), t.translate(t.myPe(), sh.world()));
                long sum = 0;
                for (int k = 0; k < t.nPes(); k++) sum += t.translate(k, sh.world());
                assertEquals(sum, t.reduce(Op.SUM, sh.myPe()));
                refused(sh, STATE, t::close, "world and the shared team live as long");
            }
        });
    }

    @Test
    void stridedTeamsNumberTheirMembersInOrder() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            for (int stride : new int[] {1, 2, 3, -1, -2, -3}) {
                int start = stride > 0 ? 0 : n - 1;
                int size = (n + Math.abs(stride) - 1) / Math.abs(stride);
                Optional<Team> made = sh.world().splitStrided(start, stride, size);
                int distance = sh.myPe() - start;
                boolean member = distance % stride == 0;
                assertEquals(member, made.isPresent());
                if (!member) continue;
                Team t = made.get();
                assertEquals(distance / stride, t.myPe());
                assertEquals(size, t.nPes());
                for (int k = 0; k < size; k++) {
                    assertEquals(start + k * stride, t.translate(k, sh.world()));
                    assertEquals(k, sh.world().translate(start + k * stride, t));
                }
                assertEquals(-1, t.translate(-1, sh.world()));
                assertEquals(-1, t.translate(size, sh.world()));
                if (n > 1 && Math.abs(stride) > 1) {
                    assertEquals(-1, sh.world().translate(start + Integer.signum(stride), t));
                }
                long sum = 0;
                for (int k = 0; k < size; k++) sum += start + k * stride;
                assertEquals(sum, t.reduce(Op.SUM, sh.myPe()));
                t.close();
                t.close();
                refused(sh, STATE, t::sync, "sync on a team that is closed");
            }
            Optional<Team> alone = sh.world().splitStrided(n - 1, 0, 1);
            assertEquals(sh.myPe() == n - 1, alone.isPresent());
        });
    }

    @Test
    void splittingASplitTeamCountsInItsOwnNumbers() throws Exception {
        run(8, (sh, a) -> {
            Team odd = sh.world().splitStrided(7, -2, 4).orElse(null); // 7 5 3 1
            if (odd == null) return;
            Team some = odd.splitStrided(3, -2, 2).orElse(null); // numbers 3, 1: PEs 1, 5
            assertEquals(sh.myPe() == 1 || sh.myPe() == 5, some != null);
            if (some == null) return;
            assertEquals(sh.myPe() == 1 ? 0 : 1, some.myPe());
            assertEquals(5, some.translate(1, sh.world()));
            assertEquals(1, some.translate(1, odd));
            assertEquals(6, some.reduce(Op.SUM, sh.myPe()));
        });
    }

    @Test
    void aTripletThatLeavesTheTeamThrowsOnEveryMember() throws Exception {
        run(4, (sh, a) -> {
            int[][] wrong = {
                {0, 1, 5},
                {2, 1, 3},
                {-1, 1, 2},
                {4, 1, 1},
                {3, -1, 5},
                {0, 0, 2},
                {0, 1, 0},
                {0, 1, -1},
                {1, Integer.MAX_VALUE, 3},
                {3, Integer.MIN_VALUE, 2}
            };
            for (int[] t : wrong) {
                refused(sh, ARGUMENT, () -> sh.world().splitStrided(t[0], t[1], t[2]))
                        .says(
                                "start=%d, stride=%d, size=%d".formatted(t[0], t[1], t[2]),
                                t[2] < 1
                                        ? "is a team without a PE; give a size of 1 to 4"
                                        : t[1] == 0
                                                ? "names PE 0 more than once; every start + k * stride, k < size, must be another member"
                                                : "exceeds a team of 4 PEs");
            }
            refused(sh, ARGUMENT, () -> sh.world().split2d(0), "xrange=0 is a row");
            assertTrue(sh.world().splitStrided(0, 1, 4).isPresent(), "the team is still good");
        });
    }

    @Test
    void coloursMakeTeamsInTheOrderOfTheirKeys() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            int me = sh.myPe();
            for (int colours : new int[] {1, 2, 3}) {
                int mine = me % (colours + 1) - 1; // PEs 0, colours + 1, ... are in no team
                Optional<Team> made = sh.world().split(mine == 0 ? Integer.MAX_VALUE : mine, -me);
                assertEquals(mine >= 0, made.isPresent());
                if (mine >= 0) {
                    Team t = made.get();
                    int k = 0;
                    for (int pe = n - 1; pe >= 0; pe--) {
                        if (pe % (colours + 1) - 1 != mine) continue;
                        assertEquals(pe, t.translate(k, sh.world()));
                        if (pe == me) assertEquals(k, t.myPe());
                        k++;
                    }
                    assertEquals(k, t.nPes());
                    assertEquals(k, t.reduce(Op.SUM, 1L));
                    t.close();
                }
                Team all = sh.world().split(7, me < n / 2 ? 3 : -3).orElseThrow(); // equal keys in order
                assertEquals(me < n / 2 ? me + (n + 1) / 2 : me - n / 2, all.myPe());
                Team reversed = all.split(0, -all.myPe()).orElseThrow();
                assertEquals(n - 1 - all.myPe(), reversed.myPe());
                reversed.close();
                all.close();
            }
        });
    }

    @Test
    void listsMakeTeamsInTheirOrder() throws Exception {
        run(7, (sh, a) -> {
            int[] list = {4, 0, 5, 3};
            Optional<Team> made = sh.world().splitList(list);
            list[0] = 6; // the team keeps no reference
            int k = List.of(4, 0, 5, 3).indexOf(sh.myPe());
            assertEquals(k >= 0, made.isPresent());
            if (k >= 0) {
                Team t = made.get();
                assertEquals(k, t.myPe());
                assertEquals(12, t.reduce(Op.SUM, sh.myPe()));
                Optional<Team> two = t.splitList(3, 1); // PEs 3, 0
                assertEquals(sh.myPe() == 3 || sh.myPe() == 0, two.isPresent());
                two.ifPresent(pair -> assertEquals(0, pair.translate(0, t) - 3));
            }
            Team world = sh.world();
            refused(
                    sh,
                    ARGUMENT,
                    () -> world.splitList(1, 7),
                    "splitList, pes[1]=7 exceeds a team of 7 PEs; use 0 to 6");
            assertEquals(7, world.reduce(Op.SUM, 1L), "the team is still good");
        });
    }

    @Test
    void gridsHaveShortLastRows() throws Exception {
        runAll((sh, a) -> {
            int n = sh.nPes();
            for (int xrange : new int[] {1, 2, 3, n, n + 5}) {
                int width = Math.min(xrange, n);
                Grid grid = sh.world().split2d(xrange);
                int x = sh.myPe() % width;
                int y = sh.myPe() / width;
                assertEquals(x, grid.x().myPe());
                assertEquals(y, grid.y().myPe());
                assertEquals(Math.min(width, n - y * width), grid.x().nPes());
                assertEquals((n - x + width - 1) / width, grid.y().nPes());
                assertEquals(y * width, grid.x().translate(0, sh.world()));
                assertEquals(x, grid.y().translate(0, sh.world()));
                assertEquals(grid.x().nPes(), grid.x().reduce(Op.SUM, 1));
                assertEquals(grid.y().nPes(), grid.y().reduce(Op.SUM, 1));
                grid.x().close();
                grid.y().close();
            }
        });
    }

    @Test
    void sixtyOneTeamsFitAndClosingMakesRoom() throws Exception {
        run(3, (sh, a) -> {
            for (int round = 0; round < 2; round++) {
                List<Team> teams = new ArrayList<>();
                for (int k = 0; k < 61; k++) {
                    if (k == 60) refused(sh, STATE, () -> sh.world().split2d(2), "63 at once"); // a row fits, no column
                    teams.add(sh.world().splitStrided(0, 1, 3).orElseThrow());
                }
                refused(sh, STATE, () -> sh.world().splitStrided(0, 1, 3))
                        .says(
                                "no room for another team, a PE can be in 63 at once, teams and active sets; close teams that are no longer used");
                for (Team t : teams) assertEquals(3, t.reduce(Op.SUM, 1));
                for (Team t : teams) t.close();
            }
        });
    }

    @Test
    void rowsAndColumnsMeetInAnyCommonOrder() throws Exception {
        run(5, (sh, a) -> {
            Grid grid = sh.world().split2d(2);
            Random same = new Random(7);
            Random own = new Random(sh.myPe());
            for (int round = 0; round < 24; round++) {
                boolean rowFirst = same.nextBoolean();
                if (round % 4 == 0) sh.sleep(Duration.ofMillis(own.nextInt(30)));
                (rowFirst ? grid.x() : grid.y()).barrier();
                (rowFirst ? grid.y() : grid.x()).reduce(Op.SUM, 1);
                if (round % 3 == 0) sh.barrierAll();
            }
        });
    }

    @Test
    void aContextCountsInItsTeamsNumbers() throws Exception {
        run(5, (sh, a) -> {
            SymLongs x = sh.longs(2);
            Signal s = sh.signal();
            Team even = sh.world().splitStrided(4, -2, 3).orElse(null); // 4 2 0
            if (even != null) {
                try (Ctx ctx = even.ctx(Ctx.Option.SERIALIZED, Ctx.Option.NOSTORE)) {
                    assertEquals(even, ctx.team());
                    ctx.sessionStart(Ctx.Hint.BATCH);
                    int next = (even.myPe() + 1) % 3;
                    x.on(ctx).p(0, 100 + sh.myPe(), next);
                    x.slice(1, 1).on(ctx).fetchAdd(0, 5, next);
                    ctx.fence();
                    s.on(ctx).set(1, next);
                    ctx.sessionStop();
                    ctx.sessionStop();
                    ctx.quiet();
                    ctx.quiet(next);
                    ctx.quiet(new int[0]);
                    s.waitUntil(Cmp.EQ, 1);
                    int from = (even.myPe() + 2) % 3;
                    assertEquals(100 + even.translate(from, sh.world()), x.get(0));
                    assertEquals(5, x.get(1));
                    assertEquals(x.get(0), x.on(ctx).g(0, even.myPe()));
                    refused(sh, BOUNDS, () -> x.on(ctx).g(0, 3)).says("PE 3 does not exist; this team has PEs 0 to 2");
                    refused(sh, BOUNDS, () -> ctx.quiet(3), "quiet", "PE 3 does not exist");
                }
            }
            sh.barrierAll();
        });
    }

    @Test
    void closedContextsRefuseTheirViews() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            Ctx ctx = sh.ctx();
            assertEquals(sh.world(), ctx.team());
            SymLongs view = x.on(ctx);
            view.p(0, 1, sh.myPe());
            ctx.close();
            ctx.close();
            refused(sh, STATE, () -> view.p(0, 1, 0), "p through a context that is closed; ");
            Team team = sh.world().splitStrided(0, 1, 2).orElseThrow();
            Ctx inner = team.ctx();
            SymLongs other = x.on(inner);
            team.close();
            refused(sh, STATE, () -> other.g(0, 0), "context that is closed");
            assertFalse(team.equals(sh.world()));
        });
    }

    @Test
    void teamsAndContextsOfOtherSessionsAreRefused() throws Exception {
        List<Team> worlds = new ArrayList<>();
        run(1, (sh, a) -> worlds.add(sh.world()));
        run(
                1,
                (sh, a) -> refused(sh, ARGUMENT, () -> sh.world().translate(0, worlds.getFirst()))
                        .says("belongs to another session"));
    }
}
