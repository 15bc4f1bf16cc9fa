// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.runtime.lock.QueueLock;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// Interrupts at the two moments at which a lock depends on a PE that is slow.
class InterruptedLockTest {

    private interface Body {
        void run(Shmem sh, Slow transport) throws Exception;
    }

    /// PE 1 pauses where it comes in line, and its daemon where the lock has come to it: until the lock's memory has
    /// been reused, if it ever is.
    private static final class Slow extends ThreadTransport {
        private final CountDownLatch inLine;
        private final CountDownLatch reused = new CountDownLatch(1);
        private volatile boolean pauses;

        Slow(Job job, int pe, CountDownLatch inLine) {
            super(job, pe);
            this.inLine = inLine;
        }

        /// In line, a PE has changed the tail when it takes this address, and not yet written its number.
        @Override
        public long address(int pe, long offset) {
            if (pauses) {
                inLine.countDown();
                LockSupport.parkNanos(50_000_000);
            }
            return super.address(pe, offset);
        }

        @Override
        public long await(int pe, long offset, int width, Cmp cmp, long value, long origin, Wait wait) {
            long word = super.await(pe, offset, width, cmp, value, origin, wait);
            try {
                if (Thread.currentThread().getName().endsWith("in line")) reused.await(300, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return word;
        }
    }

    /// Runs a session for each body, one after the other.
    private static void run(Body... bodies) throws Exception {
        var inLine = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(2, SystemLayout.bytes(2) + (1 << 20), false, arena);
            Threads.run(
                    2,
                    pe -> {
                        var transport = new Slow(job, pe, inLine);
                        Binding.call(transport, () -> {
                            for (Body body : bodies) {
                                try (Shmem sh = Shmem.init()) {
                                    body.run(sh, transport);
                                }
                            }
                            return null;
                        });
                    },
                    job.failure());
        }
    }

    @Test
    void aLockThatIsClearedIsHandedOn() throws Exception {
        run((sh, transport) -> {
            ShmemLock lock = sh.lock();
            if (sh.myPe() == 0) lock.set();
            sh.barrierAll();
            if (sh.myPe() == 0) {
                assertTrue(transport.inLine.await(10, TimeUnit.SECONDS));
                Thread.currentThread().interrupt();
                lock.clear();
                assertTrue(Thread.interrupted(), "the flag stays set");
            } else {
                transport.pauses = true;
                lock.set();
                transport.pauses = false;
                lock.clear();
            }
            lock.free();
        });
    }

    @Test
    void aLockIsHandedOnBeforeItsMemoryIsAnotherObjects() throws Exception {
        run((sh, transport) -> {
            ShmemLock lock = sh.lock();
            Signal turn = sh.signal();
            if (sh.myPe() == 0) {
                lock.set();
                turn.set(1, 1);
                turn.waitUntil(Cmp.EQ, 1);
                lock.clear();
            } else {
                turn.waitUntil(Cmp.EQ, 1);
                interruptedInLine(lock);
                turn.set(1, 0);
            }
            lock.free();
            keepsItsElements(sh, transport);
        });
    }

    @Test
    void aSessionEndsWithThePesInLine() throws Exception {
        run(
                (sh, transport) -> {
                    ShmemLock lock = sh.lock();
                    if (sh.myPe() == 0) lock.set();
                    sh.barrierAll();
                    if (sh.myPe() == 1) interruptedInLine(lock);
                },
                InterruptedLockTest::keepsItsElements);
    }

    private static void interruptedInLine(ShmemLock lock) {
        Thread me = Thread.currentThread();
        Thread.ofPlatform().start(() -> {
            while (!Threads.isInLine(me)) Thread.onSpinWait();
            me.interrupt();
        });
        assertThrows(ShmemInterruptedException.class, lock::set);
        assertTrue(Thread.interrupted(), "the flag stays set");
    }

    /// An array in the memory that was the lock's.
    private static void keepsItsElements(Shmem sh, Slow transport) {
        SymLongs x = sh.longs(QueueLock.BYTES / Long.BYTES);
        for (int i = 0; i < x.length(); i++) x.set(i, 2);
        transport.reused.countDown();
        sh.sleep(Duration.ofMillis(100));
        for (int i = 0; i < x.length(); i++) assertEquals(2, x.get(i), "element " + i);
    }
}
