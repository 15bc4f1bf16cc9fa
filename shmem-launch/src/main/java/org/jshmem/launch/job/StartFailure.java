// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.job;

import java.util.regex.Pattern;
import org.jshmem.launch.output.JvmStartFailure;
import org.jshmem.runtime.MainMethod;

/// The messages about processes that could not start, with the remedies.
final class StartFailure {
    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final Pattern NO_ROOM =
            Pattern.compile("error=(11|12|24),|Too many open files|unable to create|temporarily unavailable");

    private StartFailure() {}

    /// The reason why a process could not be made, and the remedy unless the reason has it.
    static String of(Throwable e) {
        String why = String.valueOf(e.getMessage());
        if (why.contains("error=7,")) return why + "; shorten the class path, the options or the environment";
        return NO_ROOM.matcher(why).find() ? why + "; " + tooMany(why) : why;
    }

    private static String tooMany(String why) {
        String limit = "the limit on processes (ulimit -u) or the memory";
        if (why.contains("Too many open files")) limit = "the limit on open files (ulimit -n)";
        return limit + " is too low: raise it, or start fewer PEs";
    }

    /// The message about a JVM that could not start.
    static String unborn(String who, String why) {
        String advice = "correct -J or JAVA_TOOL_OPTIONS";
        if (why.contains("Could not reserve enough space")) {
            advice = "lower the Java heap (-J -Xmx512m), or raise the limit on address space (ulimit -v)";
        } else if (JvmStartFailure.isTooLittle(why)) advice = tooMany(why);
        else if (JvmStartFailure.isOfProgram(why)) {
            advice = why.contains("Error: ")
                    ? MainMethod.remedy(why)
                    : "give the program a main method, or another class path by -cp";
        }
        return "oshrun: cannot start %s, %s; %s".formatted(who, why, advice);
    }
}
