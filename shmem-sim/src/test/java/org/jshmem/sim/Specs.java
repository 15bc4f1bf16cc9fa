// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

/// What options of the command line do to a job, for tests.
final class Specs {
    private Specs() {}

    /// A job whose puts arrive as late as the ordering rules allow.
    static JobSpec late(JobSpec job) {
        job.latePuts = true;
        return job;
    }

    /// A job that limits every wait, in virtual nanoseconds.
    static JobSpec limited(JobSpec job, long nanos) {
        job.longestWait = nanos;
        return job;
    }
}
