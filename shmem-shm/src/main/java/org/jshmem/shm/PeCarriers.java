// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jshmem.start.CarriedThreads;

/// The threads of a JVM's PEs where PEs outnumber cores: virtual threads, in blocks of neighbours, each block with a
/// [PeCarrier]. There is a carrier for each core that the JVM has for itself, and at least one.
public final class PeCarriers implements ThreadFactory, AutoCloseable {
    /// The time after which a PE that does not wait leaves its carrier.
    private static final long PATIENCE_NANOS = 4_000_000;

    private final Control control;
    private final int first;
    private final Seat[] seats;
    private final PeCarrier[] carriers;
    private final long stackBytes;
    private final ExecutorService threads;
    private int made;

    /// Makes the carriers of PEs `first` to `first + count - 1`. Each of `jvms` JVMs has about as many PEs.
    /// `stackBytes` is the stack of a PE. If a carrier fails, as without memory, `failure` has to end the job.
    PeCarriers(Control control, int first, int count, int jvms, long stackBytes, Consumer<Throwable> failure) {
        this.control = control;
        this.first = first;
        this.seats = new Seat[count];
        this.carriers = new PeCarrier[Math.clamp(control.cores() / jvms, 1, count)];
        // loads the classes of a wake-up before any PE runs: the JDK resumes a PE that waits for a lock of a class
        // loader by `execute`, which must not need that lock itself
        Bell.wake(control.slot(first));
        int turns = Math.ceilDiv(count * jvms, control.cores());
        this.stackBytes = stackBytes;
        this.threads = Executors.newCachedThreadPool(carry -> thread(carry, stackBytes));
        for (int c = 0; c < carriers.length; c++) {
            Seat[] own = new Seat[start(c + 1) - start(c)];
            for (int k = 0; k < own.length; k++) own[k] = seats[start(c) + k] = new Seat();
            var ladder = new WaitLadder(control, first + start(c), turns, 1, false);
            carriers[c] = new PeCarrier(control, own, ladder, this::execute, stackBytes, failure);
            carriers[c].start();
        }
        threads.execute(this::watch);
    }

    private static Thread thread(Runnable carry, long stackBytes) {
        var thread = new Thread(null, carry, PeCarrier.NAME, stackBytes);
        thread.setDaemon(true);
        return thread;
    }

    /// Runs a carrier on a thread of the pool, or on a new one with a larger stack. Then a thread of the pool waits for
    /// the new one, so that [#close] does.
    private void execute(Runnable carry, long stackBytes) {
        if (stackBytes <= this.stackBytes) {
            threads.execute(carry);
            return;
        }
        Thread roomy = thread(carry, stackBytes);
        roomy.start();
        threads.execute(() -> {
            try {
                roomy.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// The first seat of a carrier.
    private int start(int carrier) {
        return carrier * seats.length / carriers.length;
    }

    /// Whether this JVM and this kernel can carry PEs, and whether that helps: the PEs outnumber the cores, and their
    /// JVMs do not.
    static boolean help(Control control) {
        return control.npes() > control.cores()
                && control.jvms() <= control.cores()
                && CarriedThreads.arePossible()
                && SystemCalls.awaitsMany(System.getProperty("os.version"));
    }

    /// Returns the thread of the next PE, in the order of their numbers.
    @Override
    public Thread newThread(Runnable body) {
        int pe = made++;
        Seat seat = seats[pe];
        int c = 0;
        while (start(c + 1) <= pe) c++;
        PeCarrier carrier = carriers[c];
        Thread thread = CarriedThreads.on(step -> carrier.execute(seat, step))
                .name("PE " + (first + pe))
                .unstarted(() -> {
                    seat.take();
                    try {
                        body.run();
                    } finally {
                        carrier.leave();
                    }
                });
        seat.give(thread);
        return thread;
    }

    /// Waits until no carrier looks at the job's memory any more. All PEs must have ended.
    @Override
    public void close() {
        threads.close();
    }

    private static void relieve(PeCarrier carrier, long turn) {
        try {
            carrier.relieve(turn);
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // threads count as processes: until there is room for one, the PE holds up the others; or all PEs
            // have ended
        }
    }

    /// Looks at each carrier now and then: reminds it of the time, relieves one that is still in the same turn, and
    /// counts the time of waits that have not been published.
    private void watch() {
        long[] seen = new long[carriers.length];
        long before = System.nanoTime();
        try {
            while (!Arrays.stream(carriers).allMatch(PeCarrier::isOver)) {
                Thread.sleep(PATIENCE_NANOS / 1_000_000);
                long now = System.nanoTime();
                for (int c = 0; c < carriers.length; c++) {
                    long turn = carriers[c].turns();
                    if (turn == seen[c] && (turn & 1) != 0) relieve(carriers[c], turn);
                    seen[c] = turn;
                    carriers[c].remind();
                }
                for (int k = 0; k < seats.length; k++) {
                    if (seats[k].waitsUnseen()) PublishedWait.count(control.slot(first + k), now - before);
                }
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
