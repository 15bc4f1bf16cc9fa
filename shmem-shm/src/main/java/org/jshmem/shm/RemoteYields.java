// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// The yields of a PE that waits for a message of another host. They let the PE move from a shared core to one that
/// idles, and publish the PE's core, which the agent of its host leaves to it (`AgentCores`).
/*
 * The first move or publication loads classes and native code, which takes some ms. So a short program has none.
 *
 * Several threads of a PE may wait at once. They may lose a count or publish twice, which costs no more than a later
 * move.
 */
public final class RemoteYields {
    private static final long PLAIN_NANOS = 300_000_000;
    private static final long PUBLICATION_NANOS = 1_000_000;

    private final Control control;
    private final int pe;

    /// The time of the last publication, and first the time at which these yields begin to do more than yield.
    private long published;

    private Affinity affinity;
    private LongYields yields;

    /// @param control the control words of the host's job file
    /// @param pe the PE that waits
    public RemoteYields(Control control, int pe) {
        this.control = control;
        this.pe = pe;
        published = System.nanoTime() + PLAIN_NANOS;
    }

    /// Yields once. `before` is the time now; the result is the time after the yield.
    public long yield(long before) {
        Thread.yield();
        long after = System.nanoTime();
        if (yields != null) yields.count(before, after);
        if (after - published >= PUBLICATION_NANOS) publish(after);
        return after;
    }

    private void publish(long now) {
        if (affinity == null) {
            affinity = new Affinity(control, pe);
            yields = new LongYields(new IdleCore()::moveThere, now);
        }
        published = now;
        int unused = affinity.publish();
    }
}
