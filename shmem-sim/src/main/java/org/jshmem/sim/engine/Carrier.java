// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.engine;

import java.lang.reflect.Constructor;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Carries the virtual threads of one simulation on one thread: handing over between PEs crosses no core, and
/// simulations run side by side.
final class Carrier implements Executor {
    /*
     * The JDK has no public way to choose what carries virtual threads. Its own tests have a constructor for it, which is
     * open to us where the JVM was started with --add-opens java.base/java.lang=ALL-UNNAMED, as the launcher and the
     * tests do. Without, the JDK's shared carriers do the same, a little slower and with all simulations in one row.
     */
    private static final Constructor<?> BUILDER = builder();

    private final ConcurrentLinkedQueue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private volatile Thread owner;
    private volatile boolean idle;

    /*
     * A hand-over needs no queue: who gives is on the owner, the only one to look. Others find a thread here that they are
     * not, whatever they see.
     */
    private Thread giving;
    private Runnable next;

    private static Constructor<?> builder() {
        try {
            Constructor<?> made = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            made.setAccessible(true);
            return made;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null; // not opened, or another JDK
        }
    }

    /// Whether it carries the threads of one simulation, and these run on it alone.
    boolean isAlone() {
        return BUILDER != null;
    }

    /// Makes virtual threads that this carrier runs, or the JDK's where that cannot be.
    Thread.Builder.OfVirtual threads() {
        try {
            return BUILDER == null ? Thread.ofVirtual() : (Thread.Builder.OfVirtual) BUILDER.newInstance(this);
        } catch (ReflectiveOperationException e) {
            return Thread.ofVirtual();
        }
    }

    @Override
    public void execute(Runnable step) {
        if (Thread.currentThread() == giving && next == null) {
            next = step;
            return;
        }
        ready.add(step);
        if (idle) LockSupport.unpark(owner);
    }

    /// The calling thread, one of those that this carries, makes another of them ready and will then park.
    void wake(Thread other) {
        giving = Thread.currentThread();
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
