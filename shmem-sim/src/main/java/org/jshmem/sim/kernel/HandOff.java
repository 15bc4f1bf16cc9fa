// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jshmem.jdk.CarriedThreads;
import org.jshmem.program.ProgramFrames;

/// The virtual threads of the PEs, one of which has the baton and runs.
public final class HandOff {
    /*
     * The baton is `holder`, a volatile int, with a parked thread per PE. To pass it, a PE writes `holder`, unparks the
     * next PE, and parks until `holder` is its own number again. The write releases all operations of the PE to the
     * next one, whose read acquires them, so all state of the engine is plain.
     */
    private static final Duration LOOKS = Duration.ofMillis(100);
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    final Thread[] pes; // null before the run
    private final IntSupplier next;
    /// The steps of the PEs, which one thread carries: a task switch stays on its core, and several simulations can
    /// run at the same time. Where a JVM does not let an executor carry virtual threads, the JDK's shared carriers
    /// run the PEs, a little slower and in one queue for all simulations.
    private final LinkedTransferQueue<Runnable> steps = new LinkedTransferQueue<>();
    private final List<Thread> carriers =
            new CopyOnWriteArrayList<>(); // the first, and one for each PE that keeps its carrier
    private final LongSupplier cpu = CarriedThreads.arePossible() ? this::cpuOfCarriers : System::nanoTime;
    private volatile int holder = EventQueue.NONE;
    private volatile int live;

    /// The baton goes to `next` at the start, and when a PE ends.
    HandOff(int npes, IntSupplier next) {
        pes = new Thread[npes];
        this.next = next;
    }

    /// Runs `body` once per PE, on virtual threads that one separate thread carries. Returns when all have ended, or
    /// when `leaves` holds.
    void run(IntConsumer body, BooleanSupplier leaves) throws InterruptedException {
        live = pes.length;
        for (int pe = 0; pe < pes.length; pe++) {
            int me = pe;
            pes[pe] = CarriedThreads.unstarted("PE " + pe, steps::add, () -> {
                take(me);
                try {
                    body.accept(me);
                } finally {
                    end();
                }
            });
        }
        for (Thread thread : pes) thread.start();
        give(next.getAsInt());
        // not the calling thread: a virtual thread that is mounted takes its carrier's interrupts away
        carry(this::isOver);
        while (!carriers.getFirst().join(LOOKS) && !leaves.getAsBoolean()) {
            // a PE that waits in a class initializer keeps its carrier, and another carries the others
            boolean areKept = carriers.stream().allMatch(each -> each.getState() == Thread.State.WAITING);
            if (areKept && !steps.isEmpty()) carry(this::isOver);
        }
    }

    /// Ends the PE that has the baton. Its own thread calls, or a thread that has looked at its stack while
    /// `System.exit` holds it: the look is a handshake, after which the operations of that PE are visible.
    public void end() {
        int left = live - 1; // only the PE that has the baton ends
        if (left > 0) {
            live = left;
            give(next.getAsInt());
        } else {
            holder = EventQueue.NONE;
            live = 0; // release: a thread that reads it sees all operations of the PEs
        }
    }

    /// Goes on carrying threads after the run: one that is held in `System.exit` has to come back to end the JVM.
    public void carryOn() {
        carry(() -> false);
    }

    /// Whether all PEs have ended, or none has begun.
    public boolean isOver() {
        return live == 0;
    }

    /// Waits until all PEs have ended. Returns whether they have.
    public boolean awaitOver(Duration patience) throws InterruptedException {
        return carriers.getFirst().join(patience);
    }

    /// The CPU time that all PEs have used so far, in nanoseconds; elapsed time if shared carriers run the PEs. Only
    /// PEs may call.
    public long cpuNanos() {
        return cpu.getAsLong();
    }

    private long cpuOfCarriers() {
        long sum = 0;
        for (Thread each : carriers) sum += CPU.getThreadCpuTime(each.threadId());
        return sum;
    }

    /// The PE that has the baton, -1 before and after the run. Any thread may call.
    public int running() {
        return holder;
    }

    /// A PE's thread, for a look at its stack; null before the run.
    public Thread thread(int pe) {
        return pes[pe];
    }

    /// The present line of a PE in the program, as ` at Halo.java:12`; empty if there is none. Any thread may call.
    public String where(int pe) {
        String line = ProgramFrames.line(pes[pe].getStackTrace());
        return line.isEmpty() ? "" : " at " + line;
    }

    /// Passes the baton to another PE, and returns when this PE has it again.
    void pass(int from, int to) {
        give(to);
        take(from);
    }

    private void give(int to) {
        holder = to; // release: pairs with the acquire in take; publishes all operations so far
        LockSupport.unpark(pes[to]);
    }

    private void take(int me) {
        boolean interrupted = false;
        while (holder != me) { // acquire: pairs with the release in give
            LockSupport.park(this);
            interrupted |= Thread.interrupted(); // with the flag set park returns at once
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void carry(BooleanSupplier over) {
        Thread carrier = Thread.ofPlatform().daemon().name("PEs").unstarted(() -> carryUntil(over));
        carriers.add(carrier); // before a PE asks for its CPU time
        carrier.start();
    }

    /// Carries threads until `over`, on the calling thread.
    private void carryUntil(BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            try {
                Runnable step = steps.poll(1, TimeUnit.MILLISECONDS);
                if (step != null) step.run();
            } catch (InterruptedException e) {
                // the PE that ran last has the interrupt
            }
        }
    }
}
