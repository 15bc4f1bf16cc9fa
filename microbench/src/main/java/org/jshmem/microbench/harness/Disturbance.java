// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.harness;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.report.Where;

/// The disturbance of one PE's samples: by the compilers of its JVM, and by waiting for a core that another thread
/// has.
///
/// The kernel counts both for each thread, in nanoseconds (`schedstat`: on a core, waiting for one). Both are returned
/// as millionths of the time between [#begin] and [#end]. That time is longer than the samples if memory is prepared
/// for each sample.
final class Disturbance {
    private static final Path SELF = Path.of("/proc/thread-self/schedstat");
    private static final Path TASKS = Path.of("/proc/self/task");

    /// As in "C2 CompilerThread0", cut by the kernel.
    private static final String COMPILER = "CompilerThre";

    /// Readings between two searches for compiler threads, which the JVM starts and ends as it needs them.
    private static final int LOOK = 8;

    /// Parts of a whole; shares travel between PEs as integers.
    static final long MILLION = 1_000_000;

    private final boolean watched;
    private final boolean waits;
    private List<Path> compilers = List.of();
    private int readings;
    private long began;
    private long waited;
    private long compiled;

    Disturbance(Where where) {
        watched = !where.virtual();
        waits = watched && !where.crowded(); // PEs that take turns wait for each other
    }

    void begin() {
        if (!watched) return;
        compiled = compilers();
        if (waits) waited = field(SELF, 1);
        began = System.nanoTime();
    }

    void end() {
        if (!watched) return;
        long nanos = Math.max(1, System.nanoTime() - began);
        if (waits)
            waited = share(field(SELF, 1) - waited, nanos); // first, since the sum over compilers reads many files
        compiled = millionths(compilers() - compiled, nanos);
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

    private long compilers() {
        if (readings++ % LOOK == 0) compilers = find();
        long sum = 0;
        for (Path one : compilers) sum += field(one, 0);
        return sum;
    }

    private static List<Path> find() {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                if (name(task).contains(COMPILER)) found.add(task.resolve("schedstat"));
            }
        } catch (IOException e) {
            return List.of(); // another system
        }
        return found;
    }

    private static String name(Path task) {
        try {
            return Files.readString(task.resolve("comm"));
        } catch (IOException e) {
            return ""; // the thread has ended
        }
    }

    private static long field(Path file, int which) {
        try {
            return Long.parseLong(Files.readString(file).strip().split(" ")[which]);
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
