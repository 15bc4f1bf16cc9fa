// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.Cmp;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Locks.
@Tag(Samples.TAG)
public abstract class LockContract extends ApiContract {

    @Test
    void oneHolderAtATime() throws Exception {
        runAll((sh, a) -> {
            ShmemLock lock = sh.lock();
            SymLongs x = sh.longs(2);
            int each = many(sh, 100, 20);
            for (int k = 0; k < each; k++) {
                try (var _ = lock.acquire()) {
                    long before = x.g(0, 0);
                    x.p(0, before + 1, 0);
                    x.p(1, -before, 0);
                }
                if (k % 10 == 0) {
                    while (!lock.test()) sh.sleep(Duration.ofNanos(1000));
                    x.p(0, x.g(0, 0) + 1, 0);
                    lock.clear();
                }
            }
            sh.barrierAll();
            assertEquals((each + each / 10L) * sh.nPes(), x.g(0, 0));
            lock.free();
        });
    }

    @Test
    void waitersAreServedInTheOrderOfAsking() throws Exception {
        run(5, (sh, a) -> {
            ShmemLock lock = sh.lock();
            SymLongs order = sh.longs(6);
            Signal turn = sh.signal();
            int me = sh.myPe();
            // a PE with one thread is a simulated one, whose sleep is longer than asking takes, and not only mostly
            boolean watched = sh.threadLevel() == ThreadLevel.MULTIPLE;
            if (me == 0) lock.set();
            sh.barrierAll();
            if (me == 0) {
                for (int pe : new int[] {3, 1, 4, 2}) { // let in one after the other, each once the one before it waits
                    turn.set(1, pe);
                    turn.waitUntil(Cmp.GE, 1);
                    turn.set(0, 0);
                    if (!watched) sh.sleep(Duration.ofMillis(100));
                }
                lock.clear();
            } else {
                turn.waitUntil(Cmp.EQ, 1);
                if (watched) setWatched(lock, () -> turn.set(1, 0));
                else {
                    turn.set(1, 0);
                    lock.set();
                }
                long k = order.fetchInc(5, 0);
                order.p(k, me, 0);
                lock.clear();
            }
            sh.barrierAll();
            if (me == 0) {
                assertEquals(4, order.get(5));
                int[] expected = {3, 1, 4, 2};
                for (int k = 0; k < 4; k++) assertEquals(expected[k], order.get(k));
                lock.set(); // PE 3 was behind this PE the time before; no PE is now
                lock.clear();
            }
            sh.barrierAll();
            if (me == 3) assertTrue(lock.test(), "the lock is free");
        });
    }

    /// Sets the lock, and has another thread tell once this one stands in line.
    private static void setWatched(ShmemLock lock, Runnable tell) throws InterruptedException {
        Thread asker = Thread.currentThread();
        var set = new AtomicBoolean();
        Thread watcher = Thread.ofPlatform().start(() -> {
            while (!Threads.isInLine(asker) && !set.get()) Thread.onSpinWait();
            tell.run();
        });
        try {
            lock.set();
        } finally {
            set.set(true); // it has not waited, where the lock is wrong
            watcher.join();
        }
    }

    @Test
    void onlyTheHolderMayClear() throws Exception {
        run(2, (sh, a) -> {
            ShmemLock lock = sh.lock();
            refused(sh, STATE, lock::clear, "clear of lock", "does not hold");
            sh.barrierAll();
            if (sh.myPe() == 0) {
                assertTrue(lock.test());
                refused(sh, STATE, lock::test, "test of lock", "holds already");
                refused(sh, STATE, lock::set, "set of lock", "holds already", "not re-entrant");
                refused(sh, STATE, lock::free, "free of lock", "holds", "clear it first");
            }
            sh.barrierAll();
            if (sh.myPe() == 1) {
                assertFalse(lock.test());
                refused(sh, STATE, lock::clear, "does not hold");
            }
            sh.barrierAll();
            if (sh.myPe() == 0) {
                lock.clear();
                ShmemLock.Held held = lock.acquire();
                held.close();
                held.close();
            }
            lock.free();
            refused(sh, STATE, lock::set, "set of lock", "was freed");
        });
    }

    /// PE 0 holds the lock while PE 1 tries in vain, for no time and for 5 ms; then PE 1 tries until it has it.
    @Test
    void aTryEndsWithTheLockOrWithItsTime() throws Exception {
        run(2, (sh, a) -> {
            ShmemLock lock = sh.lock();
            Duration shortly = Duration.ofMillis(5);
            if (sh.myPe() == 0) lock.set();
            sh.barrierAll();
            if (sh.myPe() == 1) {
                assertTrue(lock.tryAcquire(Duration.ZERO).isEmpty());
                long begin = sh.nanoTime();
                assertTrue(lock.tryAcquire(shortly).isEmpty());
                assertTrue(sh.nanoTime() - begin >= shortly.toNanos());
                Thread.currentThread().interrupt();
                assertThrows(ShmemInterruptedException.class, () -> lock.tryAcquire(Duration.ofMinutes(5)));
                assertTrue(Thread.interrupted());
                refused(sh, MISSING, () -> lock.tryAcquire(null), "max is null");
            }
            sh.barrierAll();
            if (sh.myPe() == 0) {
                sh.sleep(shortly);
                lock.clear();
            } else {
                try (var _ = lock.tryAcquire(Duration.ofMinutes(5)).orElseThrow()) {
                    refused(sh, STATE, lock::set, "this PE holds already");
                }
            }
            sh.barrierAll();
            lock.free();
        });
    }
}
