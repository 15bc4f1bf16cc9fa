// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import org.jshmem.Shmem;
import org.jshmem.report.Jobs;

/// How a command ends that has measured.
public final class Status {
    /// Where a test is slower than in the file of `--against`.
    private static final int SLOWER = 5;

    private Status() {}

    /// Ends the job with a status of its own where a figure is missing or worse than it was.
    public static void end(Shmem sh, boolean restless, boolean slower) {
        if (!restless && !slower) return;
        System.out.flush();
        throw sh.globalExit(restless ? Jobs.Finished.RESTLESS : SLOWER);
    }
}
