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
import org.jshmem.Mailbox;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Test;

/// An interrupt ends a wait for a word or a signal, and a sleep, by `ShmemInterruptedException`; every other call
/// completes as if the flag were not set. The flag stays set in both cases.
public abstract class InterruptContract extends ApiContract {

    /// The objects of the calls.
    private record Objects(
            SymLongs dst, SymLongs src, SymLongs pSync, Signal signal, Signal[] signals, Mailbox box, Team team) {
        static Objects of(Shmem sh) {
            SymLongs pSync = sh.longs(OpenShmem.SHMEM_SYNC_SIZE);
            for (int k = 0; k < pSync.length(); k++) pSync.set(k, OpenShmem.SHMEM_SYNC_VALUE);
            return new Objects(
                    sh.longs(16),
                    sh.longs(16),
                    pSync,
                    sh.signal(),
                    sh.signals(2),
                    sh.mailbox(0),
                    sh.world().splitStrided(0, 1, sh.nPes()).orElseThrow());
        }
    }

    private interface Call {
        void make(Shmem sh, Objects on);
    }

    private static final Duration LONG = Duration.ofMinutes(5);

    /// Each waits for an update that does not come.
    private static Map<String, Call> waits() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("waitUntil", (sh, on) -> on.dst.waitUntil(0, Cmp.EQ, 1));
        calls.put("waitUntil with a limit", (sh, on) -> on.dst.waitUntil(0, Cmp.EQ, 1, LONG));
        calls.put("unsigned waitUntil", (sh, on) -> OpenShmem.shmem_ulong_wait_until(on.dst, Cmp.GT, 1));
        calls.put("waitUntilAll", (sh, on) -> on.dst.waitUntilAll(Cmp.EQ, 1));
        calls.put("waitUntilAny", (sh, on) -> on.dst.waitUntilAny(Cmp.EQ, 1));
        calls.put("waitUntilSome", (sh, on) -> on.dst.waitUntilSome(new int[16], Cmp.EQ, 1));
        calls.put("Signal.waitUntil", (sh, on) -> on.signal.waitUntil(Cmp.EQ, 1));
        calls.put("Signal.waitUntil with a limit", (sh, on) -> on.signal.waitUntil(Cmp.EQ, 1, LONG));
        calls.put("Signal.waitUntilAll", (sh, on) -> Signal.waitUntilAll(on.signals, Cmp.EQ, 1));
        calls.put("Signal.waitUntilAny", (sh, on) -> Signal.waitUntilAny(on.signals, Cmp.EQ, 1));
        calls.put("Signal.waitUntilSome", (sh, on) -> Signal.waitUntilSome(on.signals, new int[2], Cmp.EQ, 1));
        calls.put("Mailbox.receive", (sh, on) -> on.box.receive());
        calls.put("Mailbox.take", (sh, on) -> {
            on.box.end();
            on.box.take();
        });
        calls.put("sleep", (sh, on) -> sh.sleep(LONG));
        return calls;
    }

    @Test
    void anInterruptEndsAWaitAndASleepAndCostsNoOtherCall() throws Exception {
        run(2, (sh, a) -> {
            Objects on = Objects.of(sh);
            sh.barrierAll();
            if (sh.myPe() == 1) {
                for (var each : waits().entrySet()) {
                    Thread.currentThread().interrupt();
                    var e = assertThrows(
                            ShmemInterruptedException.class,
                            () -> each.getValue().make(sh, on),
                            each.getKey());
                    assertEquals(
                            "PE 1/2: thread interrupted while waiting " + e.awaited()
                                    + "; clear its flag before you repeat the wait",
                            e.getMessage());
                    assertTrue(Thread.interrupted(), "the flag stays set");
                }
                on.signal.set(2, 0);
            } else {
                on.signal.waitUntil(Cmp.EQ, 2);
            }
            assertEquals(2, sh.world().reduce(Op.SUM, 1L));
        });
    }

    /// All PEs make each call, and all have to come before any returns.
    private static Map<String, Call> collectives() {
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("barrierAll", (sh, on) -> sh.barrierAll());
        calls.put("syncAll", (sh, on) -> sh.syncAll());
        for (CollectiveCall each : CollectiveCall.values()) {
            calls.put(
                    each.name(),
                    (sh, on) -> each.call(on.team, on.dst, on.src, CollectiveCall.Arguments.of(sh.myPe(), 3, 2, 1)));
        }
        calls.put("reduce of Java arrays", (sh, on) -> on.team.reduce(Op.SUM, new int[9]));
        calls.put("broadcast of a value", (sh, on) -> assertEquals(7, on.team.broadcast(7L, 1)));
        calls.put("broadcast of bytes", (sh, on) -> on.team.broadcast(new byte[sh.myPe() * 9], 2));
        calls.put("collect of a value", (sh, on) -> assertEquals(2, on.team.collect((long) sh.myPe())[2]));
        calls.put("scan of a value", (sh, on) -> on.team.exscan(Op.SUM, 1L));
        calls.put("split", (sh, on) -> on.team.split(0, 0).ifPresent(Team::close));
        calls.put("splitList", (sh, on) -> on.team.splitList(2, 0, 1).ifPresent(Team::close));
        calls.put("reduce of a value", (sh, on) -> assertEquals(3, on.team.reduce(Op.SUM, 1L)));
        calls.put("reduce of a double", (sh, on) -> assertEquals(3.0, on.team.reduce(Op.SUM, 1.0)));
        calls.put("splitStrided", (sh, on) -> on.team.splitStrided(0, 1, 2).ifPresent(Team::close));
        calls.put("split2d", (sh, on) -> on.team.split2d(1).x().close());
        calls.put("longs and free", (sh, on) -> sh.longs(4).free());
        calls.put("longs of 8 MiB", (sh, on) -> sh.longs(1 << 20).free());
        calls.put("mem", (sh, on) -> sh.mem(64, 64).free());
        calls.put("signals", (sh, on) -> sh.freeAll(sh.signals(2)));
        calls.put("lock", (sh, on) -> sh.lock().free());
        calls.put("mailbox", (sh, on) -> sh.mailbox().close());
        calls.put("realloc", (sh, on) -> sh.longs(8).realloc(32).free());
        calls.put("init and close", (sh, on) -> Shmem.init().close());
        calls.put("the first call of an active set", (sh, on) -> {
            if (sh.myPe() == 2) sh.sleep(Duration.ofMillis(15));
            if (sh.myPe() > 0) assertEquals(2, sh.activeSet(1, 0, 2, on.pSync).reduce(Op.SUM, 1L));
        });
        return calls;
    }

    @Test
    void aCollectiveCompletesInSpiteOfTheFlag() throws Exception {
        run(3, (sh, a) -> {
            Objects on = Objects.of(sh);
            for (int k = 0; k < 16; k++) on.src.set(k, k + 1);
            for (var each : collectives().entrySet()) {
                sh.barrierAll();
                long used = sh.heapUsed();
                if (sh.myPe() == 0) sh.sleep(Duration.ofMillis(15)); // PE 1 waits meanwhile
                if (sh.myPe() == 1) Thread.currentThread().interrupt();
                each.getValue().make(sh, on);
                assertEquals(sh.myPe() == 1, Thread.interrupted(), () -> "the flag after " + each.getKey());
                assertEquals(used, sh.heapUsed(), each.getKey());
            }
            on.team.reduce(Op.SUM, on.dst, on.src, 4);
            for (int k = 0; k < 4; k++) assertEquals(3L * (k + 1), on.dst.get(k));
            assertEquals(7, sh.world().reduce(Op.SUM, 1L << sh.myPe()));
        });
    }

    @Test
    void aLockIsTakenAndPassedOnInSpiteOfTheFlag() throws Exception {
        run(3, (sh, a) -> {
            ShmemLock lock = sh.lock();
            SymLongs x = sh.longs(1);
            if (sh.myPe() == 0) lock.set();
            sh.barrierAll();
            if (sh.myPe() == 0) sh.sleep(Duration.ofMillis(15)); // the others stand in line
            else Thread.currentThread().interrupt();
            if (sh.myPe() > 0) lock.set();
            x.p(0, x.g(0, 0) + 1, 0);
            lock.clear();
            sh.barrierAll();
            assertEquals(sh.myPe() > 0, Thread.interrupted(), "the flag stays set");
            assertEquals(3, x.g(0, 0));
        });
    }

    /// The first PE that comes waits for the other one.
    @Test
    void sessionsBeginAndEndInSpiteOfTheFlag() throws Exception {
        launch(2, CONFIG, () -> {
            for (int session = 20; session > 0; session--) {
                Thread.currentThread().interrupt();
                Shmem sh = Shmem.init();
                assertEquals(3, sh.longs(3).length());
                assertEquals(2, sh.world().reduce(Op.SUM, 1L));
                sh.close();
                assertTrue(Thread.interrupted(), "the flag stays set");
            }
        });
    }

    /// A thread of PE 1 interrupts it while the PEs come to an allocation, each at another time.
    @Test
    void anAllocationCompletesWheneverTheInterruptComes() throws Exception {
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
                SymLongs made = sh.longs(8);
                if (sh.myPe() == 1) assertTrue(isSetBy(interrupter), "the flag stays set");
                assertEquals(3, sh.world().reduce(Op.SUM, 1L));
                assertEquals(64, sh.heapUsed());
                made.free();
            }
        });
    }

    private static void spin(int nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) Thread.onSpinWait();
    }

    /// Waits for the interrupter, and clears the flag that it has set.
    private static boolean isSetBy(Thread interrupter) {
        boolean set = false;
        while (interrupter.isAlive()) {
            try {
                interrupter.join();
            } catch (InterruptedException e) {
                set = true;
            }
        }
        return set | Thread.interrupted();
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
                calls.check(name);
                assertEquals(flagged, Thread.currentThread().isInterrupted(), name::getName);
            }
            if (flagged) assertTrue(Thread.interrupted());
            OpenShmem.shmem_barrier_all();
        });
    }
}
