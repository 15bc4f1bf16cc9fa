// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jshmem.contract.LeastTransport;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The reference backend keeps the contract too, so that the contract asks for nothing that only one backend can do.
class ThreadTransportTest extends TransportContract {

    @Override
    protected void run(int npes, Body body) throws Exception {
        run(npes, body, UnaryOperator.identity());
    }

    /// A backend that does its duties alone keeps the contract by the seam's defaults.
    @Nested
    class Least extends TransportContract {
        @Override
        protected void run(int npes, Body body) throws Exception {
            ThreadTransportTest.run(npes, body, LeastTransport::new);
        }
    }

    @Test
    void aBackendHasTwelveDuties() {
        long duties = Stream.of(Transport.class, Channel.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .count();
        assertEquals(12, duties);
    }

    private static void run(int npes, Body body, UnaryOperator<Transport> layer) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(npes, START + BYTES, npes > 2, arena);
            Threads.transports(
                    npes,
                    Thread.ofPlatform().factory(),
                    pe -> layer.apply(new ThreadTransport(job, pe)),
                    body,
                    (e, _) -> job.failure().compareAndSet(null, e));
        }
    }
}
