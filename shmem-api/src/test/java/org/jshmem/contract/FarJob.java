// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.transport.TransportProvider;

/// A job of [FarTransport]s.
public class FarJob implements TransportProvider.Job {
    private final ThreadTransport.Job job;
    private final int perHost;
    private final long seed;

    /// Hosts have `perHost` PEs each; the seed says in which order things arrive.
    public FarJob(int npes, long regionBytes, boolean oversubscribed, int perHost, long seed) {
        this.job = ThreadTransport.Job.of(npes, regionBytes, oversubscribed, Arena.ofAuto());
        this.perHost = perHost;
        this.seed = seed;
    }

    /// Ends the job: its PEs' waits throw.
    public void fail(Throwable why) {
        job.failure().compareAndSet(null, why);
    }

    /// Why the job has ended, if it has.
    public AtomicReference<Throwable> failure() {
        return job.failure();
    }

    @Override
    public FarTransport attach(int pe) {
        return new FarTransport(job, pe, perHost, seed);
    }

    @Override
    public void interrupt() {
        job.interrupt();
    }

    @Override
    public void close() {}
}
