// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.List;
import org.jshmem.launch.output.Output;

/// The time that processes have after a PE has failed, and the end of those that use it up.
/*
 * A PE that has not ended after the grace, because it computes or because its program caught the exception, is killed.
 * The process of a PE that failed gets longer, to print the stack trace; if other PEs share it, only until the PE has
 * ended. That of a PE that exits without finalize gets as long: a shutdown hook of the program may hang.
 */
final class GracePeriod {
    private static final long GRACE_NANOS = 600_000_000;

    /// The CPU time that a JVM needs to print its exception and exit. It is multiplied by the JVMs of a core, since all
    /// of them exit at about the same time.
    private static final long EXIT_NANOS = 50_000_000;

    private static final long STACK_TRACE_NANOS = 2_000_000_000;

    private final JvmBlocks blocks;
    private final List<PeProcess> processes;
    private final int cores;
    private final Output output;
    private final Reporter reporter;
    private int failedPe = -1;
    private long failedSince;
    private long killExitingAt = Long.MAX_VALUE;

    /// `processes` are the started processes, which share these cores.
    GracePeriod(JvmBlocks blocks, List<PeProcess> processes, int cores, Output output, Reporter reporter) {
        this.blocks = blocks;
        this.processes = processes;
        this.cores = cores;
        this.output = output;
        this.reporter = reporter;
    }

    /// Begins, since this PE has failed.
    void begin(int pe) {
        failedPe = pe;
        failedSince = System.nanoTime();
    }

    private long graceNanos() {
        return graceNanos(processes.size(), cores);
    }

    static long graceNanos(int jvms, int cores) {
        return Math.max(GRACE_NANOS, jvms * EXIT_NANOS / cores);
    }

    /// Kills the processes whose time is over.
    void killOverdue() {
        long late = System.nanoTime() - failedSince - graceNanos();
        if (failedPe < 0 || late < 0) return;
        kill(failedPe);
        if (late < STACK_TRACE_NANOS && (blocks.isProcesses() || !reporter.outputDrained(failedPe))) return;
        if (blocks.isProcesses()) printHang(failedPe, "it ended the job");
        kill(-1);
        failedPe = -1;
    }

    /// Kills the process of a PE that exits without finalize, once its time is over; -1 if there is no such PE.
    void exiting(int pe) {
        long now = System.nanoTime();
        if (pe < 0) killExitingAt = Long.MAX_VALUE;
        else if (killExitingAt == Long.MAX_VALUE) killExitingAt = now + graceNanos() + STACK_TRACE_NANOS;
        else if (now - killExitingAt >= 0) {
            printHang(pe, "its exit without finalize");
            reporter.process(pe).child().kill();
            killExitingAt = Long.MAX_VALUE;
        }
    }

    private void printHang(int pe, String after) {
        PeProcess process = reporter.process(pe);
        if (process.hasEnded()) return;
        double seconds = (graceNanos() + STACK_TRACE_NANOS) / 1e9;
        String hang =
                "oshrun: %s has not ended %.1f s after %s, and is killed; look for a shutdown hook that does not return";
        output.print(hang.formatted(process.who(blocks.npes()), seconds, after));
    }

    /// Kills all processes except that of a PE; -1 for no exception.
    void kill(int exceptPe) {
        for (PeProcess process : processes) {
            if (exceptPe < 0 || !process.has(exceptPe)) process.child().kill();
        }
    }
}
