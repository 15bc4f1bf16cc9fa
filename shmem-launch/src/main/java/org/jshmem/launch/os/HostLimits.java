// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.io.File;
import java.nio.file.Path;
import java.util.Objects;
import org.jshmem.runtime.settings.KernelFile;

/// The limits of this process.
public final class HostLimits {
    /// The pipes from a process that this one starts.
    private static final int OF_PROCESS = 2;

    /// The processes and files for which the smallest limit that lets `bin/oshrun` start a launcher leaves room.
    private static final int FEW = 4;

    /// The files that this process opens while it starts another one, or for a report.
    private static final int SPARE = 16;

    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final String NO_ROOM =
            "(?s).*(error: (11|12|24) |Too many open files|unable to create|temporarily unavailable).*";

    private HostLimits() {}

    /// Refuses a start of `processes` with `files` of their own, which the message calls `what`, if the limit is too
    /// low.
    /// The message names the limit, the need and the remedy, of which `more` is the end.
    public static void checkOpenFiles(int processes, int files, String what, String more) {
        if (processes + files <= FEW) return; // a start of few PEs need not read the limit
        int open = Objects.requireNonNull(new File("/proc/self/fd").list(), "no /proc").length;
        long needed = open + (long) OF_PROCESS * processes + files + SPARE;
        long limit = ofProcess(Path.of("/"), "Max open files");
        if (needed <= limit) return;
        throw new Refused("the limit on open files is %d, and %s need %d; raise it (ulimit -n %d), or start fewer%s"
                .formatted(limit, what, needed, needed, more));
    }

    /// The reason why a process could not be made, and the remedy unless the reason has it.
    public static String advice(Throwable e) {
        String why =
                String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip(); // the JDK guesses below
        if (why.contains("Argument list too long"))
            return why + "; shorten the class path, the options or the environment";
        if (!why.matches(NO_ROOM)) return why;
        String limit = why.contains("Too many open files")
                ? "the limit on open files (ulimit -n)"
                : "the limit on processes (ulimit -u) or the memory";
        return why + "; " + limit + " is too low: raise it, or start fewer PEs";
    }

    /// A soft limit of this process, such as `Max processes`, read from a file below `root`; `Long.MAX_VALUE` for none.
    public static long ofProcess(Path root, String name) {
        String soft = KernelFile.after(name, root.resolve("proc/self/limits")).split("\\s+")[0];
        return soft.matches("\\d{1,18}") ? Long.parseLong(soft) : Long.MAX_VALUE;
    }
}
