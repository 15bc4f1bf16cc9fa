// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words of a JVM that cannot start: many lines, which 64 of them write at once, and of which one says why.
public final class JvmStartFailure {
    private static final int LONGEST = 1 << 12;

    /// How the words begin of one that fails on its way.
    private static final List<byte[]> FAILURES = List.of(
            "Error occurred during initialization of VM\n".getBytes(StandardCharsets.US_ASCII),
            "Error occurred during initialization of boot layer\n".getBytes(StandardCharsets.US_ASCII),
            "Error: A JNI error has occurred, please check your installation and try again\n"
                    .getBytes(StandardCharsets.US_ASCII));

    /// How the words begin, on standard output, of one that was given an option of its log which it does not take.
    private static final Pattern LOGGING = Pattern.compile("\\[\\d+\\.\\d+s]\\[error]\\[logging] ");

    private static final int LOGGING_BYTES = 40;

    /// How the words end of one that was given an option which it does not take.
    private static final byte[] NO_JVM = ("Error: Could not create the Java Virtual Machine.\n"
                    + "Error: A fatal exception has occurred. Program will exit.\n")
            .getBytes(StandardCharsets.US_ASCII);

    /// How the words begin of one whose main class is none; in each of its other lines there is more.
    private static final Pattern NO_MAIN = Pattern.compile(
            "Error: (Main method not found in class|LinkageError occurred while loading main class) .*");

    /// How the words begin of one whose Java agent is none; it tells of its failure on standard output.
    private static final Pattern AGENT = Pattern.compile(
            "(Error opening zip file or JAR manifest missing :|Failed to find Premain-Class manifest attribute) .*");

    /// How any of these may begin.
    private static final Pattern COMPLAINT = Pattern.compile(
            "(Picked up|Invalid|Unrecognized|Improperly|Conflicting|Missing|VM option|Error:|Error opening|Failed to find) .*");

    private static final Pattern TOO_LITTLE = Pattern.compile("unable to create|Out of system resources");

    private JvmStartFailure() {}

    /// Whether a failure may have begun, as far as one can tell yet.
    static boolean mayBe(PendingOutput held) {
        if (FAILURES.stream().anyMatch(held::startsWith)) return true;
        Matcher logging = LOGGING.matcher(held.beginning(LOGGING_BYTES));
        return logging.lookingAt() || logging.hitEnd();
    }

    /// Of what may be one: whether its first line is there.
    static boolean begins(PendingOutput held) {
        return FAILURES.stream().anyMatch(text -> held.size() >= text.length) || isLogging(held);
    }

    private static boolean isLogging(PendingOutput held) {
        return LOGGING.matcher(held.beginning(LOGGING_BYTES)).lookingAt();
    }

    /// Whether it was killed before it could say why.
    static boolean isCutShort(PendingOutput held) {
        return FAILURES.stream().anyMatch(held::is);
    }

    /// Whether a refusal may have begun.
    static boolean complains(PendingOutput held) {
        return COMPLAINT.matcher(held.line(0)).matches();
    }

    /// Why a JVM failed whose words begin as a failure's do; empty where they turn out to be others.
    static String failure(PendingOutput held) {
        if (held.size() > LONGEST) return "";
        if (isLogging(held)) return LOGGING.matcher(held.line(0)).replaceFirst("");
        String why = held.line(1).replace("Exception in thread \"main\" ", "");
        boolean initialization = !held.startsWith(FAILURES.getLast());
        return initialization || isTooLittle(why) ? why : "";
    }

    /// Why a JVM refused its options or its main class, by all that it wrote to standard error; empty where it did not.
    static String refusal(PendingOutput held) {
        if (held.size() > LONGEST) return "";
        String first = held.line(0);
        if (NO_MAIN.matcher(first).matches()) {
            return first.replace("Error: ", "") + " " + held.line(1).strip();
        }
        if (AGENT.matcher(first).matches()) return first;
        if (!held.endsWith(NO_JVM)) return "";
        return held.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("Picked up "))
                .findFirst()
                .map(line -> line.replaceFirst(", see error log for details\\.$", ""))
                .orElse("");
    }

    /// Whether it is for want of threads or memory.
    public static boolean isTooLittle(String why) {
        return TOO_LITTLE.matcher(why).find();
    }

    /// Whether it is for want of a main class, else, where it is not for want of something, for an option.
    public static boolean hasNoMain(String why) {
        return NO_MAIN.matcher("Error: " + why).matches();
    }
}
