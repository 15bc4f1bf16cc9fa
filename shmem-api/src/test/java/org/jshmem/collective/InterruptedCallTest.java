// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jshmem.Op;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Interrupts of calls: one that all members have entered ends as if there were none, one that is left is made later.
@Timeout(60)
class InterruptedCallTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptWaitsForTheEndOfACallThatAllHaveEntered(boolean crowded) throws Exception {
        CountDownLatch entered = new CountDownLatch(2);
        CountDownLatch resumed = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            long bytes = SystemLayout.bytes(3) + SystemLayout.slotBytes(3);
            var job = ThreadTransport.Job.of(3, bytes, crowded, arena);
            Threads.run(
                    3,
                    pe -> {
                        ThreadTransport transport = new ThreadTransport(job, pe);
                        Channel channel = transport.channel();
                        if (pe != 1) channel = held(channel, entered, resumed);
                        Group g = Group.world(transport, channel);
                        if (pe == 1) {
                            entered.await();
                            // longer than a member that is late would be given
                            CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS)
                                    .execute(resumed::countDown);
                            Thread.currentThread().interrupt();
                        }
                        assertEquals(6, Reductions.reduce(g, Op.SUM, pe + 1L));
                        assertEquals(pe == 1, Thread.interrupted(), "the flag stays set");
                        g.sync(Operation.SYNC);
                    },
                    job.failure());
        }
    }

    /// Another member has not entered when the interrupt comes, and then none may be kept from what the call makes.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptWaitsForTheEndOfAMeetingThatCannotBeUndone(boolean crowded) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(3, SystemLayout.bytes(3) + SystemLayout.slotBytes(3), crowded, arena);
            Threads.run(
                    3,
                    pe -> {
                        ThreadTransport transport = new ThreadTransport(job, pe);
                        Group g = Group.world(transport, transport.channel());
                        if (pe == 1) Thread.currentThread().interrupt();
                        else asked.await();
                        BooleanSupplier withdraw = () -> {
                            asked.countDown();
                            return false;
                        };
                        assertEquals(7, g.sync(Operation.ALLOCATE, 8, 8, 0, 0, withdraw, () -> 7));
                        assertEquals(pe == 1, Thread.interrupted(), "the flag stays set");
                        g.sync(Operation.SYNC);
                    },
                    job.failure());
        }
    }

    /// PE 1 is interrupted in three meetings in a row. The others come to the first one while PE 1 waits, in the third,
    /// for the thread that finishes the first two: that thread begins the second meeting then.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyInterruptedMeetingIsMadeOnce(boolean crowded) throws Exception {
        CountDownLatch third = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(3, SystemLayout.bytes(3) + SystemLayout.slotBytes(3), crowded, arena);
            Threads.run(
                    3,
                    pe -> {
                        ThreadTransport transport = new ThreadTransport(job, pe);
                        Group g = Group.world(transport, transport.channel());
                        if (pe == 1) {
                            Thread.currentThread().interrupt();
                            for (int k = 0; k < 3; k++) {
                                if (k == 2) third.countDown();
                                assertThrows(ShmemInterruptedException.class, () -> g.sync(Operation.SYNC));
                            }
                            assertTrue(Thread.interrupted(), "the flag stays set");
                            over.countDown();
                        } else {
                            third.await();
                            Thread.sleep(20); // a fifth of the time that PE 1 waits for the thread
                            g.sync(Operation.SYNC);
                            over.await();
                            g.sync(Operation.SYNC);
                            g.sync(Operation.SYNC);
                        }
                        g.sync(Operation.SYNC);
                        assertEquals(4, g.number());
                    },
                    job.failure());
        }
    }

    /// Else the other members would wait for ever, since no thread finishes the call.
    @Test
    void whereNoThreadCanFinishACallTheJobEnds() {
        try (Arena arena = Arena.ofConfined()) {
            var job = ThreadTransport.Job.of(2, SystemLayout.bytes(2), false, arena);
            var unstartable = new Thread() {
                @Override
                public void start() {
                    throw new OutOfMemoryError("unable to create native thread");
                }
            };
            var end = assertThrows(JobEnd.class, () -> Deputy.start(new ThreadTransport(job, 1), unstartable));
            assertEquals(end, job.failure().get());
            assertEquals(
                    "PE 1/2: cannot start a thread that finishes an interrupted call, unable to create native thread; raise the limit on processes (ulimit -u)",
                    end.getCause().getMessage());
        }
    }

    /// A channel whose first message to another PE, which is in the first call, waits.
    private static Channel held(Channel channel, CountDownLatch entered, CountDownLatch resumed) {
        return (Channel) Proxy.newProxyInstance(
                Channel.class.getClassLoader(), new Class<?>[] {Channel.class}, (proxy, method, arguments) -> {
                    if (Set.of("signal", "copySignal", "atomic").contains(method.getName())) {
                        entered.countDown();
                        resumed.await();
                    }
                    try {
                        return method.invoke(channel, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
