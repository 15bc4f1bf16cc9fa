// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.Space;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.Version;
import org.jshmem.Work;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Init, finalize, queries, ends, and collectives that do not match.
@Tag(Samples.TAG)
public abstract class LifecycleContract extends ApiContract {

    @Test
    void queriesAnswer() throws Exception {
        run(2, (sh, a) -> {
            assertEquals(2, sh.nPes());
            assertEquals(0b11, sh.world().reduce(Op.OR, 1L << sh.myPe()));
            assertEquals(0, a.length);
            assertEquals(new Version(1, 6), sh.specVersion());
            assertTrue(sh.name().startsWith("jshmem"), sh.name());
            assertEquals(sh.virtualTime() ? ThreadLevel.FUNNELED : ThreadLevel.MULTIPLE, sh.threadLevel());
            assertTrue(sh.peAccessible(0) && sh.peAccessible(1));
            assertFalse(sh.peAccessible(-1) || sh.peAccessible(2));
            long before = sh.nanoTime();
            sh.sleep(Duration.ofMillis(2));
            assertTrue(sh.nanoTime() - before >= 2_000_000);
            sh.sleep(Duration.ZERO);
            sh.sleep(Duration.ofSeconds(-1));
            sh.compute(Work.flops(1000));
            sh.pcontrol(0);
            sh.pcontrol(1);
            assertTrue(sh.heapSize() >= 16 << 20 && sh.heapSize() % 4096 == 0);
        });
    }

    @Test
    void everyInitNeedsItsCloseAndTheLastOneEndsTheSession() throws Exception {
        launch(3, CONFIG, () -> {
            assertFalse(Shmem.isInitialized());
            Shmem first = Shmem.init();
            Shmem second = Shmem.init(new Config(1 << 30, ThreadLevel.SINGLE, Duration.ZERO));
            assertTrue(Shmem.isInitialized());
            SymLongs x = first.longs(1);
            String who = "PE " + first.myPe() + "/3: ";
            first.close();
            first.close();
            assertTrue(Shmem.isInitialized());
            refused(who, STATE, first::myPe, "this handle is closed", "Shmem.init()");
            assertFalse(first.peAccessible(0));
            x.p(0, 7, (second.myPe() + 1) % 3);
            second.barrierAll();
            assertEquals(7, x.get(0));
            second.close();
            assertFalse(Shmem.isInitialized());
            refused(who, STATE, () -> x.get(0), "finalized");
            refused(who, STATE, () -> second.longs(1), "this handle is closed");
        });
    }

    @Test
    void aSessionMayFollowAnother() throws Exception {
        launch(3, CONFIG, () -> {
            for (int round = 1; round <= 4; round++) {
                try (Shmem sh = Shmem.init()) {
                    assertEquals(0, sh.heapUsed());
                    SymLongs x = sh.longs(100);
                    assertEquals(0, x.get(99));
                    assertEquals(3, sh.world().reduce(Op.SUM, 1L), "by the algorithm of all PEs");
                    x.p(99, round, (sh.myPe() + 1) % 3);
                    sh.barrierAll();
                    assertEquals(round, x.get(99));
                    if (sh.myPe() == 0) sh.world().algorithm(Collective.REDUCE, "ring"); // until the session ends
                    sh.syncAll();
                }
            }
        });
    }

    @Test
    void objectsTeamsAndContextsEndWithTheirSession() throws Exception {
        launch(2, CONFIG, () -> {
            Shmem sh = Shmem.init();
            String who = "PE " + sh.myPe() + "/2: ";
            SymLongs none = sh.longs(0);
            SymLongs shrunk = sh.longs(4).realloc(0);
            Space heap = sh.space("heap");
            Team world = sh.world();
            Team team = world.splitStrided(0, 1, 2).orElseThrow();
            Ctx ctx = team.ctx();
            sh.close();
            refused(who, STATE, () -> heap.longs(0), "longs of a session that is finalized; init again");
            for (SymLongs x : new SymLongs[] {none, shrunk}) {
                assertFalse(x.accessible(0));
                refused(who, STATE, () -> x.put(new long[0], 0), "a session that is finalized");
                refused(who, STATE, x::free, "a session that is finalized");
            }
            for (Team t : new Team[] {world, team}) {
                refused(who, STATE, t::sync, "sync on a team of a session that is finalized");
                refused(who, STATE, t::myPe, "init again");
            }
            refused(who, STATE, ctx::fence, "fence of a context that is closed");
            team.close();
        });
    }

    @Test
    void aTeamThatHasFailedIsClosedWithItsContexts() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            Team team = sh.world().splitStrided(0, 1, 2).orElseThrow();
            Ctx ctx = team.ctx();
            Executable differs = sh.myPe() == 0 ? team::sync : team::barrier;
            assertThrows(CollectiveMismatchException.class, differs);
            assertThrows(CollectiveMismatchException.class, team::close);
            team.close(); // closed already
            refused(sh, STATE, team::sync, "a team that is closed");
            assertThrows(IllegalStateException.class, () -> x.on(ctx).p(0, 1, 0));
            sh.barrierAll();
        });
    }

    @Test
    void nullsAreRefusedByName() throws Exception {
        launch(1, CONFIG, () -> {
            refused("config is null", MISSING, () -> Shmem.init(null), "Config.DEFAULT");
            refused("body is null", MISSING, () -> Shmem.run(new String[0], null));
            refused("body is null", MISSING, () -> Shmem.runInProcess(1, null));
        });
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void exitOfOnePeEndsTheOthersInTheirBarrier() throws Exception {
        run(3, (sh, a) -> {
            if (sh.myPe() == 1) throw sh.globalExit(0);
            sh.barrierAll();
            throw new AssertionError("the barrier cannot have completed");
        });
        Throwable ended = assertThrows(
                Throwable.class, // each backend has its own
                () -> run(3, (sh, a) -> {
                    if (sh.myPe() == 2) throw sh.globalExit(5);
                    sh.signal().waitUntil(Cmp.EQ, 1);
                }));
        assertTrue(ended.getMessage().contains("5"), ended::toString);
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void anExceptionOfOnePeEndsTheJob() {
        IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> run(3, (sh, a) -> {
                    if (sh.myPe() == 1) throw new IllegalStateException("the reactor is hot");
                    sh.barrierAll();
                }));
        assertEquals("the reactor is hot", e.getMessage());
    }

    @Test
    @Tag(TransportRuns.ENDS_JOB)
    void aPeThatLeavesEarlyIsNamed() throws Exception {
        var e = assertThrows(IllegalStateException.class, () -> launch(2, CONFIG, this::leaveEarly));
        String text = e.getMessage();
        assertTrue(text.contains("main returned without finalize; end every PE through"), text);
    }

    private void leaveEarly() {
        Shmem sh = Shmem.init();
        String who = "PE " + sh.myPe() + "/2: ";
        boolean early = sh.myPe() == 1;
        SymLongs refused = sh.longs(1);
        refused(who, MISMATCH, () -> {
                    if (early) sh.close();
                    else sh.barrierAll();
                })
                .says(
                        "finalize() on PE 1",
                        "barrier() on PE 0",
                        "; if an exception led to finalize(), through try (Shmem sh = Shmem.init()), use Shmem.run");
        refused.p(0, 1, early ? 0 : 1);
        refused.waitUntil(0, Cmp.EQ, 1); // the failure of one PE ends the waits of the other
    }
}
