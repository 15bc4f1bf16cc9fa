// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.Shmem;
import org.jshmem.collective.SystemLayout;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.transport.Transport;
import org.jshmem.transport.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How a job of threads ends when something beside its program fails.
@Timeout(60)
class PeThreadsTest {
    private static final int NPES = 3;

    /// A job of which one PE cannot get a transport.
    private record Short(ThreadTransport.Job memory) implements TransportProvider.Job {
        @Override
        public Transport attach(int pe) {
            if (pe == 1) throw new IllegalStateException("no transport for PE 1");
            return new ThreadTransport(memory, pe);
        }

        @Override
        public void close() {}
    }

    @Test
    void whereOnePeGetsNoTransportNobodyWaitsForIt() {
        try (Arena arena = Arena.ofShared()) {
            var memory = ThreadTransport.Job.of(NPES, SystemLayout.bytes(NPES) + (1 << 20), false, arena);
            var begun = new AtomicInteger();
            PeThreads.Outcome outcome = PeThreads.run(NPES, new Short(memory), pe -> {
                begun.incrementAndGet();
                try (Shmem sh = Shmem.init()) {
                    sh.barrierAll();
                }
            });
            assertEquals(1, outcome.status());
            assertEquals(1, outcome.pe());
            assertTrue(
                    outcome.why().getMessage().contains("no transport for PE 1"),
                    outcome.why().toString());
            assertEquals(0, begun.get());
        }
    }
}
