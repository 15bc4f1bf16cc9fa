// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.program.ProgramFrames;

/// The reports on a program: one for each key, the first 20 in the order of virtual time.
public final class RaceReports {
    private static final int MOST = 20;

    /// The program's symmetric objects.
    public final SymbolNames names = new SymbolNames();

    private final Map<String, String> reports = new LinkedHashMap<>();

    /// No reports yet.
    public RaceReports() {}

    /// The program's line that makes the current call, as ` at Halo.java:12`. Takes a microsecond.
    public String here() {
        String line = ProgramFrames.here();
        return line.isEmpty() ? "" : " at " + line;
    }

    /// Whether the limit is reached.
    boolean isFull() {
        return reports.size() >= MOST;
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
