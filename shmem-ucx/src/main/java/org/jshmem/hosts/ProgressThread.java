// SPDX-License-Identifier: Apache-2.0
package org.jshmem.hosts;

import java.util.concurrent.locks.LockSupport;

/// Makes progress for a JVM while its PEs compute or sleep. PEs make progress themselves in their calls and waits.
/*
 * The thread looks once a millisecond whether PEs have made calls since its last look. If not, it takes over: it sleeps
 * on the fabric's descriptor and executes messages as they arrive, until a PE makes a call. A PE that is about to sleep
 * makes it take over at once, as a carrier does. While all PEs sleep it stays there, so an idle job costs no wake-ups.
 */
final class ProgressThread {
    private static final long LOOK_NANOS = 1_000_000;
    private static final int POLL_MILLIS = 250;

    private final Progress progress;
    private final Thread thread = Thread.ofPlatform().daemon().name("progress").unstarted(this::run);
    private volatile boolean ended;
    private volatile boolean parked;

    ProgressThread(Progress progress) {
        this.progress = progress;
    }

    void start() {
        thread.start();
    }

    /// Makes the thread take over. A PE is about to sleep.
    void takeOver() {
        if (parked) LockSupport.unpark(thread);
    }

    /// Ends the thread, which may sleep on the fabric's descriptor, and waits for its end.
    void end(Fabric fabric) {
        ended = true;
        LockSupport.unpark(thread);
        fabric.wake();
        while (thread.isAlive()) LockSupport.parkNanos(LOOK_NANOS); // not a join, which an interrupt would end
    }

    private void run() {
        try {
            for (long seen = -1; !ended; seen = progress.calls()) {
                parked = true;
                if (!progress.areSleeping()) LockSupport.parkNanos(LOOK_NANOS);
                parked = false;
                progress.check();
                if (progress.isIdle(seen)) serve();
            }
        } catch (Throwable t) {
            progress.failed(t);
        }
    }

    /// Executes messages until a PE makes a call that does not end in a sleep.
    private void serve() {
        long seen = progress.calls();
        while (!ended && progress.isIdle(seen) && progress.serve(POLL_MILLIS)) progress.check();
    }
}
