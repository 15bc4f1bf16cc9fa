// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// An error that unwinds a PE after the end of its job. A global exit or the launcher has ended the job, or, where
/// PEs are threads, a failure of this PE. It is an `Error`, so that programs do not catch it by accident. Its stack
/// trace shows the call in which this PE ended. It has no trace if another failure is its cause.
public final class JobEnd extends Error {
    private static final long serialVersionUID = 1L;

    /// Exit status of the job.
    private final int status;

    /// The PE that ended it, or -1.
    private final int pe;

    /// Takes the job's exit status, the PE that ended it or -1 for the launcher, and the failure that is the cause,
    /// or null.
    public JobEnd(int status, int pe, Throwable why) {
        super(
                "the job was ended with status %d%s".formatted(status, pe < 0 ? "" : " by PE " + pe),
                why,
                false,
                why == null);
        this.status = status;
        this.pe = pe;
    }

    /// Exit status of the job.
    public int status() {
        return status;
    }

    /// The PE that ended the job, or -1 for the launcher.
    public int pe() {
        return pe;
    }
}
