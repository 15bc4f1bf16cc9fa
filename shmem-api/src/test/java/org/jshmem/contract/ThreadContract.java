// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.jshmem.collective.sync.Barriers;
import org.junit.jupiter.api.Test;

/// Several threads in one PE: for backends whose PEs are not bound to one thread.
public abstract class ThreadContract extends ApiContract {

    /// Runs a call on another thread to its end and returns what it threw.
    private static Throwable elsewhere(Runnable call) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().name("other").start(() -> {
            try {
                call.run();
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });
        thread.join();
        return thrown.get();
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
                refused(
                        sh,
                        IllegalStateException.class,
                        () -> rethrow(elsewhere(call)),
                        "on thread other",
                        "PRIVATE context of thread " + Thread.currentThread().getName());
            }
            assertEquals(null, elsewhere(() -> x.on(anyones).p(0, 2, sh.myPe())));
            assertEquals(2, view.get(0));
            mine.close();
        });
    }

    @Test
    void aSecondThreadInATeamsCollectiveIsRefused() throws Exception {
        run(2, (sh, a) -> {
            Signal go = sh.signal();
            if (sh.myPe() == 0) {
                Thread first = Thread.ofPlatform().name("first").start(sh::barrierAll);
                while (!isInBarrier(first)) Thread.onSpinWait(); // and stays there, since PE 1 is not coming
                refused(
                        sh,
                        IllegalStateException.class,
                        () -> sh.world().sync(),
                        "sync on thread " + Thread.currentThread().getName(),
                        "while thread first is in a collective of the same team");
                go.set(1, 1);
                first.join();
            } else {
                go.waitUntil(Cmp.EQ, 1);
                sh.barrierAll();
            }
            sh.barrierAll();
        });
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
                while (!Threads.isIn(setter, "comeAfter")) Thread.onSpinWait();
                assertFalse(lock.test());
                go.set(1, 0);
                setter.join();
            }
            sh.barrierAll();
        });
    }

    /// On each PE one thread waits on a team of its own, and another comes to the other team after `late`.
    private static void cross(Shmem sh, boolean mainFirst) throws InterruptedException {
        Team one = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Team two = sh.world().splitStrided(0, 1, 2).orElseThrow();
        Team first = sh.myPe() == 0 ? one : two;
        Team second = sh.myPe() == 0 ? two : one;
        Runnable late = () -> {
            sh.sleep(Duration.ofMillis(1700));
            second.barrier();
        };
        Thread other = Thread.ofPlatform().start(mainFirst ? late : first::barrier);
        (mainFirst ? (Runnable) first::barrier : late).run();
        other.join();
        one.sync(); // throws where a barrier has found a circle
        two.sync();
    }

    @Test
    void whoWaitsForAnotherThreadOfTheSamePeIsNotAccused() throws Exception {
        run(2, (sh, a) -> {
            cross(sh, false); // not the thread that began the session: the library sees that there are several
            cross(sh, true);
        });
        run(2, (sh, a) -> {
            Shmem several = Shmem.init(new Config(0, ThreadLevel.MULTIPLE, Duration.ZERO));
            cross(several, true);
            several.close();
        });
    }

    private static boolean isInBarrier(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Barriers.class.getName()));
    }
}
