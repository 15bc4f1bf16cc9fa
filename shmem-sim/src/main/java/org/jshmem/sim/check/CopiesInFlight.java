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
     * A copy occupies its range from its first step to its end. A flag that its PE sets afterwards carries a later time,
     * and so does every operation of a PE that waited for the flag. An access of another PE inside the window has waited
     * for nothing. Looks are exempt: a receiver may look at the last line of a payload for any time.
     *
     * The PE of a copy goes on while the copy is in flight, so a report has no line of the program. RaceDetector looks
     * up the line of each access, and a run with it has no need of this search.
     */
    private static final class Copy {
        private final ReportedAccess access;
        private long end = UNKNOWN;

        Copy(ReportedAccess access) {
            this.access = access;
        }
    }

    private static final long UNKNOWN = Long.MAX_VALUE;

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
        copies.get(copy.region()).add(new Copy(copy));
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
        for (Copy copy : copies.get(region)) if (copy.access.pe() == pe) copy.end = Math.min(copy.end, end);
    }

    private void compare(ReportedAccess now) {
        List<Copy> there = copies.get(now.region());
        if (there.isEmpty()) return;
        there.removeIf(copy -> copy.end <= now.time());
        for (Copy copy : there) {
            ReportedAccess other = copy.access;
            if (other.pe() == now.pe() || now.to() <= other.from() || now.from() >= other.to()) continue;
            if (now.kind().changes() || other.kind().changes()) meet(copy, now);
        }
    }

    private void meet(Copy copy, ReportedAccess now) {
        if (reports.isFull()) return;
        ReportedAccess then = copy.access;
        long first = Math.max(now.from(), then.from());
        String where = reports.names.words(first, Math.min(now.to(), then.to()) - first);
        String one = "PE %d %s".formatted(now.pe(), now.words(reports.names));
        String end = copy.end == UNKNOWN ? ", which is under way" : " to " + Picos.show(copy.end);
        String other = "PE %d %s%s".formatted(then.pe(), then.words(reports.names), end);
        String object = where.replaceAll("\\[.*?]", "");
        reports.add(
                "race %s %s %s".formatted(now.kind(), then.kind(), object),
                "race on PE %d, %s: %s, meets %s; no flag orders them: insert a signal or a barrier between them; --races names the lines"
                        .formatted(now.region(), where, one, other));
    }
}
