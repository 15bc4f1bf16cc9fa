// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
        floors(said);
        peers(said);
        care(said);
        return said.isEmpty() ? "Nothing was measured." : String.join(" ", said);
    }

    /// The fastest of our own at each size, as ranges of sizes.
    private void sums(List<String> said) {
        var winners = winners("reduce");
        if (winners.isEmpty()) return;
        var parts = new ArrayList<String>();
        String before = "";
        Long from = null;
        Long last = null;
        for (var entry : winners.entrySet()) {
            String name = name(entry.getValue());
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

    private static String name(Result result) {
        return result.variant() + (result.access().equals("auto") ? "" : " " + result.access());
    }

    /// Of each size the fastest of our own results, the library's own choice left out.
    private TreeMap<Long, Result> winners(String test) {
        var best = new TreeMap<Long, Result>();
        for (Result result : results) {
            if (!result.benchmark().equals(test) || result.role() != Result.Role.OWN) continue;
            if (result.variant().equals("auto")) continue;
            best.merge(
                    result.bytes(),
                    result,
                    (a, b) -> a.time().median() <= b.time().median() ? a : b);
        }
        return best;
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
        var rows = new ArrayList<List<String>>();
        winners("reduce").forEach((bytes, best) -> {
            var chosen = results.stream()
                    .filter(r -> r.benchmark().equals("reduce") && r.variant().equals("auto") && r.bytes() == bytes)
                    .findFirst();
            rows.add(List.of(
                    "reduce",
                    name(best),
                    Long.toString(bytes),
                    Table.number(best.time().median()),
                    chosen.map(r -> Table.number(r.time().median())).orElse(""),
                    chosen.map(r -> String.format(
                                    Locale.ROOT,
                                    "%.2f",
                                    r.time().median() / best.time().median()))
                            .orElse(""),
                    best.floor(results)
                            .map(f -> String.format(
                                    Locale.ROOT,
                                    "%.2f",
                                    best.time().median() / f.time().median()))
                            .orElse("")));
        });
        return List.of(new Table(
                "Sums", false, List.of("", "fastest", "bytes", "ns", "auto, ns", "auto / fastest", "x floor"), rows));
    }
}
