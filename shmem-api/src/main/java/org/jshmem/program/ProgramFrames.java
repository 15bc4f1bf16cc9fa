// SPDX-License-Identifier: Apache-2.0
package org.jshmem.program;

import java.util.Arrays;
import java.util.Set;

/// The distinction of the program's stack frames from the library's. Messages, reports and traces show a line of
/// the program.
public final class ProgramFrames {
    private static final String LIBRARY = "org.jshmem.";

    /// Packages of the library below `org.jshmem`, with all packages in them. The other packages there are
    /// programs.
    private static final Set<String> PACKAGES = Set.of(
            "runtime collective transport compat rehearsal spi program jdk shm hosts sim trace pmix papers calibration"
                    .split(" "));

    /// The packages of the launcher that run in the JVMs of PEs. Its other packages are programs.
    private static final Set<String> LAUNCHER = Set.of("launch.member");

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
