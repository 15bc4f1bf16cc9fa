// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A communication context: an ordering domain of its own, with the PE numbers of its team.
///
/// A program uses one so that a `quiet` does not wait for unrelated puts, or so that two threads of a PE do not
/// complete each other's operations. It is used through views:
///
/// ```java
/// try (Ctx edge = sh.ctx()) {
///     SymDoubles halo = u.on(edge);                  // the same memory; puts belong to the context
///     halo.putNbi(0, row, 0, n, next);
///     edge.quiet();                                  // completes the puts of halo, and no others
/// }
/// ```
///
/// **Not collective**: each PE makes the contexts that it needs. Closing a team closes its contexts.
///
/// **Threads.** The default context, behind every object that is not a view, serves all threads that
/// [Shmem#threadLevel] allows. The [Option]s narrow the use of other contexts.
///
/// **Errors.** A closed context throws `IllegalStateException`.
public interface Ctx extends AutoCloseable {

    /// The promises of a program about its use of a context.
    enum Option {
        /// Any thread uses it, but never two at once.
        SERIALIZED,
        /// Only the thread that made it uses it; each use is checked and another thread gets an
        /// `IllegalStateException`.
        PRIVATE,
        /// Fence and quiet need not order the program's own plain stores.
        NOSTORE
    }

    /// Hints of a communication session.
    enum Hint {
        /// Many operations follow each other without a wait between them.
        BATCH
    }

    /// {@return the team whose PE numbers this context uses}
    Team team();

    /// Orders the puts, atomics and signals of this context: those before the fence are seen by each PE before
    /// those after it. As [Shmem#fence].
    void fence();

    /// Waits until the puts, atomics and signals of this context are complete and visible to all PEs. As
    /// [Shmem#quiet].
    void quiet();

    /// Waits as [#quiet()] does, for the operations towards these PEs only, by their numbers in the team. Without a PE
    /// it returns at once.
    void quiet(int... pes);

    /// Starts a session with `hints`, which never change ordering or completion. Starting again adds the hints.
    ///
    /// @param hints expected use of the context in this session
    void sessionStart(Hint... hints);

    /// Ends the session; does nothing if none was started.
    void sessionStop();

    /// Completes the context's operations as [#quiet()] and ends it; its views throw `IllegalStateException`
    /// afterwards.
    @Override
    void close();
}
