// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;

/// The threads of a JVM's PEs where PEs outnumber cores: virtual threads, in blocks of neighbours, each block with a
/// [Carrier]. There is a carrier for each core that the JVM has for itself, and at least one.
public final class Carriers implements ThreadFactory, AutoCloseable {
    private final Carrier[] carriers;
    private final ExecutorService threads;
    private final int first;
    private final int count;
    private int made;

    /// Makes the carriers of PEs `first` to `first + count - 1`. Each of `jvms` JVMs has about as many PEs.
    /// `stackBytes` is the stack of a PE. If a carrier fails, as without memory, `failure` has to end the job.
    public Carriers(Control control, int first, int count, int jvms, long stackBytes, Consumer<Throwable> failure) {
        this.first = first;
        this.count = count;
        // loads the classes of a wake-up before any PE runs: the JDK resumes a PE that waits for a lock of a class
        // loader by `execute`, which must not need that lock itself
        Futex.wakeAll(control.slot(first));
        this.threads = Executors.newCachedThreadPool(carry -> {
            var thread = new Thread(null, carry, "carrier", stackBytes);
            thread.setDaemon(true);
            return thread;
        });
        this.carriers = new Carrier[Math.clamp(control.cores() / jvms, 1, count)];
        for (int c = 0; c < carriers.length; c++) {
            int from = start(c);
            carriers[c] = new Carrier(control, first + from, start(c + 1) - from, threads, stackBytes, failure);
            carriers[c].start();
        }
        threads.execute(this::watch);
    }

    /// The place of the first PE of a carrier: place k is that of carrier `k * carriers / count`.
    private int start(int carrier) {
        return Math.ceilDiv(carrier * count, carriers.length);
    }

    /// Whether carriers help: the PEs outnumber the cores, and their JVMs do not.
    public static boolean help(Control control) {
        return control.pesHere() > control.cores() && control.jvms() <= control.cores();
    }

    /// Returns the thread of the next PE, in the order of their numbers.
    @Override
    public Thread newThread(Runnable body) {
        int place = made++;
        return carriers[place * carriers.length / count].newThread(first + place, body);
    }

    /// Waits until no carrier looks at the job's memory any more. All PEs must have ended.
    @Override
    public void close() {
        threads.close();
    }

    /// Watches each carrier now and then, but not while all sleep.
    private void watch() {
        long before = System.nanoTime();
        try {
            while (!Arrays.stream(carriers).allMatch(Carrier::isOver)) {
                Thread.sleep(Duration.ofNanos(WaitTimes.TURN));
                long now = System.nanoTime();
                boolean asleep = true;
                for (Carrier carrier : carriers) asleep &= carrier.monitor(now - before);
                before = now;
                if (asleep) LockSupport.parkNanos(WaitTimes.CARRIERS_SLEEP);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
