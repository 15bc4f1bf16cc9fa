// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch;

import picocli.CommandLine.Option;

/// The options for the job as a whole: its size and its limits.
final class JobOptions {
    @Option(
            names = {"-np", "-n"},
            paramLabel = "N")
    String np;

    @Option(names = "--heap", paramLabel = "SIZE")
    String heap;

    @Option(names = "--heap-dir", paramLabel = "DIR")
    String heapDir;

    @Option(names = "--timeout", paramLabel = "D")
    String timeout;

    @Option(names = "--time-limit", paramLabel = "D")
    String timeLimit;
}
