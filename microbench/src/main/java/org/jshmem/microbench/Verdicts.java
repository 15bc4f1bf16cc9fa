// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;

/// Measures operations beside their floors, in rounds, and says of each whether it keeps its limit.
final class Verdicts {
    static final int ROUNDS = 5;

    private final Bench b;

    Verdicts(Bench b) {
        this.b = b;
        b.say(String.format(
                Locale.ROOT,
                "%-26s %10s %12s %12s %8s  %-12s %s",
                "what",
                "bytes",
                "median ns",
                "C ns",
                "ratio",
                "to reach",
                "reached"));
    }

    Case example(String what) {
        return Case.collective("foundation", what, "putget").reportedBy(pe -> pe == 0);
    }

    void canary(String when) {
        for (Floors.Floor f : b.floors.fresh(List.of("pingpong"))) {
            b.say(String.format(Locale.ROOT, "canary %s: C ping-pong %.0f ns one way", when, f.medianNanos()));
        }
        b.sh.barrierAll();
    }

    /// An operation whose time itself is limited.
    void operation(String what, String floor, String limit, double most, Batch batch) {
        rounds(
                example(what),
                () -> pick(b.floors.fresh(List.of("op")), floor),
                limit,
                (nanos, ratio) -> nanos <= most,
                b.isFirst() ? batch : Batch.IDLE);
    }

    /// An operation limited by its floor.
    void ratio(String what, String floor, double most, Batch batch) {
        rounds(
                example(what),
                () -> pick(b.floors.fresh(List.of("op")), floor),
                "<= " + most + " x",
                (nanos, ratio) -> ratio <= most,
                b.isFirst() ? batch : Batch.IDLE);
    }

    /// A copy limited by memcpy's rate.
    void copy(String what, long bytes, Batch batch) {
        Case c = example(what).bytes(bytes).moves(bytes);
        boolean line = bytes == 64;
        rounds(
                c,
                () -> b.floors.fresh(List.of("memcpy", Long.toString(bytes))),
                line ? "<= 5 ns" : ">= 0.95 rate",
                (nanos, ratio) -> line ? nanos <= 5 : ratio <= 1 / 0.95,
                b.isFirst() ? batch : Batch.IDLE);
    }

    /// What all PEs do together: limited in nanoseconds above 100, by its floor below.
    void beside(Case c, Supplier<List<Floors.Floor>> floor, double most, String limit, Batch batch) {
        rounds(c, floor, limit, (nanos, ratio) -> most == 0 || (most > 100 ? nanos : ratio) <= most, batch);
    }

    void leaveOut(long bytes) {
        b.say("copies of " + bytes + " bytes left out: they need --heap " + (bytes >> 20) * 2 + "m");
    }

    private static List<Floors.Floor> pick(List<Floors.Floor> floors, String what) {
        return floors.stream().filter(f -> f.what().equals(what)).toList();
    }

    /// Whether a figure keeps its limit.
    @FunctionalInterface
    private interface Limit {
        boolean keeps(double nanos, double ratio);
    }

    private void rounds(Case c, Supplier<List<Floors.Floor>> floor, String limit, Limit keeps, Batch batch) {
        var rows = new ArrayList<Result>();
        var floors = new ArrayList<Double>();
        var ratios = new ArrayList<Double>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Floors.Floor> c0 = b.isFirst() ? floor.get() : List.of();
            b.sh.barrierAll();
            Result row = b.result(c, batch);
            if (row == null) continue;
            rows.add(row);
            double f = c0.isEmpty() ? Double.NaN : c0.getFirst().medianNanos();
            floors.add(f);
            ratios.add(row.time().median() / f);
        }
        if (!b.isFirst()) return;
        rows.sort((x, y) -> Double.compare(x.time().median(), y.time().median()));
        Result middle = rows.get(rows.size() / 2);
        double ratio = median(ratios);
        b.keep(middle);
        b.say(String.format(
                Locale.ROOT,
                "%-26s %10s %12.2f %12s %8s  %-12s %s",
                c.variant(),
                c.bytes() == 0 ? "-" : c.bytes(),
                middle.time().median(),
                Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", median(floors)),
                Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", ratio),
                limit,
                limit.equals("-") ? "" : keeps.keeps(middle.time().median(), ratio) ? "yes" : "NO"));
    }

    private static double median(List<Double> values) {
        return Statistics.median(values.stream().mapToDouble(x -> x).toArray());
    }
}
