// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The thread of a PE was interrupted in a wait for a word or a signal, or in a sleep. Its interrupt flag is still set.
/// The call can be repeated after the flag is cleared.
///
/// Every other call completes as if the flag were not set, and leaves it set. An exception is a job inside a JVM whose
/// caller is interrupted: each wait of each PE throws this exception, and the job ends.
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
