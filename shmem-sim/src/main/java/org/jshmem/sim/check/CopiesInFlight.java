// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.List;
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
     * The PE of a copy goes on while the copy is in flight, so a report has no line of the program. RaceDetector looks
     * up the line of each access, and a run with it has no need of this search.
     */
    private record Copy(ReportedAccess access, long end) {}

    private final RaceReports reports;
    private final CostModel costs;
    private final List<List<Copy>> copies = new ArrayList<>(); // by region: those that may still be in flight

    /// A search on a machine of these costs.
    public CopiesInFlight(RaceReports reports, CostModel costs, int npes) {
        this.reports = reports;
        this.costs = costs;
        for (int pe = 0; pe < npes; pe++) copies.add(new ArrayList<>(0));
    }

    @Override
    public void access(MachineAccess a, long start, long end) {
        if (a.region < 0 || a.kind == AccessKind.POLL) return;
        if (a.kind == AccessKind.COPY) {
            access(a.pe, AccessKind.READ, a.source, a.sourceOffset, a.sourceOffset + a.bytes, start, end);
        }
        access(a.pe, a.kind, a.region, a.offset, a.offset + a.bytes, start, end);
    }

    private void access(int pe, AccessKind kind, int region, long from, long to, long start, long end) {
        List<Copy> there = copies.get(region);
        if (!there.isEmpty()) {
            there.removeIf(copy -> copy.end <= start);
            for (Copy copy : there) {
                ReportedAccess other = copy.access;
                if (other.pe() == pe || to <= other.from() || from >= other.to()) continue;
                if (!kind.changes() && !other.kind().changes()) continue;
                meet(copy, new ReportedAccess(pe, kind, region, from, to, start, ""));
            }
        }
        if (to - from <= costs.line()) return;
        there.add(new Copy(new ReportedAccess(pe, kind, region, from, to, start, ""), end));
    }

    private void meet(Copy copy, ReportedAccess now) {
        if (reports.isFull()) return;
        ReportedAccess then = copy.access;
        long first = Math.max(now.from(), then.from());
        String where = reports.names.words(first, Math.min(now.to(), then.to()) - first);
        String one = "PE %d %s".formatted(now.pe(), now.words(reports.names));
        String other = "PE %d %s to %s".formatted(then.pe(), then.words(reports.names), Picos.show(copy.end));
        String object = where.replaceAll("\\[.*?]", "");
        reports.add(
                "race %s %s %s".formatted(now.kind(), then.kind(), object),
                "race on PE %d, %s: %s, meets %s; no flag orders them: insert a signal or a barrier between them; --races names the lines"
                        .formatted(now.region(), where, one, other));
    }
}
