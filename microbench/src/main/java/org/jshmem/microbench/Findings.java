// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.report.Result;
import org.jshmem.report.Table;

/// What a run has found, in sentences: the first paragraph of its page.
final class Findings {
    private final List<Result> results;

    Findings(List<Result> results) {
        this.results = results;
    }

    String text() {
        var said = new ArrayList<String>();
        sums(said);
        for (String verdict : Contest.verdicts(results)) said.add(verdict + ".");
        floors(said);
        peers(said);
        care(said);
        return said.isEmpty() ? "Nothing was measured." : String.join(" ", said);
    }

    /// The fastest of our own at each size, as ranges of sizes.
    private void sums(List<String> said) {
        for (Contest contest : Contest.of(results)) if (contest.what().equals("reduce")) sums(contest, said);
    }

    private static void sums(Contest contest, List<String> said) {
        var parts = new ArrayList<String>();
        String before = "";
        Long from = null;
        Long last = null;
        for (var entry : contest.fastest().entrySet()) {
            String name = Contest.name(entry.getValue());
            if (!name.equals(before)) {
                if (from != null) parts.add(before + " " + range(from, last));
                from = entry.getKey();
                before = name;
            }
            last = entry.getKey();
        }
        parts.add(before + " " + range(from, last));
        said.add("Fastest sums: " + String.join(", ", parts) + ".");
    }

    private static String range(long from, long to) {
        return from == to ? "at " + Sizes.label(from) : Sizes.label(from) + " to " + Sizes.label(to);
    }

    /// How far from what the hardware gives, at the largest size of each.
    private void floors(List<String> said) {
        var parts = new ArrayList<String>();
        for (String test : List.of("put", "get", "barrier", "pingpong", "stream-triad")) {
            Result best = results.stream()
                    .filter(r -> r.benchmark().equals(test) && r.role() == Result.Role.OWN)
                    .max(Comparator.comparingLong(Result::bytes)
                            .thenComparing(Findings::time, Comparator.reverseOrder()))
                    .orElse(null);
            if (best == null) continue;
            var floor = best.floor(results);
            String time = nanos(best.time().median());
            String size = best.bytes() <= 8 ? "" : " of " + Sizes.label(best.bytes());
            parts.add(test + size + " " + time
                    + floor.map(f -> String.format(
                                    Locale.ROOT,
                                    " (%.2f x its floor)",
                                    time(best) / f.time().median()))
                            .orElse(""));
        }
        if (!parts.isEmpty()) said.add("Against the machine's own speed: " + String.join(", ", parts) + ".");
    }

    private static double time(Result result) {
        return result.time().median();
    }

    /// How often we are faster than each peer.
    private void peers(List<String> said) {
        Map<String, int[]> counts = new LinkedHashMap<>();
        for (Result peer : results) {
            if (peer.role() != Result.Role.PEER) continue;
            double ours = results.stream()
                    .filter(r -> r.role() == Result.Role.OWN
                            && r.benchmark().equals(peer.benchmark())
                            && r.bytes() == peer.bytes()
                            && r.pairs() == peer.pairs())
                    .mapToDouble(r -> r.time().median())
                    .min()
                    .orElse(Double.NaN);
            if (Double.isNaN(ours)) continue;
            int[] count = counts.computeIfAbsent(peer.source(), any -> new int[2]);
            count[0]++;
            if (ours < peer.time().median()) count[1]++;
        }
        counts.forEach((peer, count) ->
                said.add("Faster than " + peer + " in " + count[1] + " of " + count[0] + " rows that both have."));
    }

    private void care(List<String> said) {
        long marked =
                results.stream().filter(result -> !result.marks().isEmpty()).count();
        int launches = results.stream()
                .mapToInt(result -> result.time().launches())
                .max()
                .orElse(1);
        if (launches == 1 && results.stream().noneMatch(result -> result.where().virtual())) {
            said.add("One launch only: intervals say nothing of the next start.");
        }
        if (marked > 0) said.add(marked + " of " + results.size() + " rows are not steady and say why.");
    }

    private static String nanos(double value) {
        return value < 1e4
                ? Table.number(value) + " ns"
                : value < 1e7 ? Table.number(value / 1e3) + " us" : Table.number(value / 1e6) + " ms";
    }

    /// Who wins at each size, beside what the library chooses by itself.
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
