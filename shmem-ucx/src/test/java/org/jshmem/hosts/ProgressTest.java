// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Progress of a PE that makes none itself, on two hosts with a PE each.
class ProgressTest {
    private static final long WORD = TransportContract.START;
    private static final long MILLISECOND = 1_000_000;
    private static final int TRIES = 3; // on a machine that is busy with other work

    private final AtomicLong begin = new AtomicLong();
    private final AtomicLong end = new AtomicLong();

    private interface Body {
        void run(Transport transport) throws Exception;
    }

    /// The shortest time between both marks, in milliseconds.
    private long best(Body sender, Body other) throws Exception {
        long best = Long.MAX_VALUE;
        for (int k = 0; k < TRIES; k++) {
            begin.set(0);
            end.set(0);
            var shape = new Shape(2, WORD, WORD, TransportContract.BYTES, 0);
            HostsJob.transports(shape, new int[] {0, 1}, false, new DelayingNet(k)::fabric, transport -> {
                if (transport.pe() == 0) sender.run(transport);
                else other.run(transport);
            });
            best = Math.min(best, (end.get() - begin.get()) / MILLISECOND);
        }
        return best;
    }

    private static void compute(long millis) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < millis * MILLISECOND) Thread.onSpinWait();
    }

    /// The progress thread sleeps for a short time after 30 ms, and for a long one after 300.
    @ParameterizedTest
    @ValueSource(ints = {30, 300})
    void aHeldBackPutLeavesWhileItsPeComputes(int before) throws Exception {
        long millis = best(
                transport -> {
                    compute(before);
                    begin.set(System.nanoTime());
                    transport.channel().store(1, WORD, 8, 1);
                    for (int k = 0; k < 1000 && end.get() == 0; k++) compute(1);
                },
                transport -> {
                    long word = transport.address(1, WORD);
                    transport.await(WORD, 8, new Wait(_ -> "for the word", () -> Memory.getAcquire(word, 8) == 1));
                    end.set(System.nanoTime());
                });
        assertTrue(millis < 100, millis + " ms");
    }

    @Test
    void aPeThatOnlySendsAnswersOtherHosts() throws Exception {
        long millis = best(
                transport -> {
                    begin.set(System.nanoTime());
                    for (int k = 0; k < 100_000 && end.get() == 0; k++) {
                        transport.channel().store(1, WORD, 8, k);
                        long start = System.nanoTime();
                        while (System.nanoTime() - start < MILLISECOND / 10) Thread.onSpinWait();
                    }
                },
                transport -> {
                    while (begin.get() == 0) Thread.onSpinWait();
                    compute(5);
                    for (int k = 0; k < 50; k++) transport.channel().load(0, WORD, 8);
                    end.set(System.nanoTime());
                });
        assertTrue(millis < 1000, millis + " ms");
    }
}
