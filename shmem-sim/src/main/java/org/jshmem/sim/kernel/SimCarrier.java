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

    /*
     * A task switch needs no queue: the thread that gives the baton runs on the owner, and only the owner reads
     * these fields. Another thread that reads `giving` always finds a thread other than itself, for every value that
     * it can read.
     */
    private Thread giving;
    private Runnable next;

    @Override
    public void execute(Runnable step) {
        if (Thread.currentThread() == giving && next == null) {
            next = step;
            return;
        }
        ready.add(step);
        if (idle) LockSupport.unpark(owner);
    }

    /// Makes another thread of this carrier ready. A caller that is a thread of this carrier too parks afterwards.
    void wake(Thread other) {
        if (Thread.currentThread().isVirtual()) giving = Thread.currentThread();
        LockSupport.unpark(other);
    }

    /// Runs threads until `over`, on the calling thread.
    void carryUntil(BooleanSupplier over) {
        owner = Thread.currentThread();
        while (!over.getAsBoolean()) {
            Runnable step = next;
            if (step != null) next = null;
            else step = ready.poll();
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
