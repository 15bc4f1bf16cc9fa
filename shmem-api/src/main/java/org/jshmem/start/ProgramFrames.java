// SPDX-License-Identifier: Apache-2.0
package org.jshmem.start;

import java.lang.StackWalker.StackFrame;
import java.util.Set;

/// Which stack frames are the program's: what messages, reports and traces point at is its line, not the library's.
public final class ProgramFrames {
    private static final String LIBRARY = "org.jshmem.";

    /// Below `org.jshmem`: packages of the library with all that is in them. The others are programs.
    private static final Set<String> PACKAGES =
            Set.of("runtime", "collective", "transport", "compat", "rehearsal", "start", "shm", "ucx", "sim", "trace");

    /// The part of the launcher that runs in the JVMs of PEs; what else it has there are programs.
    private static final Set<String> LAUNCHER = Set.of("launch.member", "launch.hosts");

    private static final StackWalker WALKER = StackWalker.getInstance();

    private ProgramFrames() {}

    /// Where in the program the calling thread is, such as `Halo.java:12`; the method where there is no file, and an
    /// empty text where no program is on the stack. Takes a microsecond.
    public static String here() {
        return WALKER.walk(frames -> frames.filter(f -> !isLibrary(f.getClassName()))
                .findFirst()
                .map(ProgramFrames::text)
                .orElse(""));
    }

    private static String text(StackFrame frame) {
        String file = frame.getFileName();
        return file == null ? frame.getClassName() + "." + frame.getMethodName() : file + ":" + frame.getLineNumber();
    }

    /// Whether a method of this class is the library's, or of what it is made of, or the JDK's.
    public static boolean isLibrary(String className) {
        if (className.startsWith("java.") || className.startsWith("jdk.") || className.startsWith("sun.")) return true;
        if (className.startsWith("org.agrona.") || className.startsWith("net.openhft.")) return true;
        if (!className.startsWith(LIBRARY)) return false;
        int dot = className.lastIndexOf('.');
        if (dot < LIBRARY.length()) return true;
        String where = className.substring(LIBRARY.length(), dot);
        int end = where.indexOf('.');
        return PACKAGES.contains(end < 0 ? where : where.substring(0, end)) || LAUNCHER.contains(where);
    }
}
