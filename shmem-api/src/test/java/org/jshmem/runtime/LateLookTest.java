// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.HookedTransport;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// A thread that runs several PEs may still look at the condition of a wait that an interrupt has ended.
class LateLookTest {
    private static final class Keeper extends ThreadTransport {
        private Wait latest;

        Keeper(Job job) {
            super(job, 0);
        }

        @Override
        public boolean await(long offset, long bytes, Wait wait) {
            latest = wait;
            return super.await(offset, bytes, wait);
        }
    }

    /// The holder of a lock that another PE has just entered the line of: its tail names that PE, its next does not
    /// yet.
    @Test
    void theHolderOfALockWaitsForTheNextInLine() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            long bytes = SystemLayout.bytes(2) + (1 << 20);
            var job = ThreadTransport.Job.of(1, bytes, false, arena);
            var pe = new ThreadTransport(job, 0) {
                private long tail;

                @Override
                public void back(long offset, long size, long zeroed) {
                    super.back(offset, size, zeroed);
                    tail = offset;
                }

                @Override
                public boolean await(long offset, long size, Wait wait) {
                    throw new UnsupportedOperationException(wait.what());
                }
            };
            Threads.session(pe, Config.DEFAULT, (sh, a) -> {
                ShmemLock lock = sh.lock();
                lock.set();
                pe.channel().store(0, pe.tail, 8, 2);
                var e = assertThrows(UnsupportedOperationException.class, lock::clear);
                assertEquals("for the next PE in line for lock 1, which this PE clears", e.getMessage());
                pe.channel().store(0, pe.tail, 8, 1);
                lock.clear();
            });
        }
    }

    @Test
    void aWaitForNoTimeTestsOnce() throws Exception {
        var pe = new Keeper(ThreadTransport.Job.of(1));
        Threads.session(pe, Config.DEFAULT, (sh, a) -> {
            SymLongs words = sh.longs(1);
            Signal signal = sh.signal();
            assertFalse(words.waitUntil(0, Cmp.EQ, 7, Duration.ZERO));
            assertFalse(signal.waitUntil(Cmp.EQ, 7, Duration.ZERO));
            words.set(0, 7);
            signal.set(7, 0);
            assertTrue(words.waitUntil(0, Cmp.EQ, 7, Duration.ZERO));
            assertTrue(signal.waitUntil(Cmp.EQ, 7, Duration.ZERO));
            assertNull(pe.latest, "no wait has begun");
        });
    }

    /// PE 0 waits for PEs 1 and 2 in a barrier. While it loads the flag of PE 1, which has come, another look begins
    /// and ends. PE 2 comes after both.
    @Test
    void twoLooksAtOnceSkipNoMember() throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var meeting = new Meeting(ThreadTransport.Job.of(3, SystemLayout.bytes(3) + (1 << 20), true, arena));
            Threads.run(
                    3,
                    meeting.failure,
                    pe -> Threads.session(meeting.pe(pe), Config.DEFAULT, (sh, _) -> meeting.program(sh)));
            assertEquals(false, meeting.holds, "PE 2 has not come");
        }
    }

    private static final class Meeting {
        private final ThreadTransport.Job job;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final CountDownLatch posted = new CountDownLatch(1);
        private final CountDownLatch looked = new CountDownLatch(1);
        private volatile boolean begun;
        private Runnable atLoad = () -> {};
        private Boolean holds;

        Meeting(ThreadTransport.Job job) {
            this.job = job;
        }

        private void program(Shmem sh) throws InterruptedException {
            sh.syncAll();
            if (sh.myPe() == 0) begun = true;
            while (!begun) Thread.onSpinWait();
            if (sh.myPe() == 2) looked.await();
            sh.syncAll();
        }

        private Transport pe(int number) {
            Consumer<Method> after = method -> {
                if (number == 0 && method.getName().equals("load")) atLoad.run();
            };
            return new HookedTransport(new ThreadTransport(job, number), (_, _) -> {}, after) {
                @Override
                public boolean await(long offset, long bytes, Wait wait) {
                    if (begun && number == 1) posted.countDown();
                    if (begun && number == 0 && holds == null) look(wait);
                    return super.await(offset, bytes, wait);
                }
            };
        }

        private void look(Wait wait) {
            try {
                posted.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            atLoad = () -> {
                atLoad = () -> {};
                wait.holds();
            };
            holds = wait.holds();
            looked.countDown();
        }
    }

    @Test
    void aLateLookLeavesTheCallersArrayAlone() throws Exception {
        var pe = new Keeper(ThreadTransport.Job.of(1));
        Threads.session(pe, Config.DEFAULT, (sh, a) -> {
            SymLongs words = sh.longs(2);
            words.set(1, 7);
            int[] indices = new int[2];
            assertEquals(1, words.waitUntilSome(indices, Cmp.EQ, 7));
            words.set(0, 7);
            assertEquals(true, pe.latest.holds());
            assertArrayEquals(new int[] {1, 0}, indices);
        });
    }
}
