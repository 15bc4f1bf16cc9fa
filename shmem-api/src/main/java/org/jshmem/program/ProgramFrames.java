// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/// The distinction of the program's stack frames from the library's. Messages, reports and traces show a line of
/// the program.
public final class ProgramFrames {
    private static final String LIBRARY = "org.jshmem.";

    /// Packages of the library below `org.jshmem`, with all packages in them. The other packages there are
    /// programs.
    private static final Set<String> PACKAGES = Set.of(
            "runtime collective transport compat rehearsal spi program jdk shm hosts sim trace pmix papers".split(" "));

    /// The packages of the launcher that run in the JVMs of PEs. Its other packages are programs.
    private static final Set<String> LAUNCHER = Set.of("launch.member");

    /// Methods of the JDK in which a thread stays until another one resumes it.
    private static final Set<String> PARKS = Set.of("park", "parkNanos", "wait0", "timedWait0");

    /// The calls of the JDK that await another thread, but not a time.
    private static final Pattern WAITS = Pattern.compile(
            "java[.](lang[.](Thread[.]join|Object[.]wait)|util[.]concurrent.*(?<![.](sleep|parkNanos)))");

    private static final StackWalker WALKER = StackWalker.getInstance();

    private ProgramFrames() {}

    /// The place in the program at which the calling thread is, such as `Halo.java:12`. It is the method if there
    /// is no file name, and an empty text if no program is on the stack. Takes a microsecond.
    public static String here() {
        return WALKER.walk(frames -> frames.filter(f -> !isLibrary(f.getClassName()))
                .findFirst()
                .map(frame -> line(frame.toStackTraceElement()))
                .orElse(""));
    }

    /// As [#here()], for the stack of another thread.
    public static String line(StackTraceElement... stack) {
        StackTraceElement[] program = of(stack);
        if (program.length == 0) return "";
        StackTraceElement first = program[0];
        boolean known = first.getFileName() != null && first.getLineNumber() > 0;
        return known
                ? first.getFileName() + ":" + first.getLineNumber()
                : first.getClassName() + "." + first.getMethodName();
    }

    /// The call of the JDK in which a thread of this stack, of the program's own, waits for another thread, in words;
    /// empty if it does not wait in one.
    public static String wait(StackTraceElement... stack) {
        int first = 0;
        while (first < stack.length && isLibrary(stack[first].getClassName())) first++;
        if (first == 0 || first == stack.length) return "";
        String type = stack[first - 1].getClassName();
        String method = stack[first - 1].getMethodName();
        boolean parks = Arrays.stream(stack, 0, first).anyMatch(f -> PARKS.contains(f.getMethodName()));
        boolean waits = WAITS.matcher(type + "." + method).matches();
        if (!parks || !waits) return "";
        return "in %s.%s, for a thread of its own".formatted(type.substring(type.lastIndexOf('.') + 1), method);
    }

    /// The program's frames of a stack.
    public static StackTraceElement[] of(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .filter(frame -> !isLibrary(frame.getClassName()))
                .toArray(StackTraceElement[]::new);
    }

    /// Whether a class belongs to the library, to its dependencies, or to the JDK.
    public static boolean isLibrary(String className) {
        if (className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.")) return true;
        if (className.startsWith("org.agrona.") || className.startsWith("net.openhft.")) return true;
        if (className.startsWith("mpi.") && className.lastIndexOf('.') == 3) return true;
        if (!className.startsWith(LIBRARY)) return false;
        int dot = className.lastIndexOf('.');
        if (dot < LIBRARY.length()) return true;
        String where = className.substring(LIBRARY.length(), dot);
        int end = where.indexOf('.');
        return PACKAGES.contains(end < 0 ? where : where.substring(0, end)) || LAUNCHER.contains(where);
    }
}
