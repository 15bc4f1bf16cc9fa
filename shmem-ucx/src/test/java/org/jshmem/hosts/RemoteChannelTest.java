// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.jshmem.contract.TransportContract;
import org.jshmem.contract.TransportRuns;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.junit.jupiter.api.Test;

/// What the channel between hosts does otherwise than that of a host, on a network that reads data late. PE 0 is on a
/// host of its own, PEs 1 and 2 share one.
class RemoteChannelTest {
    private static final long FLAG = TransportContract.START;
    private static final long DATA = FLAG + 4096;
    private static final int BYTES = 3 * Packet.MOST_BYTES + 8;

    private static void run(TransportRuns.Body body) throws Exception {
        var shape = new Shape(3, FLAG, FLAG, TransportContract.BYTES, 0);
        HostsJob.transports(shape, new int[] {0, 1, 1}, false, new DelayingNet(7)::fabric, body);
    }

    private static void await(Transport transport) {
        long flag = transport.address(transport.pe(), FLAG);
        transport.await(FLAG, 8, new Wait(_ -> "for the flag", () -> Memory.getAcquire(flag, 8) == 1));
    }

    private static void fill(Transport transport, int value) {
        long from = transport.address(transport.pe(), DATA);
        for (int k = 0; k < BYTES; k += 8) Memory.setLong(from + k, value);
    }

    /// Long pieces of symmetric memory are sent in place.
    @Test
    void theSourceOfALongPutMayChangeWhenThePutReturns() throws Exception {
        run(transport -> {
            int pe = transport.pe();
            if (pe == 0) {
                fill(transport, 1);
                transport.channel().put(1, DATA, Memory.everywhere(), transport.address(0, DATA), BYTES);
                fill(transport, 2);
                transport.channel().signal(1, FLAG, 1);
                transport.channel().putSignal(2, DATA, Memory.everywhere(), transport.address(0, DATA), BYTES, FLAG, 1);
                fill(transport, 3);
            } else {
                await(transport);
                long to = transport.address(pe, DATA);
                for (int k = 0; k < BYTES; k += 8) assertEquals(pe, Memory.getLong(to + k), "byte " + k);
            }
        });
    }

    @Test
    void blocksAreRequestedTogetherFromOtherHostsAlone() throws Exception {
        run(transport -> {
            int pe = transport.pe();
            Channel channel = transport.channel();
            if (pe == 0) {
                for (int k = 0; k < 99; k++) Memory.setLong(transport.address(0, DATA + 8L * k), k);
                for (int other = 1; other < 3; other++) channel.signal(other, FLAG, 1);
            } else {
                await(transport);
                long[] got = new long[7];
                MemorySegment dst = MemorySegment.ofArray(got);
                assertFalse(channel.getBlocks(3 - pe, DATA, 8, dst, 0, 8, 8, 2));
                assertTrue(channel.getBlocks(0, DATA + 16, 32, dst, 8, 16, 8, 3));
                assertArrayEquals(new long[] {0, 2, 0, 6, 0, 10, 0}, got);
                assertTrue(channel.getBlocks(0, DATA + 8, 80, dst, 0, 32, 24, 2));
                assertArrayEquals(new long[] {1, 2, 3, 6, 11, 12, 13}, got);
            }
        });
    }
}
