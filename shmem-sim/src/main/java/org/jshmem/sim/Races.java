// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jshmem.sim.engine.Picos;

/// Finds accesses that meet a copy in flight: two PEs, one place, one of them changing it, and no flag between them.
final class Races {
    /*
     * A copy occupies its range from its start to its end. A flag that its PE sets afterwards carries a later time, and
     * so does whatever a PE does that waited for it; an access of another PE inside the window has waited for nothing.
     * Polls are exempt: a receiver may look at the last line of a payload for as long as it likes.
     */
    private static final int REPORTS = 20;

    private record Flight(int pe, Event event, int region, long from, long to, long start, long done) {}

    private final List<Flight> flights = new ArrayList<>();
    private final Set<String> reports = new LinkedHashSet<>();
    private long lastLanding;

    /// A copy begins to occupy a range.
    void flies(int pe, Event event, int region, long from, long to, long start, long done) {
        flights.add(new Flight(pe, event, region, from, to, start, done));
        lastLanding = Math.max(lastLanding, done);
    }

    /// An access happens.
    void meets(int pe, Event event, int region, long from, long to, long now) {
        if (flights.isEmpty()) return;
        if (now >= lastLanding) {
            flights.clear();
            return;
        }
        int kept = 0;
        for (int i = 0; i < flights.size(); i++) {
            Flight f = flights.get(i);
            if (f.done <= now) continue;
            flights.set(kept++, f);
            if (f.region != region || f.pe == pe || to <= f.from || from >= f.to) continue;
            if (event.changes() || f.event.changes()) report(f, pe, event, from, to - from, now);
        }
        flights.subList(kept, flights.size()).clear();
    }

    private void report(Flight f, int pe, Event event, long offset, long bytes, long now) {
        if (reports.size() >= REPORTS) return;
        reports.add("race on PE " + f.region + ": PE " + pe + " " + event.word() + " of " + bytes + " bytes at offset "
                + offset + " at t=" + Picos.show(now) + " meets PE " + f.pe + " " + f.event.word() + " of "
                + (f.to - f.from) + " bytes at offset " + f.from + " from t=" + Picos.show(f.start) + " to "
                + Picos.show(f.done) + "; no flag orders them");
    }

    /// What was found, in the order of virtual time, the first twenty.
    List<String> reports() {
        return List.copyOf(reports);
    }
}
