// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.SymmetricHeapException;
import org.jshmem.Team;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Test;

/// What an interrupt does to each call of the library: one that has to wait throws, and the flag stays set; any
/// other is made as if there were no flag, which stays set too.
public abstract class InterruptContract extends ApiContract {

    /// What the calls are made on.
    private record Objects(
            SymLongs dst, SymLongs src, Signal signal, Signal[] signals, ShmemLock held, Team team, Signal end) {

        static Objects of(Shmem sh, int members) {
            return new Objects(
                    sh.longs(16),
                    sh.longs(16),
                    sh.signal(),
                    sh.signals(2),
                    sh.lock(),
                    sh.world().splitStrided(0, 1, members).orElseThrow(),
                    sh.signal());
        }
    }

    private interface Call {
        void make(Shmem sh, Objects on);
    }

    private static final Duration LONG = Duration.ofMinutes(5);

    /// Each waits for PE 0, which does not come.
    private static Map<String, Call> waits() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("barrierAll", (sh, on) -> sh.barrierAll());
        calls.put("syncAll", (sh, on) -> sh.syncAll());
        calls.put("barrier", (sh, on) -> on.team.barrier());
        calls.put("sync", (sh, on) -> on.team.sync());
        calls.put("broadcast", (sh, on) -> on.team.broadcast(on.dst, on.src, 4, 0));
        calls.put("collect", (sh, on) -> on.team.collect(on.dst, on.src, 4));
        calls.put("fcollect", (sh, on) -> on.team.fcollect(on.dst, on.src, 4));
        calls.put("alltoall", (sh, on) -> on.team.alltoall(on.dst, on.src, 4));
        calls.put("alltoalls", (sh, on) -> on.team.alltoalls(on.dst, on.src, 2, 2, 2));
        calls.put("reduce", (sh, on) -> on.team.reduce(Op.SUM, on.dst, on.src, 4));
        calls.put("reduce of a value", (sh, on) -> on.team.reduce(Op.SUM, 1L));
        calls.put("reduce of a double", (sh, on) -> on.team.reduce(Op.SUM, 1.0));
        calls.put("inscan", (sh, on) -> on.team.inscan(Op.SUM, on.dst, on.src, 4));
        calls.put("exscan", (sh, on) -> on.team.exscan(Op.SUM, on.dst, on.src, 4));
        calls.put("splitStrided", (sh, on) -> on.team.splitStrided(0, 1, 2));
        calls.put("split2d", (sh, on) -> on.team.split2d(1));
        calls.put("longs", (sh, on) -> sh.longs(4));
        calls.put("longs of 8 MiB", (sh, on) -> sh.longs(1 << 20));
        calls.put("mem", (sh, on) -> sh.mem(64, 64));
        calls.put("signal", (sh, on) -> sh.signal());
        calls.put("signals", (sh, on) -> sh.signals(2));
        calls.put("lock", (sh, on) -> sh.lock());
        calls.put("free", (sh, on) -> on.dst.free());
        calls.put("free of a lock", (sh, on) -> on.held.free());
        calls.put("realloc", (sh, on) -> on.dst.realloc(32));
        calls.put("lock.set", (sh, on) -> on.held.set());
        calls.put("lock.acquire", (sh, on) -> on.held.acquire());
        calls.put("waitUntil", (sh, on) -> on.dst.waitUntil(0, Cmp.EQ, 1));
        calls.put("waitUntil with a limit", (sh, on) -> on.dst.waitUntil(0, Cmp.EQ, 1, LONG));
        calls.put("waitUntilAll", (sh, on) -> on.dst.waitUntilAll(Cmp.EQ, 1));
        calls.put("waitUntilAny", (sh, on) -> on.dst.waitUntilAny(Cmp.EQ, 1));
        calls.put("waitUntilSome", (sh, on) -> on.dst.waitUntilSome(new int[16], Cmp.EQ, 1));
        calls.put("Signal.waitUntil", (sh, on) -> on.signal.waitUntil(Cmp.EQ, 1));
        calls.put("Signal.waitUntil with a limit", (sh, on) -> on.signal.waitUntil(Cmp.EQ, 1, LONG));
        calls.put("Signal.waitUntilAll", (sh, on) -> Signal.waitUntilAll(on.signals, Cmp.EQ, 1));
        calls.put("Signal.waitUntilAny", (sh, on) -> Signal.waitUntilAny(on.signals, Cmp.EQ, 1));
        calls.put("Signal.waitUntilSome", (sh, on) -> Signal.waitUntilSome(on.signals, new int[2], Cmp.EQ, 1));
        calls.put("sleep", (sh, on) -> sh.sleep(LONG));
        return calls;
    }

    @Test
    void anInterruptEndsEveryCallThatWaits() throws Exception {
        for (var each : waits().entrySet()) {
            try {
                run(2, (sh, a) -> interrupted(sh, each.getValue()));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(each.getKey(), e);
            }
        }
    }

    private static void interrupted(Shmem sh, Call call) {
        Objects on = Objects.of(sh, 2);
        if (sh.myPe() == 0) on.held.set();
        sh.barrierAll();
        if (sh.myPe() == 0) {
            on.end.waitUntil(Cmp.EQ, 1);
            assertEquals(7, on.src.get(0), "a put after the interrupt");
            throw sh.globalExit(0);
        }
        Thread.currentThread().interrupt();
        var e = assertThrows(ShmemInterruptedException.class, () -> call.make(sh, on));
        String awaited = "PE 1/2: thread interrupted while waiting " + e.awaited();
        assertTrue(e.getMessage().startsWith(awaited), e::getMessage);
        assertTrue(Thread.interrupted(), "the flag stays set");
        on.src.p(0, 7, 0);
        sh.fence();
        on.end.set(1, 0);
        on.end.waitUntil(Cmp.EQ, -1); // never: PE 0 ends the job
    }

    /// PE 1 is first a member of the set, then its first one.
    @Test
    void anActiveSetIsMadeAfterAnInterruptOfItsFirstUse() throws Exception {
        run(3, (sh, a) -> {
            Signal end = sh.signal();
            for (int start = 0; start < 2; start++) {
                SymLongs pSync = sh.longs(OpenShmem.SHMEM_SYNC_SIZE);
                for (int k = 0; k < pSync.length(); k++) pSync.set(k, OpenShmem.SHMEM_SYNC_VALUE);
                sh.barrierAll();
                int first = start;
                int late = 2 * start;
                if (sh.myPe() == late) end.waitUntil(Cmp.EQ, 1); // comes when the interrupted call is over
                if (sh.myPe() == 1) {
                    Thread.currentThread().interrupt();
                    assertThrows(ShmemInterruptedException.class, () -> sh.activeSet(first, 0, 2, pSync));
                    assertTrue(Thread.interrupted(), "the flag stays set");
                    end.set(1, late);
                }
                if (sh.myPe() != 1 && sh.myPe() != late) continue;
                assertEquals(2, sh.activeSet(first, 0, 2, pSync).reduce(Op.SUM, 1L));
                for (int k = 0; k < pSync.length(); k++) assertEquals(OpenShmem.SHMEM_SYNC_VALUE, pSync.get(k));
            }
        });
    }

    /// The thread that finishes PE 1's split combines a value in the place in which PE 1's next call has its own.
    @Test
    void aValueThatIsCombinedAfterAnInterruptedSplitIsThePesOwn() throws Exception {
        run(3, (sh, a) -> {
            Signal end = sh.signal();
            if (sh.myPe() == 1) {
                Thread.currentThread().interrupt();
                assertThrows(ShmemInterruptedException.class, () -> sh.world().splitStrided(0, 1, 3));
                assertTrue(Thread.interrupted(), "the flag stays set");
                end.set(1, 0);
            } else {
                if (sh.myPe() == 0) {
                    end.waitUntil(Cmp.EQ, 1);
                    sh.sleep(Duration.ofMillis(50)); // PE 1 is in its next call
                }
                assertThrows(SymmetricHeapException.class, () -> sh.world().splitStrided(0, 1, 3));
            }
            assertEquals(7, sh.world().reduce(Op.SUM, 1L << sh.myPe()));
            assertEquals(7.0, sh.world().reduce(Op.SUM, (double) (1L << sh.myPe())));
        });
    }

    /// Calls in which the members only wait for each other: what comes after the wait is each PE's own.
    private static final Set<String> MEETINGS = Set.of("barrierAll", "syncAll", "barrier", "sync", "free");

    /// Meetings that make something, which all members get or none of them.
    private static final Set<String> MAKERS =
            Set.of("splitStrided", "split2d", "longs", "mem", "signals", "lock", "realloc");

    /// Calls that move data.
    private static final Set<String> MOVEMENTS =
            Set.of("broadcast", "collect", "fcollect", "alltoall", "reduce", "reduce of a value", "inscan");

    @Test
    void anInterruptedMeetingCostsOneCallOfOnePe() throws Exception {
        for (String name : MEETINGS) {
            try {
                run(4, (sh, a) -> costsOneCall(sh, waits().get(name), 1));
                run(4, (sh, a) -> costsOneCall(sh, waits().get(name), 2)); // with the flag still set
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name, e);
            }
        }
    }

    private static void costsOneCall(Shmem sh, Call call, int times) {
        Objects[] on = {Objects.of(sh, 4), Objects.of(sh, 4)};
        Signal end = on[0].end;
        sh.barrierAll();
        if (sh.myPe() == 0) end.waitUntil(Cmp.EQ, 1); // comes when the interrupted calls are over
        if (sh.myPe() == 1) {
            Thread.currentThread().interrupt();
            for (int k = 0; k < times; k++) {
                Objects each = on[k];
                assertThrows(ShmemInterruptedException.class, () -> call.make(sh, each));
            }
            assertTrue(Thread.interrupted(), "the flag stays set");
            end.set(1, 0);
        } else {
            for (int k = 0; k < times; k++) call.make(sh, on[k]);
        }
        assertEquals(4, sh.world().reduce(Op.SUM, 1L));
        SymLongs x = sh.longs(100);
        x.p(99, 40 + sh.myPe(), (sh.myPe() + 1) % 4);
        sh.barrierAll();
        assertEquals(40 + (sh.myPe() + 3) % 4, x.get(99), "heaps are still symmetric");
    }

    @Test
    void whatAnInterruptedMeetingMakesIsUndoneOnAllMembers() throws Exception {
        for (String name : MAKERS) {
            try {
                run(4, (sh, a) -> isUndone(sh, waits().get(name), 1));
                run(4, (sh, a) -> isUndone(sh, waits().get(name), 2)); // with the flag still set
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name, e);
            }
        }
    }

    private static void isUndone(Shmem sh, Call call, int times) {
        Objects on = Objects.of(sh, 4);
        on.dst.set(3, 33);
        long used = sh.heapUsed();
        sh.barrierAll();
        if (sh.myPe() == 0) on.end.waitUntil(Cmp.EQ, 1); // comes when the interrupted calls are over
        if (sh.myPe() == 1) {
            Thread.currentThread().interrupt();
            for (int k = 0; k < times; k++) {
                assertThrows(ShmemInterruptedException.class, () -> call.make(sh, on));
            }
            assertTrue(Thread.interrupted(), "the flag stays set");
            on.end.set(1, 0);
        } else {
            for (int k = 0; k < times; k++) {
                String text = assertThrows(SymmetricHeapException.class, () -> call.make(sh, on))
                        .getMessage();
                assertTrue(text.contains("is undone on all "), text);
                assertTrue(
                        text.contains(", because the thread of PE 1 was interrupted in it; repeat it on all "), text);
            }
        }
        assertEquals(4, sh.world().reduce(Op.SUM, 1L));
        assertEquals(4, on.team.reduce(Op.SUM, 1L));
        assertEquals(used, sh.heapUsed(), "bytes of the heap in use");
        assertEquals(33, on.dst.get(3), "a realloc leaves the object alone");
        call.make(sh, on);
        sh.barrierAll();
    }

    @Test
    void anInterruptedAllocationThatDoesNotFitLeavesTheNextSessionAlone() throws Exception {
        launch(2, CONFIG, () -> {
            try (Shmem sh = Shmem.init()) {
                Signal end = sh.signal();
                if (sh.myPe() == 0) {
                    end.waitUntil(Cmp.EQ, 1); // comes when the interrupted call is over
                    refused(sh, SymmetricHeapException.class, () -> sh.longs(1L << 40), "cannot give");
                } else {
                    Thread.currentThread().interrupt();
                    assertThrows(ShmemInterruptedException.class, () -> sh.longs(1L << 40));
                    assertTrue(Thread.interrupted(), "the flag stays set");
                    end.set(1, 0);
                }
            }
            try (Shmem sh = Shmem.init()) {
                for (int k = 1; k < 9; k++) assertEquals(k, sh.longs(k).length());
            }
        });
    }

    /// The first PE that comes waits for the other one.
    @Test
    void sessionsFollowEachOtherInSpiteOfInterrupts() throws Exception {
        launch(2, CONFIG, () -> {
            for (int session = 20; session > 0; session--) {
                Thread.currentThread().interrupt();
                Shmem sh = init();
                assertEquals(3, sh.longs(3).length());
                assertEquals(2, sh.world().reduce(Op.SUM, 1L));
                if (session > 1) Thread.currentThread().interrupt();
                try {
                    sh.close();
                } catch (ShmemInterruptedException e) {
                    // a thread of the library finishes it
                }
                assertEquals(session > 1, Thread.interrupted(), "the flag stays set");
            }
        });
    }

    /// The last call of PE 1 is a close that an interrupt ends. The others come to theirs later.
    @Test
    void aPeEndsWhileTheLibraryFinishesItsClose() throws Exception {
        launch(3, CONFIG, () -> {
            Shmem sh = Shmem.init();
            if (sh.myPe() == 1) {
                Thread.currentThread().interrupt();
                assertThrows(ShmemInterruptedException.class, sh::close);
                assertTrue(Thread.interrupted(), "the flag stays set");
                return;
            }
            sh.sleep(Duration.ofSeconds(1));
            sh.close();
        });
    }

    /// Takes the flag away, and repeats an init that it has ended.
    private static Shmem init() {
        try {
            Shmem sh = Shmem.init();
            assertTrue(Thread.interrupted(), "the flag stays set");
            return sh;
        } catch (ShmemInterruptedException e) {
            assertTrue(Thread.interrupted(), "the flag stays set");
            return Shmem.init();
        }
    }

    /// A thread of PE 1 interrupts it while the PEs come to an allocation, each at another time.
    @Test
    void allPesHaveOneOutcomeWheneverTheInterruptComes() throws Exception {
        run(3, (sh, a) -> {
            var random = new SplittableRandom(sh.myPe());
            Thread main = Thread.currentThread();
            for (int round = 0; round < 200; round++) {
                sh.barrierAll();
                Thread interrupter = Thread.ofPlatform().unstarted(() -> {
                    spin(random.nextInt(100_000));
                    main.interrupt();
                });
                if (sh.myPe() == 1) interrupter.start();
                else spin(random.nextInt(200_000));
                SymLongs made = null;
                try {
                    made = sh.longs(8);
                } catch (ShmemInterruptedException | SymmetricHeapException e) {
                    // no PE has it
                }
                if (sh.myPe() == 1) end(interrupter);
                long owners = sh.world().reduce(Op.SUM, made == null ? 0L : 1L);
                assertTrue(owners == 0 || owners == 3, owners + " of 3 PEs have what round " + round + " allocated");
                assertEquals(made == null ? 0 : 64, sh.heapUsed());
                if (made != null) made.free();
            }
        });
    }

    private static void spin(int nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    /// Waits for it, and takes the flag that it has set away.
    private static void end(Thread interrupter) {
        while (interrupter.isAlive()) {
            try {
                interrupter.join();
            } catch (InterruptedException e) {
                // it has come here
            }
        }
        Thread.interrupted();
    }

    @Test
    void anInterruptBeforeAMemberComesEndsATeamInACallThatMovesData() throws Exception {
        for (String name : MOVEMENTS) {
            try {
                run(3, (sh, a) -> endsTheTeam(sh, waits().get(name)));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name, e);
            }
        }
    }

    private static void endsTheTeam(Shmem sh, Call call) {
        Objects on = Objects.of(sh, 3);
        sh.barrierAll();
        if (sh.myPe() == 0) on.end.waitUntil(Cmp.EQ, 1);
        if (sh.myPe() == 1) {
            Thread.currentThread().interrupt();
            assertThrows(ShmemInterruptedException.class, () -> call.make(sh, on));
            assertTrue(Thread.interrupted(), "the flag stays set");
            on.end.set(1, 0);
        }
        String told = "the thread of PE 1 was interrupted in ";
        // PE 2 may be named too, where the machine is busy
        refused(sh, CollectiveMismatchException.class, () -> call.make(sh, on), told, "which PE", " not entered: ");
        assertEquals(3, sh.world().reduce(Op.SUM, 1L), "other teams go on");
    }

    /// The generated names of one type and of bytes: those of the others differ by the size of an element alone.
    private static List<Method> oneSided() {
        Set<String> collective = Set.of("team", "pSync");
        return EveryNameContract.generated().stream()
                .filter(m -> m.getName().matches("shmem_(ctx_)?(long_.*|[a-z]*mem(_[a-z_]+)?)"))
                .filter(m -> !m.getName().contains("malloc"))
                .filter(m -> Arrays.stream(m.getParameters()).noneMatch(p -> collective.contains(p.getName())))
                .toList();
    }

    @Test
    void aCallThatNeedNotWaitIsMadeInSpiteOfTheFlag() throws Exception {
        List<Method> names = oneSided();
        assertTrue(names.size() > 60, "found " + names.size());
        launch(EveryNameContract.PES, CONFIG, () -> {
            OpenShmem.start_pes(0);
            NameCalls calls = new NameCalls();
            boolean flagged = OpenShmem.shmem_my_pe() == 0;
            if (flagged) Thread.currentThread().interrupt();
            for (Method name : names) {
                name.setAccessible(true); // it is in a class that is not public
                assertTrue(calls.check(name), name::getName);
                assertEquals(flagged, Thread.currentThread().isInterrupted(), name::getName);
            }
            if (flagged) assertTrue(Thread.interrupted());
            OpenShmem.shmem_barrier_all();
        });
    }
}
