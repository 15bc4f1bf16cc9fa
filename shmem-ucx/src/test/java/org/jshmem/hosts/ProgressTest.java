// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Progress of a PE that makes none itself, on two hosts with a PE each.
class ProgressTest {
    private static final long WORD = TransportContract.START;
    private static final long MILLISECOND = 1_000_000;

    private static void compute(long millis) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < millis * MILLISECOND) Thread.onSpinWait();
    }

    /// The progress thread sleeps for a short time after 10 ms, and for a long one after 100: here until it is woken.
    @ParameterizedTest
    @ValueSource(ints = {10, 100})
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aHeldBackPutLeavesWhileItsPeComputes(int before) throws Exception {
        var shape = new Shape(2, WORD, WORD, TransportContract.BYTES, 0);
        var net = new DelayingNet(5);
        net.sleepsOn = true;
        var arrived = new AtomicBoolean();
        HostsJob.transports(shape, new int[] {0, 1}, false, net::fabric, transport -> {
            long word = transport.address(1, WORD);
            if (transport.pe() == 0) {
                compute(before);
                transport.channel().store(1, WORD, 8, 1);
                while (!arrived.get()) compute(1);
            } else {
                transport.await(WORD, 8, new Wait(_ -> "for the word", () -> Memory.getAcquire(word, 8) == 1));
                arrived.set(true);
            }
        });
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
