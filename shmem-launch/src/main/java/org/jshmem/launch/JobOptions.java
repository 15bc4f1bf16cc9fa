// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import picocli.CommandLine.Option;

/// The options for the job as a whole: its size and its limits.
final class JobOptions {
    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            description = "Start this number of PEs")
    String np;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Set the symmetric heap of each PE: a number, also a fraction, and one of k m g t (default: "
                    + "SHMEM_SYMMETRIC_SIZE, else half of the free memory over all PEs, at most 4g)")
    String heap;

    @Option(
            names = "--heap-dir",
            paramLabel = "DIR",
            description = "Create the job file in this folder (default: /dev/shm)")
    String heapDir;

    @Option(
            names = "--timeout",
            paramLabel = "D",
            description =
                    "End the job with a report of the PEs that wait for each other once a wait inside the library "
                            + "takes longer (500ms, 3s, 2m; 0s: no limit)")
    String timeout;

    @Option(
            names = "--time-limit",
            paramLabel = "D",
            description = "End the job after this time (30s, 2h; 0s: no limit), with a report and status 124")
    String timeLimit;
}
