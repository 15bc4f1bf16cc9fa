// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.contract.ThreadTransport;
import org.jshmem.contract.Threads;
import org.jshmem.contract.TransportContract;

/// The reference backend keeps the contract too, so that the contract asks for nothing that only one backend can do.
class ThreadTransportTest extends TransportContract {

    @Override
    protected void run(int npes, Body body) throws Exception {
        try (Arena arena = Arena.ofShared()) {
            var job = ThreadTransport.Job.of(npes, START + BYTES, npes > 2, arena);
            var failure = new AtomicReference<Throwable>(); // apart from the job's: some bodies end the job and pass
            Threads.run(
                    npes,
                    pe -> {
                        try {
                            body.run(new ThreadTransport(job, pe));
                        } catch (Throwable e) {
                            job.failure().compareAndSet(null, e);
                            throw e;
                        }
                    },
                    failure);
        }
    }
}
