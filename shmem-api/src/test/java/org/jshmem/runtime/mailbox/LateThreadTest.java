// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.mailbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.LongFunction;
import org.jshmem.Config;
import org.jshmem.Mailbox;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.contract.HookedTransport;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// A PE with a thread that waits in one mailbox, while another thread closes another one; and private memory and room.
class LateThreadTest {
    private final Semaphore resumed = new Semaphore(0);

    /// A permit each time that the thread looks at the mailbox that is closed, or has emptied the doorbell and waits.
    private final Semaphore stops = new Semaphore(0);

    private volatile long closing; // the offset of the mailbox; 0 before its close
    private volatile boolean rung;
    private volatile boolean emptied; // by the second thread after that
    private int quiets;
    private Runnable atLastQuiet = () -> {};

    private final class Hooked extends ThreadTransport {
        private long backed;

        Hooked() {
            super(Job.of(1), 0);
        }

        private static boolean isSecond() {
            return Thread.currentThread().getName().equals("second");
        }

        void before(Method method, Object[] arguments) {
            String name = method.getName();
            if (rung && isSecond() && name.equals("atomic")) emptied = true;
            if (rung && isSecond() && name.equals("look") && (long) arguments[1] == closing) {
                stops.release();
                resumed.acquireUninterruptibly();
            }
            if (closing != 0 && !isSecond() && name.equals("quiet") && ++quiets == 2) atLastQuiet.run();
        }

        @Override
        public void back(long offset, long bytes, long zeroed) {
            backed = offset;
            super.back(offset, bytes, zeroed);
        }

        @Override
        public boolean await(long offset, long bytes, Wait wait) {
            if (emptied && isSecond()) stops.release();
            return super.await(offset, bytes, wait);
        }
    }

    /// The doorbell rings after all PEs have met in the close. The thread that it wakes stops before it looks at the
    /// mailbox, until the mailbox's memory belongs to an array.
    @Test
    void aThreadThatWakesLateLeavesTheMemoryOfAClosedMailboxAlone() throws Exception {
        var transport = new Hooked();
        Throwable[] end = new Throwable[1];
        var hooked = new HookedTransport(transport, transport::before);
        Threads.session(hooked, new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ZERO), (sh, a) -> {
            Mailbox box = sh.mailbox(0);
            long offset = transport.backed;
            Mailbox other = sh.mailbox(0);
            Mailbox bell = sh.mailbox(0);
            Thread second = new Thread(other::receive, "second");
            second.setUncaughtExceptionHandler((_, e) -> end[0] = e);
            second.setDaemon(true);
            second.start();
            atLastQuiet = () -> {
                bell.send(0, 1);
                rung = true;
                bell.flush();
                stops.acquireUninterruptibly();
            };
            closing = offset;
            box.close();
            SymLongs array = sh.longs(320 / 8);
            assertEquals(offset, transport.backed, "the array has the mailbox's memory");
            for (int i = 0; i < array.length(); i++) array.set(i, (1 << 20) + i);
            resumed.release(1000);
            second.interrupt();
            second.join();
            for (int i = 0; i < array.length(); i++) assertEquals((1 << 20) + i, array.get(i), "word " + i);
            assertInstanceOf(ShmemInterruptedException.class, end[0]);
            assertEquals(1, bell.poll().word());
        });
    }

    /// There is no memory for the copies of a mailbox's arrivals, twice, while another mailbox waits, and while a
    /// third one is closed. No message is lost.
    @Test
    void aMessageForWhichThereIsNoMemoryStaysInTheRing() throws Exception {
        Threads.session(
                new ThreadTransport(ThreadTransport.Job.of(1), 0),
                new Config(1 << 20, ThreadLevel.SINGLE, Duration.ZERO),
                (sh, a) -> {
                    PeMailbox box = (PeMailbox) sh.mailbox(0);
                    Mailbox other = sh.mailbox(0);
                    Mailbox third = sh.mailbox(0);
                    LongFunction<MemorySegment> memory = box.bell.memory;
                    box.bell.memory = bytes -> {
                        throw new OutOfMemoryError("no memory for " + bytes);
                    };
                    for (int k = 0; k < 6; k++) {
                        box.send(0, k);
                        box.flush();
                    }
                    Duration time = Duration.ofMillis(1);
                    for (int k = 0; k < 2; k++) assertThrowsExactly(OutOfMemoryError.class, () -> other.receive(time));
                    third.close();
                    long used = sh.heapUsed();
                    box.bell.memory = memory;
                    assertNull(other.receive(time));
                    for (int k = 0; k < 6; k++) assertEquals(k, box.poll().word());
                    assertNull(box.poll());
                    other.close();
                    box.close();
                    assertEquals(true, sh.heapUsed() < used);
                });
    }

    @Test
    void theRingsHaveAllOfALargeRoom() {
        for (long bytes : new long[] {512, 8L << 30, 1L << 58}) {
            MailboxLayout layout = MailboxLayout.of(0, 2, bytes);
            Ring last = layout.ring(1);
            assertEquals(layout.staging() - bytes / 2, last.next());
            assertEquals(true, last.fits(bytes / 2 - layout.block()));
            assertEquals(layout.words() * 8, layout.staging() + layout.block());
        }
    }
}
