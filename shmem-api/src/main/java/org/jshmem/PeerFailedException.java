// SPDX-License-Identifier: Apache-2.0
package org.jshmem;

/// Another PE of the job failed while this PE waited inside the library. The launcher ends the job: only clean
/// up private resources.
public final class PeerFailedException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /// The PE that failed.
    private final int pe;

    /// Its exit status.
    private final int status;

    /// Made by the library: `message` for people, the number `pe` of the PE that failed, and its exit `status`.
    ///
    /// @param message PE, call, numbers and remedy, as people read them
    /// @param pe number of the failed PE in the world team
    /// @param status exit status of the failed PE
    public PeerFailedException(String message, int pe, int status) {
        super(message);
        this.pe = pe;
        this.status = status;
    }

    /// The PE that failed.
    ///
    /// @return the number of the failed PE in the world team
    public int pe() {
        return pe;
    }

    /// Its exit status: 128 + n for signal n, 1 for an uncaught exception.
    ///
    /// @return the exit status of the failed PE: 128 + n for signal n, 1 for an uncaught exception
    public int status() {
        return status;
    }
}
