// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Progress of a PE that makes none itself, on two hosts with a PE each.
class ProgressTest {
    private static final long WORD = TransportContract.START;
    private static final long MILLISECOND = 1_000_000;

    /// Much longer than a machine that is busy with other work needs, and much shorter than a fault takes.
    private static final int MOST_MILLIS = 3000;

    private final AtomicLong begin = new AtomicLong();
    private final AtomicLong end = new AtomicLong();

    private interface Body {
        void run(Transport transport) throws Exception;
    }

    /// The time between both marks, in milliseconds. Long sleeps of progress threads last a hundred times as long.
    private long run(Body sender, Body other) throws Exception {
        var shape = new Shape(2, WORD, WORD, TransportContract.BYTES, 0);
        HostsJob.transports(shape, new int[] {0, 1}, false, new DelayingNet(5, 100)::fabric, transport -> {
            if (transport.pe() == 0) sender.run(transport);
            else other.run(transport);
        });
        return (end.get() - begin.get()) / MILLISECOND;
    }

    private static void compute(long millis) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < millis * MILLISECOND) Thread.onSpinWait();
    }

    /// The progress thread sleeps for a short time after 10 ms, and for a long one, here of 4 s, after 100.
    @ParameterizedTest
    @ValueSource(ints = {10, 100})
    void aHeldBackPutLeavesWhileItsPeComputes(int before) throws Exception {
        long millis = run(
                transport -> {
                    compute(before);
                    begin.set(System.nanoTime());
                    transport.channel().store(1, WORD, 8, 1);
                    for (int k = 0; k < 20_000 && end.get() == 0; k++) compute(1);
                },
                transport -> {
                    long word = transport.address(1, WORD);
                    transport.await(WORD, 8, new Wait(_ -> "for the word", () -> Memory.getAcquire(word, 8) == 1));
                    end.set(System.nanoTime());
                });
        assertTrue(millis < MOST_MILLIS, millis + " ms");
    }

    /// A stand-in: a network that brings a message in each turn.
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void messagesWithoutEndDoNotKeepAWaitFromItsDeadline() throws Exception {
        var shape = new Shape(2, WORD, WORD, TransportContract.BYTES, 0);
        var net = new DelayingNet(5);
        net.floods = true;
        HostsJob.transports(shape, new int[] {0, 1}, false, net::fabric, transport -> {
            long deadline = System.nanoTime() + 100 * MILLISECOND;
            assertFalse(transport.await(WORD, 8, new Wait(_ -> "for a word", () -> false, deadline, true)));
        });
    }
}
