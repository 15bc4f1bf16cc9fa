// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A lock between PEs, granted in the order of asking. Not re-entrant; only the holder may clear it.
public interface ShmemLock {

    /// Waits for the lock.
    void set();

    /// Takes the lock if it is free: true means got it.
    boolean test();

    /// Completes this PE's puts everywhere, then releases the lock.
    void clear();

    /// [#set], for try-with-resources: the token's `close` is [#clear].
    Held acquire();

    /// Gives the lock's memory back. Collective.
    void free();

    /// A lock that is held until this is closed.
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
