// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.os;

import java.nio.file.Path;
import org.jshmem.runtime.settings.KernelFile;

/// The limits of this process.
public final class HostLimits {
    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final String NO_ROOM =
            "(?s).*(error: (11|12|24) |Too many open files|unable to create|temporarily unavailable).*";

    private HostLimits() {}

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
