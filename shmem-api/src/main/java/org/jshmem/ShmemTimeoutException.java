// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A wait inside the library took longer than the job's `--timeout`, or [Config#timeout], allows. Uncaught, it
/// ends the job with a report of which PE waits for what.
///
/// A wait for a word or a signal loses nothing: the call can be repeated. A collective or an allocation may have
/// ended on other PEs, so this PE throws [CollectiveMismatchException] at its next collectives of that team. After a
/// wait for a lock this PE keeps its place in the queue, and no PE after it gets the lock; its next calls of the lock
/// throw `IllegalStateException`. One-sided calls and [Shmem#globalExit] still work.
public final class ShmemTimeoutException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` has PE, call, numbers and remedy.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public ShmemTimeoutException(String message) {
        super(message);
    }
}
