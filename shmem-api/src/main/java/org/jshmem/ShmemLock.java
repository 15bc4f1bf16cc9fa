// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A lock between PEs, granted in the order of asking. Not re-entrant.
///
/// **Ordering.** Who gets the lock sees what all its holders before did until they cleared it.
///
/// **Errors.** `IllegalStateException` where the holder asks again, where another PE clears, and after [#free].
public interface ShmemLock {

    /// Waits for the lock, which is this PE's on return.
    void set();

    /// Takes the lock if it is free: true means got it. Never waits.
    boolean test();

    /// Completes this PE's puts everywhere, then releases the lock.
    void clear();

    /// [#set], for try-with-resources: the token's `close` is [#clear].
    Held acquire();

    /// Gives the lock's memory back: barrier on entry, collective. Nobody holds it.
    void free();

    /// A lock that is held until this is closed.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
