// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.spi.MainMethod;

/// The reasons why a process or its JVM cannot start, and the launcher's messages about them with the remedies. A JVM
/// prints many lines, of which one has the reason, and 64 JVMs may print them at once.
public final class StartFailure {
    private static final int LONGEST = 1 << 12;

    /// The beginning of the message of a JVM that fails while it starts: a line before the reason, or on standard
    /// output the begin of a line about an option of the JVM's log that it does not accept.
    private static final Pattern FAILURE = Pattern.compile("Error occurred during initialization of (?:VM|boot layer)\n"
            + "|Error: A JNI error has occurred, please check your installation and try again\n"
            + "|\\[\\d+\\.\\d+s]\\[error]\\[logging] ");

    /// More characters than that beginning has.
    private static final int BEGINNING = 100;

    /// The end of the messages about an option that the JVM does not accept.
    private static final String NO_JVM = "Error: Could not create the Java Virtual Machine.\n"
            + "Error: A fatal exception has occurred. Program will exit.\n";

    /// The beginning of the message about a class without a main method, or one that the launcher has found and the
    /// JVM cannot load; its other lines have more text.
    private static final Pattern NO_MAIN =
            Pattern.compile("Error: (Main method not found in class|LinkageError occurred while loading main class"
                    + "|Could not find or load main class) .*");

    /// The beginning of the message about a file that is not a Java agent; the failure itself is on standard
    /// output.
    private static final Pattern AGENT = Pattern.compile(
            "(Error opening zip file or JAR manifest missing :|Failed to find Premain-Class manifest attribute) .*");

    /// The beginnings of all of these messages.
    private static final Pattern COMPLAINT = Pattern.compile(
            "(Picked up|Invalid|Unrecognized|Improperly|Conflicting|Missing|VM option|Error:|Error opening|Failed to find) .*");

    private static final Pattern TOO_LITTLE = Pattern.compile("unable to create|Out of system resources");

    /// EAGAIN, ENOMEM and EMFILE, in the words of Java's messages.
    private static final Pattern NO_ROOM =
            Pattern.compile("error=(11|12|24),|Too many open files|unable to create|temporarily unavailable");

    private StartFailure() {}

    /// The nanoseconds for which output is held that may be such a message, from the arrival of its last bytes on; 0
    /// for other output. `age` is the time since its first bytes have arrived.
    static long patience(PendingOutput held, boolean error, long age) {
        Matcher failure = FAILURE.matcher(held.beginning(BEGINNING));
        boolean begins = failure.lookingAt();
        if (held.size() > LONGEST) return 0;
        if (begins || !reason(held, error).isEmpty()) return Long.MAX_VALUE; // the end is near
        if (failure.hitEnd()) return PeStream.PROMPT_NANOS;
        boolean complains = error
                && age < Output.OLD_NANOS
                && COMPLAINT.matcher(held.line(0)).matches();
        return complains ? PeStream.TRACE_NANOS : 0;
    }

    /// Whether the JVM was killed before it could print the reason.
    static boolean isCutShort(PendingOutput held) {
        return FAILURE.matcher(held.beginning(held.size())).matches();
    }

    /// The reason why a JVM could not start, from the whole output of one of its streams; empty if it did start.
    static String reason(PendingOutput held, boolean error) {
        String failure = failure(held);
        return failure.isEmpty() && error ? refusal(held) : failure;
    }

    /// The reason of a failed JVM whose output begins as a failure; empty if the rest shows that it is not one.
    private static String failure(PendingOutput held) {
        if (held.size() > LONGEST || !FAILURE.matcher(held.beginning(BEGINNING)).lookingAt()) return "";
        String first = held.line(0);
        if (first.startsWith("[")) return first.substring(first.indexOf(' ') + 1);
        String why = held.line(1).replace("Exception in thread \"main\" ", "");
        boolean initialization = first.startsWith("Error occurred");
        return initialization || isTooLittle(why) ? why : "";
    }

    /// The reason why a JVM refused its options or its main class, from its whole standard error; empty if it did
    /// not refuse.
    private static String refusal(PendingOutput held) {
        if (held.size() > LONGEST) return "";
        String first = held.line(0);
        if (NO_MAIN.matcher(first).matches()) {
            String more = held.line(1).replace("Caused by: ", "").strip();
            return first.replace("Error: ", "") + (more.startsWith("java.lang.") ? ": " : " ") + more;
        }
        if (AGENT.matcher(first).matches()) return first;
        String text = held.toString(StandardCharsets.UTF_8);
        if (!text.endsWith(NO_JVM)) return "";
        return text.lines()
                .filter(line -> !line.startsWith("Picked up "))
                .findFirst()
                .map(line -> line.replaceFirst(", see error log for details\\.$", ""))
                .orElse("");
    }

    private static boolean isTooLittle(String why) {
        return TOO_LITTLE.matcher(why).find();
    }

    private static boolean isOfProgram(String why) {
        return NO_MAIN.matcher("Error: " + why).matches();
    }

    /// The reason why a process could not be made, and the remedy unless the reason has it.
    public static String of(Throwable e) {
        String why = String.valueOf(e.getMessage());
        if (why.contains("error=7,")) return why + "; shorten the class path, the options or the environment";
        return NO_ROOM.matcher(why).find() ? why + "; " + tooMany(why) : why;
    }

    private static String tooMany(String why) {
        String limit = "the limit on processes (ulimit -u) or the memory";
        if (why.contains("Too many open files")) limit = "the limit on open files (ulimit -n)";
        return limit + " is too low: raise it, or start fewer PEs";
    }

    public static String unborn(String who, String why) {
        String advice = "correct -J or JAVA_TOOL_OPTIONS";
        if (why.contains("Could not reserve enough space")) {
            advice = "lower the Java heap (-J -Xmx512m), or raise the limit on address space (ulimit -v)";
        } else if (isTooLittle(why)) advice = tooMany(why);
        else if (isOfProgram(why)) {
            advice = why.contains("Error: ")
                    ? MainMethod.remedy(why)
                    : "give the program a main method, or another class path by -cp";
        }
        return "oshrun: cannot start %s, %s; %s".formatted(who, why, advice);
    }
}
