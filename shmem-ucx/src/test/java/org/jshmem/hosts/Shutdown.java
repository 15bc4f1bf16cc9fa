// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.locks.LockSupport;
import org.jshmem.transport.CFunction;

/// The end of a worker of a JVM that runs many jobs. The JVM of a real job ends with its worker.
final class Shutdown {
    private static final long PAUSE_NANOS = 1_000_000;
    private static final long QUIET_NANOS = 20 * PAUSE_NANOS;
    private static final long MOST_NANOS = 1_000 * PAUSE_NANOS;

    private Shutdown() {}

    /// Ends the progress thread of a worker, and closes its fabric.
    static void end(Worker worker) {
        Thread thread = worker.progress.thread;
        worker.progress.ended = true;
        LockSupport.unpark(thread);
        worker.fabric.wake(); // the thread may sleep there
        while (thread.isAlive()) LockSupport.parkNanos(PAUSE_NANOS); // not a join, which an interrupt would end
        if (worker.fabric instanceof UcxFabric ucx) close(ucx);
        else DelayingNet.close(worker.fabric);
    }

    /// UCX 1.13 ends the process if a connection breaks while the answer to its request is queued. All JVMs leave a job
    /// at about the same time, so each answers until no request has come for a while.
    private static void close(UcxFabric ucx) {
        long begin = System.nanoTime(), last = begin;
        for (long now = begin; now - last < QUIET_NANOS && now - begin < MOST_NANOS; now = System.nanoTime()) {
            if (ucx.progress()) last = now;
            else LockSupport.parkNanos(PAUSE_NANOS);
        }
        call("ucp_worker_destroy", ucx.worker);
        call("ucp_cleanup", ucx.context);
    }

    private static void call(String function, long pointer) {
        CFunction.of(UcxLibrary.FUNCTIONS, function).call(pointer, 0, 0, 0, 0, 0);
    }
}
