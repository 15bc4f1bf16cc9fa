// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

/// The goal for which a thread waits and sleeps: the condition of its own wait, or of any PE that it carries.
interface Blocked {
    /// The time until which the thread may wait.
    long deadline();

    /// Whether the thread can go on.
    boolean holds();

    /// Announces a sleep, from which a writer of the awaited bytes then wakes the thread. The caller looks once more
    /// afterwards.
    void announce();

    /// Checks all else that ends a wait. Returns the time until the next end that is known by now, not positive if it
    /// has come.
    long check();
}
