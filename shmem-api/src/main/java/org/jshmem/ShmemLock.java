// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

import java.time.Duration;
import java.util.Optional;

/// A lock between PEs, granted in the order of the requests. Not re-entrant.
///
/// ```java
/// ShmemLock lock = sh.lock();
/// try (var held = lock.acquire()) {
///     total.p(0, total.g(0, 0) + mine, 0);           // one PE at a time
/// }
/// ```
///
/// **Visibility.** A PE that gets the lock sees what its earlier holders did before they released it: their stores,
/// and their operations in the default context. Call [Ctx#quiet] before [#clear] for those of another context.
///
/// **Errors.** `IllegalStateException` if the holder requests it again, if another PE clears, and after [#free]. A PE
/// that waits throws [PeerFailedException] if another PE fails, and [ShmemTimeoutException] after the job's
/// `--timeout`. An interrupt does not end the wait for a lock.
public interface ShmemLock {

    /// Gives this lock `name` on this PE, for messages and reports, which otherwise show its number. Returns the lock
    /// itself. Not collective.
    ///
    /// @param name name as messages show it, between quotes
    /// @return this lock
    ShmemLock named(String name);

    /// Waits for the lock and takes it.
    void set();

    /// Takes the lock if it is free. Never waits.
    ///
    /// @return true if this PE now holds the lock
    boolean test();

    /// Completes this PE's operations in the default context on all PEs, then releases the lock.
    void clear();

    /// Acquires the lock as [#set] does, for try-with-resources: the returned token's `close` is [#clear].
    ///
    /// @return a token, to be closed by the PE that holds the lock
    Held acquire();

    /// Tries to take the lock, as [#test] does, until the time is over; zero or less tries once. The PE gets no place
    /// in line.
    ///
    /// @param max how long to try
    /// @return a token, to be closed by the PE that holds the lock; empty if the time is over
    /// @throws ShmemInterruptedException if the thread is interrupted while it waits; the PE does not hold the lock
    Optional<Held> tryAcquire(Duration max);

    /// Gives the lock's memory back. **Collective**, with a barrier on entry; no PE may hold the lock.
    void free();

    /// A lock that is held until this is closed.
    interface Held extends AutoCloseable {
        /// Releases the lock, as [ShmemLock#clear].
        @Override
        void close();
    }
}
