// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.contract.TransportContract;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.junit.jupiter.api.Test;

/// The end of sessions of six JVMs on three hosts.
class LeaveTest {
    private static final int JVMS = 6;
    private static final int HOSTS = 3;
    private static final int SESSIONS = 6;

    private final DelayingNet net = new DelayingNet(7);
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicInteger coming = new AtomicInteger();

    private Fabric counted(Fabric.Receiver receiver) {
        return net.fabric(new Fabric.Receiver() {
            @Override
            public void received(long answers, long header, long data, long bytes) {
                if (Packet.kind(header) == Packet.LEFT) messages.getAndIncrement();
                receiver.received(answers, header, data, bytes);
            }

            @Override
            public void failed(long endpoint, String why) {
                receiver.failed(endpoint, why);
            }
        });
    }

    /// A JVM that has left may end, so by then all others must have come to their end, and its messages must have left
    /// it. The last PE comes late, or the first, which answers all; one on its host does not.
    @Test
    void aSessionEndsForAllByOneMessageOfEachOtherHost() throws Exception {
        int start = TransportContract.START;
        var shape = new Shape(JVMS, start, start, TransportContract.BYTES, 0);
        HostsJob.transports(shape, HostsJob.blocks(JVMS, HOSTS), false, this::counted, transport -> {
            for (int session = 1; session <= SESSIONS; session++) {
                if (session > 1) transport.enter();
                comes(transport, session % 2 == 0 ? 0 : JVMS - 1);
                transport.leave();
                assertTrue(coming.get() >= session * JVMS, "PE " + transport.pe() + " has left too early");
                assertEquals(0, net.unsent(transport.pe()), "messages of PE " + transport.pe() + " that wait");
            }
            transport.enter(); // the job of the test leaves again
        });
        assertEquals((SESSIONS + 1) * (HOSTS - 1), messages.get());
    }

    private void comes(Transport transport, int late) throws InterruptedException {
        if (transport.pe() == late) TimeUnit.MILLISECONDS.sleep(100);
        coming.getAndIncrement();
    }
}
