// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.sim.cost.Parameter;
import org.jshmem.sim.cost.Parameter.Role;

/// Fit of the parameters of the simulator's `host` machine to results of the suite.
final class HostFit {
    /*
     * R_R: the way of a flag is two transfers of the line (R's eq. 1): the store takes it, and the load fetches
     * it back. t_wait: what p and waitUntil take beyond stores and loads. o, q: a line through the shortest and the longest pass over lines that the partner has written
     * (R's eq. 2, without the receiver's last read). Copies: by the cache level that holds source and
     * destination together. The cost of a call is the time of its 64 bytes minus a line's copy.
     */
    private static final int LINE = CacheStates.LINE;
    private static final double GUESSED_SHARING = 70 / 235.8; // c / R_R of the Xeon Phi

    private static final double MOST_NANOS = 5_000; // limit for a line between the cores of any present machine

    private final List<Result> results;
    final List<Parameter> parameters = new ArrayList<>();
    final List<String> unmeasured = new ArrayList<>(List.of(
            "a line's flush (clflush) and stores around the caches: Java has neither; states come from access"
                    + " patterns",
            "the price of each further sharer that a store takes a line from: invalidate is 0",
            "clock and instruction prices of computation: an instruction costs half of a line's copy in the"
                    + " first level"));

    HostFit(List<Result> results) {
        this.results = results;
        long l1 = level(1, 32 << 10);
        long l2 = level(2, 1 << 20);
        guess("line", LINE, "bytes", "x86-64 and most others");
        guess("cores", 1024, "count", "as many as are asked for");
        guess("clock", 1, "GHz", "prices are in ns");
        guess("chunk", 64 << 10, "bytes", "model");
        lines();
        copies(l1, l2);
        partnersLines(l2);
        readers();
        calls();
    }

    private void lines() {
        Result flag = one("pingpong spin ptr", 8);
        if (ns(flag) > 2 * MOST_NANOS) {
            throw new InvalidArguments(String.format(
                    Locale.ROOT,
                    "a flag took %.0f us to a core that waits for it: something else runs here; try again when nothing"
                            + " does",
                    ns(flag) / 1000));
        }
        Result calls = one("pingpong p-waitUntil putget", 8);
        Result load = one("calls g putget", 0);
        Result chain = all("cache-chain random ptr").getFirst();
        Result add = one("calls fetchAdd putget", 0);
        line("R", ns(calls) < ns(flag) ? calls : flag, 2);
        measured("t_wait", calls, ns(calls) - 2 * value("R_R"), "ns", "pingpong p-waitUntil beyond 2 R_R");
        line("L", load, 1);
        line("I", chain, 1);
        measured("locked", add, ns(add) - ns(load), "ns", "calls fetchAdd beyond g");
        guess("invalidate", 0, "ns", "not measured");
    }

    /// The cost of a line, and its standard deviation.
    private void line(String kind, Result of, double ways) {
        measured(
                "R_" + kind,
                of,
                ns(of) / ways,
                "ns",
                of.row().benchmark() + " " + of.row().variant());
        double quarter = (of.score().high() - of.score().low()) / 4;
        guess("sd_" + kind, Math.min(quarter, ns(of)) / ways, "ns", "a quarter of the interval");
    }

    private void copies(long l1, long l2) {
        Result first = one("get contiguous ptr", LINE);
        Result within = copy(l1);
        double beyond = (ns(within) - ns(first)) * LINE / (within.row().bytes() - LINE);
        measured("l_o", within, beyond, "ns", "get by ptr within L1, beyond the first line");
        measured("l_2", copy(l2), perLine(copy(l2)) - value("l_o"), "ns", "get by ptr within L2, beyond l_o");
        Result far = copy(Long.MAX_VALUE);
        measured("o_I", far, perLine(far), "ns", "get by ptr beyond L2");
        double start = Math.max(0, value("R_I") + value("R_R") - value("o_I"));
        guess("q_I", start, "ns", "R_I + R_R - o_I: the first line at its latency");
        guess("p_I", 0, "ns", "as q_I");
        Result both = all("bidir-get contiguous putget").getLast();
        measured("B_copy", both, both.score().rate() * both.row().pairs() / 1000, "GB/s", "bidir-get of all pairs");
    }

    /// The longest copy whose source and destination fit a cache.
    private Result copy(long cache) {
        return all("get contiguous ptr").stream()
                .filter(r -> r.row().bytes() <= cache / 2)
                .reduce((a, b) -> b)
                .orElseThrow();
    }

    private static double perLine(Result of) {
        return ns(of) * LINE / of.row().bytes();
    }

    private void partnersLines(long l2) {
        List<Result> misses = all("cache-load miss-modified ptr").stream()
                .filter(r -> r.row().bytes() <= l2 / 2)
                .toList();
        Result least = misses.getFirst();
        Result most = misses.getLast();
        double each = (ns(most) - ns(least))
                * LINE
                / Math.max(LINE, most.row().bytes() - least.row().bytes());
        measured("o_E", most, each, "ns", "cache-load miss-modified");
        double start = ns(least) - each * least.row().bytes() / LINE;
        measured("q_E", least, Math.max(0, start) + value("R_R"), "ns", "cache-load miss-modified");
        guess("p_E", 0, "ns", "not measured");
    }

    private void readers() {
        List<Result> readers = all("cache-readers");
        int more = (1 << readers.size() - 1) - 1;
        double beyond = ns(readers.getLast()) - ns(readers.getFirst());
        if (more > 0) measured("c", readers.getLast(), beyond / more, "ns", "cache-readers");
        else {
            unmeasured.add("readers of one line at once, c: it takes three cores at least");
            guess("c", value("R_R") * GUESSED_SHARING, "ns", "R_R by the Xeon Phi's ratio");
        }
    }

    private void calls() {
        call("t_put", one("put contiguous putget", LINE), value("l_o"));
        call("t_get", one("get contiguous putget", LINE), value("l_o"));
        call("t_ptr", one("get contiguous ptr", LINE), value("l_o"));
        call("t_quiet", one("calls quiet putget", 0), 0);
        call("fence", one("calls fence putget", 0), 0);
    }

    private void call(String symbol, Result of, double line) {
        String what = of.row().bytes() == 0 ? " " + of.row().variant() : " of a line, beyond l_o";
        measured(symbol, of, ns(of) - line, "ns", of.row().benchmark() + what);
    }

    private long level(int level, long usual) {
        var known = CacheSizes.level(level);
        long n = known.orElse(usual);
        String source = known.isPresent() ? "the system" : "usual";
        parameters.add(new Parameter("L" + level, n, "bytes", known.isPresent() ? Role.CAL : Role.ASSUMED, source, ""));
        return n;
    }

    private void guess(String symbol, double value, String unit, String source) {
        parameters.add(new Parameter(symbol, value, unit, Role.ASSUMED, source, ""));
    }

    /// Adds a value, 0 instead of a negative one, with the relative interval of the row from which it follows.
    private void measured(String symbol, Result of, double value, String unit, String source) {
        double at = Math.max(0, value);
        double down = of.score().low() / of.score().median();
        double up = of.score().high() / of.score().median();
        boolean time = unit.equals("ns");
        String interval = String.format(
                Locale.ROOT, "; 95 %%: %.4g to %.4g", time ? at * down : at / up, time ? at * up : at / down);
        parameters.add(new Parameter(symbol, at, unit, Role.CAL, source + interval, ""));
    }

    private static double ns(Result of) {
        return of.score().median();
    }

    private double value(String symbol) {
        return parameters.stream()
                .filter(p -> p.symbol().equals(symbol))
                .findFirst()
                .orElseThrow()
                .value();
    }

    /// The rows whose benchmark, variant and access begin with these words.
    private List<Result> all(String words) {
        return results.stream()
                .filter(r -> String.join(
                                " ",
                                r.row().benchmark(),
                                r.row().variant(),
                                r.row().access())
                        .startsWith(words))
                .toList();
    }

    private Result one(String words, long bytes) {
        return all(words).stream()
                .filter(r -> r.row().bytes() == bytes)
                .findFirst()
                .orElseThrow(() -> new InvalidArguments("the suite has no row " + words + " " + bytes));
    }
}
