// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The thread of a PE was interrupted while it waited inside the library. Its interrupt flag is still set.
///
/// A wait, a sleep, a lock and an init can be repeated after the flag is cleared. A barrier, sync, free or close
/// cannot: it counts as made, and a thread of the library finishes it, so that the other PEs return from it. An
/// allocation, `realloc` or split is undone on all PEs, which repeat it: the other PEs throw
/// [SymmetricHeapException]. A collective that moves data completes in spite of the interrupt if all PEs have entered
/// it within 0.1 s. Otherwise it ends its team: the other members throw [CollectiveMismatchException].
public final class ShmemInterruptedException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// The awaited event, such as `for element 1 of "box" of 2 longs to be >= 5`.
    private final String awaited;

    /// Made by the library: `message` names the PE and the wait, `awaited` the wait alone; the cause is the
    /// interrupt.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    /// @param awaited the part of the message that names the wait
    public ShmemInterruptedException(String message, String awaited) {
        super(message);
        initCause(new InterruptedException(message));
        this.awaited = awaited;
    }

    /// The event that the thread was waiting for, in the words of the message.
    ///
    /// @return such as `for element 1 of "box" of 2 longs to be >= 5`
    public String awaited() {
        return awaited;
    }
}
