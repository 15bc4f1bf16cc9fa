// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

/// How long the other end of a connection has sent nothing, as far as this process was there to receive it.
/*
 * A process that was stopped (Ctrl-Z, a debugger, a virtual machine that moved) finds on waking that nothing has come for
 * long, before it has read what has. So a look that comes late forgives the other end what has passed, as the failure
 * detector of Cassandra does after a local pause.
 */
final class Silence {
    /// A longer time between two looks is a pause of this process.
    private static final long PAUSE_NANOS = 500_000_000;

    private volatile long heardNanos = System.nanoTime();
    private long lookedNanos = heardNanos;

    /// Something came.
    void heard() {
        heardNanos = System.nanoTime();
    }

    /// Whether nothing has come for longer than this. One thread asks, every few milliseconds.
    boolean isLongerThan(long nanos) {
        return isLongerThan(nanos, System.nanoTime());
    }

    boolean isLongerThan(long nanos, long now) {
        if (now - lookedNanos > PAUSE_NANOS) heardNanos = now;
        lookedNanos = now;
        return now - heardNanos > nanos;
    }
}
