// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

import org.jshmem.contract.Backend;
import org.jshmem.transport.TransportProvider.Job;

/// A job that a test has made and closes.
public final class JobRun {
    private JobRun() {}

    /// Runs `main` as each PE; throws what the first one to fail threw.
    public static void run(int npes, Job job, Backend.Main main) {
        InProcessJob.rethrow(npes, InProcessJob.run(npes, job, pe -> main.run(), InProcessJob.PLATFORM));
    }
}
