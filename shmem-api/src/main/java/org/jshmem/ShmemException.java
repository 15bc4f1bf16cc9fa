// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// The job's misfortune, as against a caller's mistake, which is an `IllegalArgumentException`,
/// `IndexOutOfBoundsException` or `IllegalStateException`.
public abstract sealed class ShmemException extends RuntimeException
        permits CollectiveMismatchException,
                PeerFailedException,
                ShmemInterruptedException,
                ShmemTimeoutException,
                SymmetricHeapException {
    private static final long serialVersionUID = 1L;

    /// With a message that says who, what, the numbers and what to do.
    protected ShmemException(String message) {
        super(message);
    }
}
