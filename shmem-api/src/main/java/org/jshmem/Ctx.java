// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A communication context: an ordering domain of its own, with PE numbers of its team.
///
/// A context is used through views: `x.on(ctx)` is an array over the same memory whose puts, gets and atomics
/// belong to the context. Not collective; closing a team closes its contexts.
public interface Ctx extends AutoCloseable {

    /// What a program promises about its use of a context.
    enum Option {
        /// Any thread, but never two at once.
        SERIALIZED,
        /// Only the thread that created it; checked at each use.
        PRIVATE,
        /// Fence and quiet need not order the program's own plain stores.
        NOSTORE
    }

    /// Hints of a communication session.
    enum Hint {
        /// Many operations follow each other without a wait between them.
        BATCH
    }

    /// The team whose PE numbers this context uses.
    Team team();

    /// As [Shmem#fence], for this context.
    void fence();

    /// As [Shmem#quiet], for this context.
    void quiet();

    /// As [Shmem#quiet(int...)], for this context; PE numbers of its team.
    void quiet(int... pes);

    /// Starts a session: a hint that never changes ordering or completion. Starting again adds the hints.
    void sessionStart(Hint... hints);

    /// Ends the session; harmless when none was started.
    void sessionStop();

    /// Quiets and ends the context; views on it are dead.
    @Override
    void close();
}
