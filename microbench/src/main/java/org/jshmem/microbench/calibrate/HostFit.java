// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import org.jshmem.calibration.Calibration.Parameter;
import org.jshmem.microbench.runner.CacheSizes;
import org.jshmem.microbench.runner.Sizes;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;

/// Fit of the parameters of the simulator's `host` machine to results of the suite.
final class HostFit {
    /*
     * R_R: the way of a flag is two transfers of the line (R's eq. 1): the store takes it, and the load fetches
     * it back. o, q, p: least relative squares of eq. 2, without the receiver's last read, over lines that the
     * partner has written. None of them can be negative. Copies: by the cache level that holds source and
     * destination together. The cost of a call is the time of its 64 bytes minus a line's copy.
     */
    private static final int LINE = CacheStates.LINE;
    private static final double GUESSED_SHARING = 70 / 235.8; // c / R_R of the Xeon Phi

    private static final double MOST_NANOS = 5_000; // limit for a line between the cores of any present machine

    private final List<Result> results;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<String> unmeasured = new ArrayList<>(List.of(
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
        eq2();
        calls();
        states();
    }

    List<Parameter> parameters() {
        return parameters;
    }

    List<String> unmeasured() {
        return unmeasured;
    }

    private void lines() {
        Result flag = one("pingpong", "spin", "ptr", 8);
        measured("R_R", flag, ns(flag) / 2, "ns", "pingpong spin, half a flag's way");
        if (value("R_R") > MOST_NANOS) {
            throw new InvalidArguments(String.format(
                    Locale.ROOT,
                    "a flag took %.0f us to a core that waits for it: something else runs here; try again when nothing"
                            + " does",
                    ns(flag) / 1000));
        }
        spread("sd_R", flag, 2);
        Result load = one("calls", "g", "putget", 0);
        measured("R_L", load, ns(load), "ns", "calls g");
        spread("sd_L", load, 1);
        Result chain = last("cache-pattern", "chain, 1 PE", "ptr");
        measured(
                "R_I",
                chain,
                ns(chain),
                "ns",
                "cache-pattern chain, " + Sizes.label(chain.row().bytes()));
        spread("sd_I", chain, 1);
        Result add = one("calls", "fetchAdd", "putget", 0);
        measured("locked", add, Math.max(0, ns(add) - ns(load)), "ns", "calls fetchAdd beyond g");
        guess("invalidate", 0, "ns", "not measured");
        List<Result> readers = all("cache-readers", "", "putget");
        double beyond = Math.max(0, ns(readers.getLast()) - ns(readers.getFirst()));
        int more = (1 << readers.size() - 1) - 1;
        if (more > 0) measured("c", readers.getLast(), beyond / more, "ns", "cache-readers");
        else {
            unmeasured.add("readers of one line at once, c: it takes three cores at least");
            guess("c", value("R_R") * GUESSED_SHARING, "ns", "R_R by the Xeon Phi's ratio");
        }
        Result adds = last("cache-adds", "", "putget");
        measured("adds", adds, ns(adds), "ns", "cache-adds " + adds.row().variant());
    }

    private void copies(long l1, long l2) {
        List<Result> all = new ArrayList<>(all("put", "contiguous", "ptr"));
        all.addAll(all("get", "contiguous", "ptr"));
        double call = ns(one("get", "contiguous", "ptr", LINE)); // with one line
        line("l_o", all, n -> n > LINE && 2 * n <= l1, LINE, call, 0, "within L1, beyond the first line");
        line("l_2", all, n -> n > l1 && 2 * n <= l2, 0, 0, value("l_o"), "within L2, beyond l_o");
        line("o_I", all, n -> n > l2, 0, 0, 0, "beyond L2");
        double start = Math.max(0, value("R_I") + value("R_R") - value("o_I"));
        guess("q_I", start, "ns", "R_I + R_R - o_I: the first line at its latency");
        guess("p_I", 0, "ns", "as q_I");
        List<Result> side = all("cache-copies", "", "putget");
        String most = side.getLast().row().variant();
        int pes = Integer.parseInt(most.split(" ")[0]);
        measured("B_copy", side.getLast(), side.getLast().score().rate() * pes / 1000, "GB/s", "cache-copies, " + most);
        for (Result r : all("cache-copies", most, "putget")) {
            long bytes = r.row().bytes();
            double alone = one("cache-copies", "1 PE", "putget", bytes).score().rate();
            measured("e:" + bytes, r, r.score().rate() / alone, "ratio", "cache-copies, " + most + " against 1");
        }
    }

    /// Fits the nanoseconds a line of copies whose size `fits`, at least an eighth of the largest. Subtracts
    /// `bytes`, which take `nanos`, from each copy, and `priced` from each line. Leaves small copies out,
    /// because the call is part of their time.
    private void line(
            String symbol, List<Result> all, LongPredicate fits, long bytes, double nanos, double priced, String of) {
        List<Result> rows = all.stream().filter(r -> fits.test(r.row().bytes())).toList();
        long most = rows.stream().mapToLong(r -> r.row().bytes()).max().orElse(0);
        double[] each = rows.stream()
                .filter(r -> 8 * r.row().bytes() >= most)
                .mapToDouble(r -> (ns(r) - nanos) * LINE / (r.row().bytes() - bytes))
                .sorted()
                .toArray();
        if (each.length == 0) throw new InvalidArguments("no copies " + of + " were measured");
        double median = Statistics.median(each);
        double low = Math.max(0, each[0] - priced);
        double high = Math.max(0, each[each.length - 1] - priced);
        double off = Statistics.median(
                Arrays.stream(each).map(x -> Math.abs(x / median - 1)).toArray());
        parameters.add(new Parameter(
                symbol, Math.max(0, median - priced), low, high, "ns", off, true, "put and get by ptr " + of));
    }

    private void eq2() {
        List<Result> misses = all("cache-load", "miss-modified", "ptr").stream()
                .filter(r -> r.row().bytes() >= 2 * LINE && 2 * r.row().bytes() <= value("L2"))
                .toList();
        double[][] x = new double[misses.size()][];
        for (int i = 0; i < x.length; i++) {
            double lines = misses.get(i).row().bytes() / (double) LINE;
            double ns = ns(misses.get(i));
            x[i] = new double[] {lines / ns, 1 / ns, -1 / (lines * ns)};
        }
        double[] oqp = LeastSquares.ofOnes(x);
        double[] off = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            off[i] = Math.abs(1 - x[i][0] * oqp[0] - x[i][1] * oqp[1] - x[i][2] * oqp[2]);
        }
        String source = "cache-load miss-modified, " + x.length + " sizes";
        double[] values = {oqp[0], oqp[1] + value("R_R"), oqp[2]};
        double error = Statistics.median(off);
        for (int i = 0; i < values.length; i++) {
            double at = values[i];
            parameters.add(new Parameter("oqp".charAt(i) + "_E", at, at, at, "ns", error, true, source));
        }
    }

    private void calls() {
        call("t_put", one("put", "contiguous", "putget", LINE), value("l_o"));
        call("t_get", one("get", "contiguous", "putget", LINE), value("l_o"));
        call("t_ptr", one("get", "contiguous", "ptr", LINE), value("l_o"));
        call("t_quiet", one("calls", "quiet", "putget", 0), 0);
        call("fence", one("calls", "fence", "putget", 0), 0);
    }

    private void call(String symbol, Result of, double priced) {
        String what = of.row().bytes() == 0 ? " " + of.row().variant() : " of a line, beyond l_o";
        measured(symbol, of, Math.max(0, ns(of) - priced), "ns", of.row().benchmark() + what);
    }

    /// U's throughputs by size of the buffer: the load or store of a line, for each state of the line.
    private void states() {
        for (Result r : results) {
            boolean load = r.row().benchmark().equals("cache-load");
            if (!load && !r.row().benchmark().equals("cache-store")) continue;
            String[] words = r.row().variant().split("-");
            String name = (load ? "L" : "S")
                    + Character.toUpperCase(words[0].charAt(0))
                    + Character.toUpperCase(words[1].charAt(0));
            String source = r.row().benchmark() + " " + r.row().variant();
            measured(name + ":" + r.row().bytes(), r, r.score().rate() / 1000, "GB/s", source);
        }
        boolean walked = parameters.stream().anyMatch(p -> p.symbol().startsWith("LMI"));
        if (!walked) {
            unmeasured.add("lines in state I or E: the last-level cache of " + Sizes.label(CacheSizes.lastLevel())
                    + " is too large to be walked in the time");
        }
    }

    private long level(int level, long usual) {
        var known = CacheSizes.level(level);
        long n = known.orElse(usual);
        String source = known.isPresent() ? "the system" : "usual";
        parameters.add(new Parameter("L" + level, n, n, n, "bytes", 0, known.isPresent(), source));
        return n;
    }

    private void guess(String symbol, double value, String unit, String source) {
        parameters.add(new Parameter(symbol, value, value, value, unit, 0, false, source));
    }

    private void spread(String symbol, Result of, double divisor) {
        guess(symbol, (of.score().high() - of.score().low()) / 4 / divisor, "ns", "a quarter of the interval");
    }

    private void measured(String symbol, Result of, double at, String unit, String source) {
        double down = of.score().low() / of.score().median();
        double up = of.score().high() / of.score().median();
        boolean time = unit.equals("ns");
        double low = time ? at * down : at / up;
        parameters.add(new Parameter(symbol, at, low, time ? at * up : at / down, unit, 0, true, source));
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

    /// Rows of a benchmark; an empty `variant` selects all.
    private List<Result> all(String benchmark, String variant, String access) {
        return results.stream()
                .filter(r -> r.row().benchmark().equals(benchmark)
                        && r.row().access().equals(access))
                .filter(r -> variant.isEmpty() || r.row().variant().equals(variant))
                .toList();
    }

    private Result one(String benchmark, String variant, String access, long bytes) {
        return all(benchmark, variant, access).stream()
                .filter(r -> r.row().bytes() == bytes)
                .findFirst()
                .orElseThrow(
                        () -> new InvalidArguments("the suite has no row " + benchmark + " " + variant + " " + bytes));
    }

    private Result last(String benchmark, String variant, String access) {
        return all(benchmark, variant, access).getLast();
    }
}
