// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// A wait inside the library took longer than the job's `--timeout`, or [Config#timeout], allows. Uncaught, it
/// ends the job with a report of which PE waits for what.
public final class ShmemTimeoutException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// Made by the library: `message` says which PE, which call, the numbers, and what to do.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    public ShmemTimeoutException(String message) {
        super(message);
    }
}
