// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

/// The time since the other end of a connection last sent something, without the pauses of this process.
/*
 * A process that was stopped (Ctrl-Z, a debugger, a virtual machine that moved) finds on waking that nothing has
 * arrived for long, before it has read what has arrived. So a late look does not count the time that has passed, as in
 * the failure detector of Cassandra after a local pause.
 */
final class Silence {
    /// A longer time between two looks is a pause of this process.
    private static final long PAUSE_NANOS = 500_000_000;

    private volatile long heardNanos = System.nanoTime();
    private long lookedNanos = heardNanos;

    void heard() {
        heardNanos = System.nanoTime();
    }

    /// Whether nothing has arrived for longer than this. One thread calls it, every few milliseconds.
    boolean isLongerThan(long nanos) {
        return isLongerThan(nanos, System.nanoTime());
    }

    boolean isLongerThan(long nanos, long now) {
        if (now - lookedNanos > PAUSE_NANOS) heardNanos = now;
        lookedNanos = now;
        return now - heardNanos > nanos;
    }
}
