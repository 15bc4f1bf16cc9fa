// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.start.ProgramFrames;

/// The thread dump that a JVM prints on standard output after SIGQUIT. This class separates it from the program's
/// output, line by line and without losing any, and finds the lines of the program in it.
final class ThreadDump {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    private static final Pattern FRAME = Pattern.compile("\\tat (?:[\\w.]+/)?([\\w.$]+)\\.[\\w$<>]+\\(([^)]*)\\)");
    private static final Pattern THREAD = Pattern.compile("^\"PE (\\d+)\" ");
    private static final int NO_PE = -1;

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

    boolean isComplete() {
        return part == Part.AFTER || part == Part.DONE;
    }

    /// The line of the program at which each PE is, such as `Ring.java:12`. The main thread counts as `mainPe`;
    /// other threads of PEs have a name such as `PE 3`.
    Map<Integer, String> programLines(int mainPe) {
        Map<Integer, String> lines = new TreeMap<>();
        int pe = NO_PE;
        for (String line : dump) {
            if (line.startsWith("\"")) pe = pe(line, mainPe);
            if (pe == NO_PE || lines.containsKey(pe)) continue;
            Matcher m = FRAME.matcher(line);
            if (line.contains("/0x") || !m.find()) continue; // hidden classes of the JDK
            String type = m.group(1);
            if (ProgramFrames.isLibrary(type)) continue;
            boolean known = m.group(2).indexOf(':') > 0;
            lines.put(pe, known ? m.group(2) : type.substring(type.lastIndexOf('.') + 1) + " (" + m.group(2) + ")");
        }
        return lines;
    }

    private static int pe(String line, int mainPe) {
        Matcher m = THREAD.matcher(line);
        if (m.find()) return Integer.parseInt(m.group(1));
        return line.startsWith("\"main\" ") ? mainPe : NO_PE;
    }
}
