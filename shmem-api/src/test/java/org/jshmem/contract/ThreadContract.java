// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Mailbox;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymDoubles;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Symmetric;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.compat.OpenShmem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Several threads in one PE: for backends whose PEs are not bound to one thread.
@Tag(Samples.TAG)
public abstract class ThreadContract extends ApiContract {

    /// Runs a call on another thread to its end and returns what it threw.
    private static Throwable elsewhere(Runnable call) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        started(call, thrown).join();
        return thrown.get();
    }

    private static Thread started(Runnable call, AtomicReference<Throwable> thrown) {
        return Thread.ofPlatform().name("other").start(() -> {
            try {
                call.run();
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
    }

    private static void rethrow(Throwable thrown) throws Throwable {
        if (thrown != null) throw thrown;
    }

    @Test
    void aPrivateContextIsForItsThread() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            Ctx mine = sh.ctx(Ctx.Option.PRIVATE);
            Ctx anyones = sh.ctx();
            x.on(mine).p(0, 1, sh.myPe());
            mine.quiet();
            SymLongs view = x.on(mine);
            for (Runnable call : new Runnable[] {() -> view.get(0), mine::fence, mine::close, () -> x.on(mine)}) {
                refused(sh, STATE, () -> rethrow(elsewhere(call)))
                        .says(
                                "on thread other",
                                "PRIVATE context of thread "
                                        + Thread.currentThread().getName());
            }
            assertEquals(null, elsewhere(() -> x.on(anyones).p(0, 2, sh.myPe())));
            assertEquals(2, view.get(0));
            mine.close();
        });
    }

    /// On PE 0 calls are refused while another thread is in a collective, which PE 1 comes to later.
    private static void whileInCollective(Shmem sh, Runnable collective, Runnable refused) throws InterruptedException {
        Signal go = sh.signal();
        if (sh.myPe() == 0) {
            Thread first = Thread.ofPlatform().name("first").start(collective);
            while (!Threads.isIn(first, "await") && first.isAlive())
                Thread.onSpinWait(); // and stays there, since PE 1 is not coming
            refused.run();
            go.set(1, 1);
            first.join();
        } else {
            go.waitUntil(Cmp.EQ, 1);
            collective.run();
        }
        sh.barrierAll();
    }

    @Test
    void aSecondThreadInATeamsCollectiveIsRefused() throws Exception {
        run(2, (sh, a) -> {
            SymInts x = sh.ints(8);
            SymDoubles z = sh.doubles(8);
            for (int i = 0; i < 8; i++) x.set(i, i);
            for (int i = 0; i < 8; i++) z.set(i, i);
            Shmem again = Shmem.init();
            var world = OpenShmem.SHMEM_TEAM_WORLD;
            String other = "while thread first is in a collective of the same team";
            whileInCollective(sh, sh::barrierAll, () -> {
                refused(sh, STATE, () -> sh.world().sync())
                        .says("sync on thread " + Thread.currentThread().getName(), other);
                refused(sh, STATE, () -> OpenShmem.shmem_uint_max_reduce(world, x, 4, x, 0, 4), other);
                refused(sh, STATE, () -> OpenShmem.shmem_complexd_prod_reduce(world, z, 4, z, 0, 2), other);
                for (int i = 0; i < 8; i++)
                    assertEquals(i + i, x.get(i) + z.get(i), "a refused reduction writes nothing");
                refused(sh, STATE, again::close, "close on thread", other);
                assertEquals(0, again.myPe(), "a refused close leaves the handle open");
            });
            again.close();
            Mailbox box = sh.mailbox(0);
            whileInCollective(sh, () -> sh.longs(4), () -> {
                long used = sh.heapUsed();
                refused(sh, STATE, sh::barrierAll, "barrier on thread", other);
                refused(sh, STATE, () -> sh.longs(1), "longs on thread", other);
                refused(sh, STATE, x::free, "free on thread", other);
                refused(sh, STATE, () -> x.realloc(9), "realloc on thread", other);
                refused(sh, STATE, box::close, "close on thread", other);
                assertEquals(used, sh.heapUsed());
            });
            box.send(1 - sh.myPe(), 5); // a refused close leaves the mailbox open
            assertEquals(5, box.receive().word());
            box.close();
        });
    }

    /// A wait ends with the object: its memory is another object's afterwards.
    @Test
    void aThreadThatWaitsOnAnObjectThatIsFreedIsTold() throws Exception {
        run(2, (sh, a) -> {
            String who = "PE " + sh.myPe() + "/2: ";
            String freed = ", which was freed or reallocated; use the new object, or free later";
            SymInts words = sh.ints(3);
            Signal signal = sh.signal();
            assertEndsWithFree(words, who + "waitUntil on object 1 of 3 ints" + freed, x -> x.waitUntil(1, Cmp.EQ, 5));
            assertEndsWithFree(signal, who + "waitUntil on signal 2" + freed, x -> x.waitUntil(Cmp.EQ, 5));
            SymInts more = sh.ints(2);
            assertEndsWithFree(
                    more, who + "waitUntilAny on object 3 of 2 ints" + freed, x -> x.waitUntilAny(Cmp.EQ, 5));
            Signal[] signals = sh.signals(2);
            assertEndsWithFree(
                    signals[1],
                    who + "Signal.waitUntilAll on signal 5" + freed,
                    _ -> Signal.waitUntilAll(signals, null, Cmp.EQ, 5));
            signals[0].free();
        });
    }

    private static <X extends Symmetric> void assertEndsWithFree(X x, String message, Consumer<X> wait)
            throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread waiter = started(() -> wait.accept(x), thrown);
        while (!Threads.isIn(waiter, "await")) Thread.onSpinWait();
        x.free();
        waiter.join();
        assertEquals(IllegalStateException.class, thrown.get().getClass());
        assertEquals(message, thrown.get().getMessage());
    }

    @Test
    void testOfALockDoesNotWaitForAThreadThatIsGettingIt() throws Exception {
        run(2, (sh, a) -> {
            ShmemLock lock = sh.lock();
            Signal go = sh.signal();
            if (sh.myPe() == 0) {
                lock.set();
                sh.barrierAll();
                go.waitUntil(Cmp.EQ, 1); // after the test on PE 1: a test that waited would wait for ever
                lock.clear();
            } else {
                sh.barrierAll();
                Thread setter = Thread.ofPlatform()
                        .name("setter")
                        .start(() -> lock.acquire().close());
                while (!Threads.isInLine(setter)) Thread.onSpinWait();
                assertFalse(lock.test());
                go.set(1, 0);
                setter.join();
            }
            sh.barrierAll();
        });
    }

    /// On each PE one thread waits on a team of its own, and another comes to the other team after `late`.
    protected static void cross(Shmem sh, boolean mainFirst) throws InterruptedException {
        Team one = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Team two = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Team first = sh.myPe() == 0 ? one : two;
        Team second = sh.myPe() == 0 ? two : one;
        Runnable late = () -> {
            sh.sleep(Duration.ofMillis(50));
            second.barrier();
        };
        Thread other = Thread.ofPlatform().start(mainFirst ? late : first::barrier);
        (mainFirst ? (Runnable) first::barrier : late).run();
        other.join();
        one.sync();
        two.sync();
    }

    @Test
    void threadsOnTwoTeamsPassEachOther() throws Exception {
        run(2, (sh, a) -> {
            for (boolean mainFirst : Samples.of(List.of(false), List.of(false, true))) cross(sh, mainFirst);
        });
        if (Samples.of(true, false)) return;
        Config several = new Config(0, ThreadLevel.MULTIPLE, Duration.ZERO);
        launch(2, CONFIG, () -> Shmem.run(new String[0], several, (sh, a) -> cross(sh, true)));
    }

    @Test
    void aThreadOfAPeIsThatPe() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(1);
            assertEquals(null, elsewhere(() -> {
                assertTrue(Shmem.isInitialized());
                assertEquals(sh.myPe(), OpenShmem.shmem_my_pe());
                try (Shmem again = Shmem.init()) {
                    assertEquals(sh.myPe(), again.myPe());
                    x.p(0, 7 + again.myPe(), 1 - again.myPe());
                }
            }));
            sh.barrierAll();
            assertEquals(8 - sh.myPe(), x.get(0));
        });
    }

    /// Pages that one thread's split makes usable hold objects of another thread's allocations.
    @Test
    void objectsSurviveASplitOnAnotherThread() throws Exception {
        run(2, (sh, a) -> {
            Team parent = sh.world().splitStrided(0, 1, 2).orElseThrow();
            var failure = new AtomicReference<Throwable>();
            Threads.run(2, failure, k -> {
                List<Team> teams = new ArrayList<>();
                List<SymLongs> objects = new ArrayList<>();
                for (int round = 0; round < 50 && failure.get() == null; round++) {
                    if (k == 0) teams.add(parent.splitStrided(0, 1, 2).orElseThrow());
                    else {
                        for (int i = 0; i < 40; i++) {
                            SymLongs x = sh.longs(8);
                            for (int j = 0; j < 8; j++) x.set(j, objects.size());
                            objects.add(x);
                        }
                    }
                }
                teams.forEach(Team::close);
                for (int n = 0; n < objects.size(); n++)
                    assertEquals(n, objects.get(n).get(7), "object " + n);
            });
        });
    }

    @Test
    void theHeapCanBeWatchedWhileAnotherThreadAllocates() throws Exception {
        run(1, (sh, a) -> {
            var failure = new AtomicReference<Throwable>();
            Threads.run(2, failure, k -> {
                for (int round = 0; round < 2000 && failure.get() == null; round++) {
                    if (k == 1) for (int i = 0; i < 50; i++) assertTrue(sh.largestFree() > 0);
                    else {
                        SymLongs[] x = {sh.longs(1), sh.longs(1), sh.longs(1), sh.longs(1)};
                        sh.freeAll(x[0], x[2]);
                        sh.freeAll(x[1], x[3]);
                    }
                }
            });
        });
    }
}
