// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.CostModel;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;

/// The search for accesses that meet a copy in flight: two PEs access the same bytes, one of them changes them, and no
/// flag orders the two.
public final class CopiesInFlight implements AccessListener {
    /*
     * A copy occupies its range from its first step to its end. A flag that its PE sets afterwards carries a later time,
     * and so does every operation of a PE that waited for the flag. An access of another PE inside the window has waited
     * for nothing. Looks are exempt: a receiver may look at the last line of a payload for any time.
     *
     * The PE of a copy goes on while the copy is in flight, so a report has no line of the program. RaceDetector looks
     * up the line of each access, and a run with it has no need of this search.
     */
    private static final long UNKNOWN = Long.MAX_VALUE;

    private final RaceReports reports;
    private final CostModel costs;
    private final List<Map<ReportedAccess, Long>> copies = new ArrayList<>(); // in flight, with their ends, by region

    /// A search on a machine of these costs.
    public CopiesInFlight(RaceReports reports, CostModel costs, int npes) {
        this.reports = reports;
        this.costs = costs;
        for (int pe = 0; pe < npes; pe++) copies.add(new LinkedHashMap<>(0));
    }

    @Override
    public void begins(MachineAccess a, long start) {
        if (a.region < 0) return;
        if (a.kind == AccessKind.COPY) {
            begins(new ReportedAccess(
                    a.pe, AccessKind.READ, a.source, a.sourceOffset, a.sourceOffset + a.bytes, start, ""));
        }
        begins(new ReportedAccess(a.pe, a.kind, a.region, a.offset, a.offset + a.bytes, start, ""));
    }

    private void begins(ReportedAccess copy) {
        compare(copy);
        copies.get(copy.region()).put(copy, UNKNOWN);
    }

    @Override
    public void access(MachineAccess a, long start, long end) {
        if (a.region < 0 || a.kind == AccessKind.POLL) return;
        if (a.bytes <= costs.line()) {
            compare(new ReportedAccess(a.pe, a.kind, a.region, a.offset, a.offset + a.bytes, start, ""));
        } else {
            ends(a.pe, a.region, end);
            if (a.kind == AccessKind.COPY) ends(a.pe, a.source, end);
        }
    }

    private void ends(int pe, int region, long end) {
        copies.get(region).replaceAll((copy, known) -> copy.pe() == pe ? Math.min(known, end) : known);
    }

    private void compare(ReportedAccess now) {
        Map<ReportedAccess, Long> there = copies.get(now.region());
        if (there.isEmpty()) return;
        there.values().removeIf(end -> end <= now.time());
        there.forEach((copy, end) -> {
            boolean meet = copy.pe() != now.pe() && now.to() > copy.from() && now.from() < copy.to();
            if (meet && (now.kind().changes() || copy.kind().changes())) meet(now, copy, end);
        });
    }

    private void meet(ReportedAccess now, ReportedAccess then, long known) {
        if (reports.isFull()) return;
        long first = Math.max(now.from(), then.from());
        String where = reports.names.words(first, Math.min(now.to(), then.to()) - first);
        String one = "PE %d %s".formatted(now.pe(), now.words(reports.names));
        String end = known == UNKNOWN ? ", which is under way" : " to " + Picos.show(known);
        String other = "PE %d %s%s".formatted(then.pe(), then.words(reports.names), end);
        String object = where.replaceAll("\\[.*?]", "");
        reports.add(
                "race %s %s %s".formatted(now.kind(), then.kind(), object),
                "race on PE %d, %s: %s, meets %s; no flag orders them: insert a signal or a barrier between them; --races names the lines"
                        .formatted(now.region(), where, one, other));
    }
}
