// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm.wait;

/// The way in which a thread lets time pass until the condition of a wait holds.
interface Pause {
    /// Begins the wait, and lets a short time pass. Returns whether the condition holds.
    boolean holdsSoon(LongWait wait);

    /// Announces the next sleep to writers of the awaited bytes. The caller looks at the condition once more
    /// afterwards.
    void announce(LongWait wait);

    /// Sleeps until the bytes may have changed, or for `left` nanoseconds, or a shorter time that grows with the
    /// rounds of the wait. Returns whether the condition holds.
    boolean sleep(LongWait wait, int round, long left);
}
