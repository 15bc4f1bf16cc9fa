// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.engine.Picos;
import org.jshmem.start.ProgramFrames;

/// Finds accesses that meet a copy in flight: two PEs, one place, one of them changing it, and no flag between them.
/// All that is found wrong with a program that is well otherwise is reported here.
final class Races {
    /*
     * A copy occupies its range from its start to its end. A flag that its PE sets afterwards carries a later time, and
     * so does whatever a PE does that waited for it; an access of another PE inside the window has waited for nothing.
     * Polls are exempt: a receiver may look at the last line of a payload for as long as it likes.
     *
     * The line of the copy has to be looked up when it begins, since its PE goes on; it costs a microsecond. The line of
     * what meets it is where that PE is now. Runs are equal, so that lines can be left to a second run of a program in
     * which the first has found something.
     */
    private static final int REPORTS = 20;

    private record Flight(int pe, Activity event, int region, long from, long to, long start, long done, String line) {}

    private final SymmetricObjects objects;
    private final boolean lines;
    private final List<Flight>[] flights; // by region; null before the first
    private final Map<String, String> reports = new LinkedHashMap<>(); // by what makes one like another
    private final long[] lastLanding; // by region

    /// `lines` says whether reports name the program's lines.
    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of lists
    Races(SymmetricObjects objects, int npes, boolean lines) {
        this.objects = objects;
        flights = new List[npes];
        lastLanding = new long[npes];
        this.lines = lines;
    }

    /// Where the program is that calls, ` at Halo.java:12`; nothing where lines are not looked up.
    String here() {
        if (!lines) return "";
        String line = ProgramFrames.here();
        return line.isEmpty() ? "" : " at " + line;
    }

    /// A copy begins to occupy a range.
    void flies(int pe, Activity event, int region, long from, long to, long start, long done) {
        if (flights[region] == null) flights[region] = new ArrayList<>();
        flights[region].add(new Flight(pe, event, region, from, to, start, done, here()));
        lastLanding[region] = Math.max(lastLanding[region], done);
    }

    /// An access happens.
    void meets(int pe, Activity event, int region, long from, long to, long now) {
        List<Flight> there = flights[region];
        if (there == null || there.isEmpty()) return;
        if (now >= lastLanding[region]) {
            there.clear();
            return;
        }
        int kept = 0;
        for (int i = 0; i < there.size(); i++) {
            Flight f = there.get(i);
            if (f.done <= now) continue;
            there.set(kept++, f);
            if (f.pe == pe || to <= f.from || from >= f.to) continue;
            if (event.changes() || f.event.changes()) meet(f, pe, event, from, to, now);
        }
        there.subList(kept, there.size()).clear();
    }

    private void meet(Flight f, int pe, Activity event, long from, long to, long now) {
        if (reports.size() >= REPORTS) return;
        String here = here();
        long first = Math.max(from, f.from);
        report(
                "race %s %s %s %s %d".formatted(event, here, f.event, f.line, here.isEmpty() ? reports.size() : 0),
                "race on PE %d, %s: PE %d %s of %s%s, t=%s, meets PE %d %s of %s%s, t=%s to %s; no flag orders them; a signal or barrier between them would"
                        .formatted(
                                f.region,
                                objects.words(first, Math.min(to, f.to) - first),
                                pe,
                                event.word(),
                                objects.words(from, to - from),
                                here,
                                Picos.show(now),
                                f.pe,
                                f.event.word(),
                                objects.words(f.from, f.to - f.from),
                                f.line,
                                Picos.show(f.start),
                                Picos.show(f.done)));
    }

    /// Something wrong, unless something like it was found before.
    void report(String like, String text) {
        if (reports.size() < REPORTS) reports.putIfAbsent(like, text);
    }

    /// What was found, in the order of virtual time, the first twenty of different lines.
    List<String> reports() {
        return List.copyOf(reports.values());
    }
}
