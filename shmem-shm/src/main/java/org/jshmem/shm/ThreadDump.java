// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the thread dump that a JVM prints on standard output after SIGQUIT among what its program prints, and in it
/// the line of the program. Fed line by line; nothing of the program's output is lost.
final class ThreadDump {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    private static final Pattern FRAME = Pattern.compile("\\tat (?:[\\w.]+/)?([\\w.$]+)\\.[\\w$<>]+\\(([^)]*)\\)");
    private static final Set<String> LIBRARY = Set.of(
            "org.jshmem", "org.jshmem.runtime", "org.jshmem.collective", "org.jshmem.transport", "org.jshmem.shm");

    private enum Part {
        BEFORE,
        TIME_SEEN,
        INSIDE,
        AFTER,
        DONE
    }

    private final List<String> dump = new ArrayList<>();
    private Part part = Part.BEFORE;

    /// Takes a line without its newline; returns the lines that are the program's own.
    List<String> take(String line) {
        switch (part) {
            case BEFORE -> {
                if (!TIME.matcher(line).matches()) return List.of(line);
                dump.add(line);
                part = Part.TIME_SEEN;
                return List.of();
            }
            case TIME_SEEN -> {
                if (line.startsWith("Full thread dump ")) {
                    part = Part.INSIDE;
                    return List.of();
                }
                part = Part.BEFORE;
                List<String> own = List.of(dump.removeFirst(), line);
                return own;
            }
            case INSIDE -> {
                dump.add(line);
                if (line.startsWith("JNI global refs")) part = Part.AFTER;
                return List.of();
            }
            case AFTER -> {
                part = Part.DONE; // one empty line ends a dump
                return line.isEmpty() ? List.of() : List.of(line);
            }
            default -> {
                return List.of(line);
            }
        }
    }

    /// Whether all of the dump has come.
    boolean isComplete() {
        return part == Part.AFTER || part == Part.DONE;
    }

    /// Where in the program the main thread is, such as `Ring.main(Ring.java:12)`.
    Optional<String> programLine() {
        boolean main = false;
        for (String line : dump) {
            if (line.startsWith("\"")) main = line.startsWith("\"main\" ");
            if (!main) continue;
            Matcher m = FRAME.matcher(line);
            if (line.contains("/0x") || !m.find()) continue; // hidden classes of the JDK
            String type = m.group(1);
            int dot = type.lastIndexOf('.');
            String where = dot < 0 ? "" : type.substring(0, dot);
            if (where.startsWith("java.") || where.startsWith("jdk.") || where.startsWith("sun.")) continue;
            if (LIBRARY.contains(where)) continue;
            return Optional.of(type.substring(dot + 1) + " (" + m.group(2) + ")");
        }
        return Optional.empty();
    }
}
