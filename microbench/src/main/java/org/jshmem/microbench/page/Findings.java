// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.microbench.beside.PeerRatios;
import org.jshmem.microbench.harness.Sizes;
import org.jshmem.report.Result;
import org.jshmem.report.Table;

/// The findings of a run in sentences: the first paragraph of its page.
///
/// @param all all rows; those that are not figures are only counted
/// @param results the figures
record Findings(List<Result> all, List<Result> results) {
    Findings(List<Result> all) {
        this(all, all.stream().filter(Result::isFigure).toList());
    }

    String text() {
        var said = new ArrayList<String>();
        for (String verdict : Contest.verdicts(results)) said.add(verdict + ".");
        floors(said);
        peers(said);
        care(said);
        return said.isEmpty() ? "Nothing was measured." : String.join(" ", said);
    }

    /// The time of each test at its largest size, and its ratio to the floor.
    private void floors(List<String> said) {
        var parts = new ArrayList<String>();
        FLOORS.forEach((test, variant) -> {
            Result own = results.stream()
                    .filter(r -> r.role() == Result.Role.OWN
                            && r.benchmark().equals(test)
                            && r.variant().equals(variant)
                            && r.pairs() <= 1
                            && !r.access().equals("ptr"))
                    .max(Comparator.comparingLong(Result::bytes))
                    .orElse(null);
            if (own == null) return;
            String time = nanos(own.time().median());
            String size = own.bytes() <= 8 ? "" : " of " + Sizes.label(own.bytes());
            parts.add(test + size + " " + time
                    + own.floor(results)
                            .map(f -> String.format(
                                    Locale.ROOT,
                                    " (%.2f x its floor)",
                                    own.time().median() / f.time().median()))
                            .orElse(""));
        });
        if (!parts.isEmpty()) said.add("Against the machine's own speed: " + String.join(", ", parts) + ".");
    }

    /// The variants that are compared with floors: those that a program without options runs.
    private static final Map<String, String> FLOORS = new TreeMap<>(Map.of(
            "put", "contiguous",
            "get", "contiguous",
            "barrier", "auto",
            "pingpong", "p-waitUntil",
            "stream-triad", "vector"));

    private void peers(List<String> said) {
        for (PeerRatios ratios : PeerRatios.of(results)) said.add(ratios.text());
    }

    private void care(List<String> said) {
        long marked =
                results.stream().filter(result -> !result.marks().isEmpty()).count();
        long restless = all.stream().filter(result -> !result.atRest()).count();
        long unconfirmed = all.size() - results.size() - restless;
        int launches = results.stream()
                .mapToInt(result -> result.time().launches())
                .max()
                .orElse(1);
        if (launches == 1 && results.stream().noneMatch(result -> result.where().virtual())) {
            said.add("One launch only: intervals do not predict the next start.");
        }
        if (restless > 0) {
            said.add(restless + " of " + all.size() + " rows were not at rest when their time was over and are left out"
                    + " of all rows here.");
        }
        if (unconfirmed > 0) {
            said.add(unconfirmed + " of " + all.size()
                    + " rows have a fastest launch that no other confirms within 10 %" + " and are left out too.");
        }
        if (marked > 0)
            said.add(marked + " of " + results.size() + " rows are not steady, and their marks show the reason.");
    }

    private static String nanos(double value) {
        return value < 1e4
                ? Table.number(value) + " ns"
                : value < 1e7 ? Table.number(value / 1e3) + " us" : Table.number(value / 1e6) + " ms";
    }

    /// The table of the fastest algorithm and the library's own choice at each size.
    List<Table> tables() {
        return List.of(new Table(
                "Algorithms",
                false,
                Contest.COLUMNS,
                Contest.of(results).stream()
                        .flatMap(contest -> contest.rows(results).stream())
                        .toList()));
    }
}
