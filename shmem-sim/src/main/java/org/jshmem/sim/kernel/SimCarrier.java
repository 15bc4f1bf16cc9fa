// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// An executor that carries the virtual threads of one simulation on one thread. A task switch between PEs stays on its
/// core, and several simulations can run at the same time. Where a JVM does not let an executor carry virtual
/// threads, the JDK's shared carriers run the PEs, a little slower and with the threads of all simulations in one
/// queue.
final class SimCarrier implements Executor {
    private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private volatile Thread owner;
    private volatile boolean idle;

    @Override
    public void execute(Runnable step) {
        ready.add(step);
        if (idle) LockSupport.unpark(owner);
    }

    /// Runs threads until `over`, on the calling thread.
    void carryUntil(BooleanSupplier over) {
        owner = Thread.currentThread();
        while (!over.getAsBoolean()) {
            Runnable step = ready.poll();
            if (step != null) {
                step.run();
                continue;
            }
            idle = true;
            if (ready.isEmpty() && !over.getAsBoolean()) LockSupport.parkNanos(this, 1_000_000);
            idle = false;
        }
    }
}
