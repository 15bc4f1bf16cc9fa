// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.hosts;

/// The time since the other end of a connection last sent something, without the pauses of this process.
/*
 * A process that was stopped (Ctrl-Z, a debugger, a virtual machine that moved) finds on waking that nothing has
 * arrived for long, before it has read what has arrived. So a late look does not count the time that has passed, as in
 * the failure detector of Cassandra after a local pause. While this process handles what has arrived, such as a long
 * trace for a slow disk, later signs of life wait unread.
 */
final class Silence {
    /// A longer time between two looks is a pause of this process.
    private static final long PAUSE_NANOS = 500_000_000;

    private volatile long heardNanos = System.nanoTime();
    private volatile boolean handles;
    private long lookedNanos = heardNanos;

    /// Something has arrived, which this process handles until [#handled].
    void heard() {
        handles = true;
    }

    /// This process reads again.
    void handled() {
        heardNanos = System.nanoTime();
        handles = false;
    }

    /// Whether nothing has arrived for longer than this. One thread calls it, every few milliseconds.
    boolean isLongerThan(long nanos) {
        return isLongerThan(nanos, System.nanoTime());
    }

    boolean isLongerThan(long nanos, long now) {
        if (handles || now - lookedNanos > PAUSE_NANOS) heardNanos = now;
        lookedNanos = now;
        return now - heardNanos > nanos;
    }
}
