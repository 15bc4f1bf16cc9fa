// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;

/// The search for accesses that meet a copy in flight: two PEs access the same bytes, one of them changes them, and no
/// flag orders the two.
public final class CopiesInFlight implements AccessListener {
    /*
     * A copy occupies its range from its start to its end. A flag that its PE sets afterwards carries a later time, and
     * so does every operation of a PE that waited for the flag. An access of another PE inside the window has waited
     * for nothing. Polls are exempt: a receiver may look at the last line of a payload for any time.
     *
     * The line of the copy has to be looked up when the copy begins, since its PE goes on. The line of the access that
     * meets the copy is the present line of its PE.
     */
    private record Flight(int pe, AccessKind event, long from, long to, long start, long done, String line) {}

    private final RaceReports reports;
    private final SymbolNames names;
    private final CostModel costs;
    private final List<List<Flight>> flights; // by region
    private final long[] lastLanding; // by region: when the last of its flights is done; 0 for no flights

    /// A search on a machine of these costs.
    public CopiesInFlight(RaceReports reports, CostModel costs, int npes) {
        this.reports = reports;
        names = reports.names;
        this.costs = costs;
        flights = Stream.generate(() -> (List<Flight>) new ArrayList<Flight>(0))
                .limit(npes)
                .toList();
        lastLanding = new long[npes];
    }

    @Override
    public void access(MachineAccess a) {
        if (a.region < 0 || a.kind == AccessKind.POLL) return;
        if (a.kind == AccessKind.COPY) access(a, AccessKind.READ, a.source, a.sourceOffset);
        access(a, a.kind, a.region, a.offset);
    }

    private void access(MachineAccess a, AccessKind kind, int region, long from) {
        long to = from + a.bytes;
        meets(a.pe, kind, region, from, to, a.start);
        if (a.bytes <= costs.line(from)) return;
        flights.get(region).add(new Flight(a.pe, kind, from, to, a.start, a.end, reports.here()));
        lastLanding[region] = Math.max(lastLanding[region], a.end);
    }

    /// An access happens: reports the copies in flight that it meets.
    private void meets(int pe, AccessKind event, int region, long from, long to, long now) {
        long last = lastLanding[region];
        if (last == 0) return;
        List<Flight> there = flights.get(region);
        if (now >= last) {
            lastLanding[region] = 0;
            there.clear();
            return;
        }
        there.removeIf(f -> f.done <= now);
        for (Flight f : there) {
            if (f.pe == pe || to <= f.from || from >= f.to) continue;
            if (event.changes() || f.event.changes()) meet(f, region, pe, event, from, to, now);
        }
    }

    private void meet(Flight f, int region, int pe, AccessKind event, long from, long to, long now) {
        if (reports.isFull()) return;
        String here = reports.here();
        long first = Math.max(from, f.from);
        reports.add(
                "race %s %s %s %s %d".formatted(event, here, f.event, f.line, here.isEmpty() ? reports.size() : 0),
                "race on PE %d, %s: PE %d %s of %s%s, t=%s, meets PE %d %s of %s%s, t=%s to %s; no flag orders them; a signal or barrier between them would"
                        .formatted(
                                region,
                                names.words(first, Math.min(to, f.to) - first),
                                pe,
                                event.word(),
                                names.words(from, to - from),
                                here,
                                Picos.show(now),
                                f.pe,
                                f.event.word(),
                                names.words(f.from, f.to - f.from),
                                f.line,
                                Picos.show(f.start),
                                Picos.show(f.done)));
    }
}
