// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Shmem;
import org.jshmem.report.Jobs;

/// The exit status of a command that has measured.
public final class Status {
    /// Status if a test is slower than in the file of `--against`.
    private static final int SLOWER = 5;

    private Status() {}

    /// Ends the job with status 5 if a test is slower, and else with status 4 if a row was not at rest. Otherwise
    /// returns.
    public static void end(Shmem sh, boolean restless, boolean slower) {
        if (!restless && !slower) return;
        System.out.flush();
        throw sh.globalExit(slower ? SLOWER : Jobs.Finished.RESTLESS);
    }
}
