// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.spi.ProgramFrames;

/// The reports on a program: one for each key, the first 20 in the order of virtual time.
public final class RaceReports {
    /*
     * A look-up of a line takes a microsecond. Runs are equal, so a second run can look up the lines, only for a program
     * in which the first run has found something.
     */
    private static final int MOST = 20;

    /// The program's symmetric objects.
    public final SymbolNames names = new SymbolNames();

    private final boolean lines;
    private final Map<String, String> reports = new LinkedHashMap<>();

    /// `lines` means that reports name the program's lines.
    public RaceReports(boolean lines) {
        this.lines = lines;
    }

    /// The program's line that makes the current call, as ` at Halo.java:12`; empty where lines are not looked up.
    public String here() {
        if (!lines) return "";
        String line = ProgramFrames.here();
        return line.isEmpty() ? "" : " at " + line;
    }

    /// Whether the limit is reached.
    boolean isFull() {
        return reports.size() >= MOST;
    }

    /// The number of reports.
    int size() {
        return reports.size();
    }

    /// Adds a report, unless one with the same key exists or the limit is reached.
    public void add(String key, String text) {
        if (!isFull()) reports.putIfAbsent(key, text);
    }

    /// All reports.
    public List<String> all() {
        return List.copyOf(reports.values());
    }
}
