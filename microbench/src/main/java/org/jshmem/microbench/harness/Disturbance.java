// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.nio.file.Path;
import org.jshmem.rehearsal.CompilerThreads;
import org.jshmem.report.Where;

/// The disturbance of one PE's samples: by the compilers of its JVM, and by waiting for a core that another thread
/// has.
///
/// Both are returned as millionths of the time between [#begin] and [#end]. That time is longer than the samples if
/// memory is prepared for each sample.
final class Disturbance {
    private static final Path SELF = Path.of("/proc/thread-self");

    /// Parts of a whole; shares travel between PEs as integers.
    static final long MILLION = 1_000_000;

    private final boolean watched;
    private final boolean waits;
    private final CompilerThreads compilers = new CompilerThreads();
    private long began;
    private long waited;
    private long compiled;

    Disturbance(Where where) {
        watched = !where.virtual();
        waits = watched && !where.crowded(); // PEs that take turns wait for each other
    }

    void begin() {
        if (!watched) return;
        compiled = compilers.nanos();
        if (waits) waited = CompilerThreads.scheduled(SELF, 1);
        began = System.nanoTime();
    }

    void end() {
        if (!watched) return;
        long nanos = Math.max(1, System.nanoTime() - began);
        // first, since the sum over compilers reads many files
        if (waits) waited = share(CompilerThreads.scheduled(SELF, 1) - waited, nanos);
        compiled = millionths(compilers.nanos() - compiled, nanos);
    }

    /// The millionths of a time in which a thread waited. A wait that began before that time is counted whole.
    static long share(long part, long nanos) {
        return Math.min(MILLION, millionths(part, nanos));
    }

    private static long millionths(long part, long nanos) {
        return Math.max(0, part) * MILLION / nanos;
    }

    /// The millionths of the time in which the compilers had a core.
    long compiling() {
        return compiled;
    }

    /// The millionths of the time in which this thread was runnable and had no core.
    long waiting() {
        return waited;
    }
}
