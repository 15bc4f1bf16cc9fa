// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

/// Unwinds a PE whose job was ended by a global exit or by the launcher. An error, so that programs do not catch it by
/// accident; without a stack trace, since nothing went wrong here.
final class JobEnd extends Error {
    private static final long serialVersionUID = 1L;

    /// Exit status of the job.
    private final int status;

    JobEnd(int status) {
        super("the job was ended with status " + status, null, false, false);
        this.status = status;
    }

    int status() {
        return status;
    }
}
