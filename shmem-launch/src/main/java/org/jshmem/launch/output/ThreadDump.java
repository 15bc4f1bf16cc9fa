// SPDX-License-Identifier: Apache-2.0
package org.jshmem.launch.output;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.start.ProgramFrames;

/// The thread dump that a JVM prints on standard output after SIGQUIT, in the middle of the program's output. Once one
/// is requested, it is looked for in the output and taken out.
final class ThreadDump {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
    private static final String TITLE = "\nFull thread dump ";

    /// One empty line ends a dump.
    private static final Pattern END = Pattern.compile("\nJNI global refs.*\n\n");

    private static final Pattern FRAME = Pattern.compile("\\tat (?:[\\w.]+/)?([\\w.$]+)\\.[\\w$<>]+\\(([^)]*)\\)");
    private static final Pattern THREAD = Pattern.compile("^\"PE (\\d+)\" ");
    private static final int NO_PE = -1;

    private boolean awaited;
    private String text = "";

    /// Forgets an earlier dump, and looks for another one if it `comes`.
    void request(boolean comes) {
        awaited = comes;
        text = "";
    }

    /// Whether a dump is requested and has not arrived.
    boolean isAwaited() {
        return awaited;
    }

    boolean hasArrived() {
        return !text.isEmpty();
    }

    /// Moves the requested dump out of the held output. Returns false while only a part of it is there.
    boolean take(PendingOutput held) {
        String all = held.toString(StandardCharsets.ISO_8859_1); // a character for each byte
        int begin = begin(all);
        int end = begin < 0 ? -1 : end(all, begin);
        if (end < 0) return begin < 0;
        text = all.substring(begin, end);
        awaited = false;
        held.remove(begin, end);
        return true;
    }

    /// Drops a dump whose process has ended in the middle of it.
    void drop(PendingOutput held) {
        int begin = awaited ? begin(held.toString(StandardCharsets.ISO_8859_1)) : -1;
        if (begin >= 0) held.remove(begin, held.size());
    }

    /// The line of the program at which each PE is; `mainPe` is the one of the main thread.
    Map<Integer, String> programLines(int mainPe) {
        return programLines(text, mainPe);
    }

    /// The index at which a dump begins, or may begin at the end of the text; -1 for none.
    static int begin(String text) {
        Matcher time = TIME.matcher(text);
        while (time.find()) {
            String next = text.substring(time.end());
            if (next.startsWith(TITLE) || TITLE.startsWith(next)) return time.start();
        }
        return -1;
    }

    /// The index behind the dump that begins at `begin`; -1 while it is incomplete.
    static int end(String text, int begin) {
        Matcher m = END.matcher(text);
        return m.find(begin) ? m.end() : -1;
    }

    /// The line of the program at which each PE is, such as `Ring.java:12`. The main thread counts as `mainPe`;
    /// other threads of PEs have a name such as `PE 3`.
    static Map<Integer, String> programLines(String dump, int mainPe) {
        Map<Integer, String> lines = new TreeMap<>();
        int pe = NO_PE;
        for (String line : dump.split("\n")) {
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
