// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A failure outside the calling code: another PE failed, a wait timed out, the heap is full. Misuse of the API
/// throws `IllegalArgumentException`, `IndexOutOfBoundsException` or `IllegalStateException` instead.
public abstract sealed class ShmemException extends RuntimeException
        permits CollectiveMismatchException,
                PeerFailedException,
                ShmemInterruptedException,
                ShmemTimeoutException,
                SymmetricHeapException {
    private static final long serialVersionUID = 1L;

    /// Made by the library, with the message.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    protected ShmemException(String message) {
        super(message);
    }
}
