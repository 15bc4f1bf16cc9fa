// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import org.jshmem.shm.jobfile.Bell;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.spi.CarriedThreads;

/// The threads of a JVM's PEs where PEs outnumber cores: virtual threads, in blocks of neighbours, each block with a
/// [Carrier]. There is a carrier for each core that the JVM has for itself, and at least one.
public final class Carriers implements ThreadFactory, AutoCloseable {
    /// The time after which a PE that does not wait leaves its carrier.
    private static final long PATIENCE_MILLIS = 4;

    private final Control control;
    private final int first;
    private final Seat[] seats;
    private final Carrier[] carriers;
    private final ExecutorService threads;
    private int made;

    /// Makes the carriers of PEs `first` to `first + count - 1`. Each of `jvms` JVMs has about as many PEs.
    /// `stackBytes` is the stack of a PE. If a carrier fails, as without memory, `failure` has to end the job.
    public Carriers(Control control, int first, int count, int jvms, long stackBytes, Consumer<Throwable> failure) {
        this.control = control;
        this.first = first;
        this.seats = new Seat[count];
        this.carriers = new Carrier[Math.clamp(control.cores() / jvms, 1, count)];
        // loads the classes of a wake-up before any PE runs: the JDK resumes a PE that waits for a lock of a class
        // loader by `execute`, which must not need that lock itself
        Bell.ring(control.slot(first));
        this.threads = Executors.newCachedThreadPool(carry -> {
            var thread = new Thread(null, carry, Carrier.NAME, stackBytes);
            thread.setDaemon(true);
            return thread;
        });
        Arrays.setAll(seats, k -> new Seat());
        for (int c = 0; c < carriers.length; c++) {
            Seat[] own = Arrays.copyOfRange(seats, start(c), start(c + 1));
            carriers[c] = new Carrier(control, first + start(c), own, threads, stackBytes, failure);
            carriers[c].start();
        }
        threads.execute(this::watch);
    }

    /// The first seat of a carrier.
    private int start(int carrier) {
        return carrier * seats.length / carriers.length;
    }

    /// Whether this JVM can carry PEs, and whether that helps: the PEs outnumber the cores, and their JVMs do not.
    public static boolean help(Control control) {
        return control.npes() > control.cores() && control.jvms() <= control.cores() && CarriedThreads.arePossible();
    }

    /// Returns the thread of the next PE, in the order of their numbers.
    @Override
    public Thread newThread(Runnable body) {
        int pe = made++;
        Seat seat = seats[pe];
        int c = 0;
        while (start(c + 1) <= pe) c++;
        Carrier carrier = carriers[c];
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

    /// Looks at each carrier now and then: reminds it of the time, relieves one that is still in the same turn, and
    /// counts the time of waits that have not been published.
    private void watch() {
        long[] seen = new long[carriers.length];
        long before = System.nanoTime();
        try {
            while (!Arrays.stream(carriers).allMatch(Carrier::isOver)) {
                Thread.sleep(PATIENCE_MILLIS);
                for (int c = 0; c < carriers.length; c++) {
                    long turn = carriers[c].turns();
                    if (turn == seen[c] && (turn & 1) != 0) relieve(carriers[c], turn);
                    seen[c] = turn;
                    carriers[c].remind();
                }
                long now = System.nanoTime();
                for (int k = 0; k < seats.length; k++) {
                    if (seats[k].waitsUnseen()) LongWait.count(control.slot(first + k), now - before);
                }
                before = now;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void relieve(Carrier carrier, long turn) {
        try {
            carrier.relieve(turn);
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // threads count as processes: until there is room for one, the PE holds up the others; or all PEs
            // have ended
        }
    }
}
