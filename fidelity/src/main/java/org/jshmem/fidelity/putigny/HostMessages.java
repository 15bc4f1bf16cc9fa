// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// Messages by one copy and by two between two PEs of this host: predicted and measured bandwidths.
///
/// Eqs 1 to 3 predict the bandwidths from the rates of loads and stores in each state of the lines.
/*
 *              source -> shared buffer                     shared buffer -> destination
 * two copies   load hits, modified; store hits, shared     load misses, modified; store hits, modified
 * one copy                 load hits, shared (the source was read before); store hits, modified
 */
final class HostMessages {
    private static final String SIZES = " --sizes 4k,16k,32k,128k,512k,1m,4m";
    private static final int STARTS = 3; // two starts of a JVM differ; the fastest row counts
    private static final String ONE = "one copy";

    private final Map<String, NavigableMap<Long, Double>> rates;
    private final List<Message> messages = new ArrayList<>();

    private record Message(String how, long bytes, double predicted, double measured) {
        double error() {
            return 100 * Math.abs(predicted / measured - 1);
        }
    }

    HostMessages(List<Result> states) {
        rates = rates(states);
    }

    /// Measures loads and stores of lines in each state.
    static List<Result> states() {
        return run(1, "pgas cache-load cache-store --sizes 4k,32k,256k,4m");
    }

    private static List<Result> run(int starts, String... programs) {
        List<Result> all = new ArrayList<>();
        try {
            for (int start = 0; start < starts; start++)
                for (String program : programs) all.addAll(Forks.run(2, List.of(program.split(" "))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Results.merged(all).stream().filter(r -> r.place().isEmpty()).toList();
    }

    /// The rates of loads and stores in GB/s, by state of their lines and by bytes: `LHM` is a load that hits modified
    /// lines.
    static Map<String, NavigableMap<Long, Double>> rates(List<Result> states) {
        Map<String, NavigableMap<Long, Double>> rates = new HashMap<>();
        for (Result r : states) {
            String name = (r.row().benchmark() + "-" + r.row().variant()).replaceAll("cache|-(.)[a-z]*", "$1");
            rates.computeIfAbsent(name.toUpperCase(Locale.ROOT), _ -> new TreeMap<>())
                    .put(r.row().bytes(), r.score().rate() / 1000);
        }
        return rates;
    }

    static HostMessages measure() {
        var made = new HostMessages(states());
        run(STARTS, "pgas get --pairs 1" + SIZES, TwoCopies.class.getName() + SIZES)
                .forEach(made::add);
        return made;
    }

    void add(Result r) {
        if (!r.row().access().equals("putget")) return;
        long bytes = r.row().bytes();
        String how = r.row().variant();
        double measured = r.score().rate() / 1000;
        if (r.row().benchmark().equals("get") && how.equals("contiguous")) {
            messages.add(new Message(ONE, bytes, Math.min(rate("LHS", bytes), rate("SHM", bytes)), measured));
        } else if (r.row().benchmark().equals("two-copies")) {
            long chunk = chunk(how);
            long both = Math.min(bytes, 2 * chunk);
            var two = new Pipeline(chunk, rate("LHM", bytes), rate("SHS", both), rate("LMM", both), rate("SHM", bytes));
            messages.add(new Message(how, bytes, two.rate(bytes), measured));
        }
    }

    /// Parses the bytes of `chunks of 32K`.
    private static long chunk(String variant) {
        return Long.parseLong(variant.substring(variant.lastIndexOf(' ') + 1, variant.length() - 1)) << 10;
    }

    /// Returns the rate of an access at a size, interpolated between the logarithms of the measured sizes;
    /// outside them the nearest one's.
    private double rate(String access, long bytes) {
        NavigableMap<Long, Double> known = rates.get(access);
        var below = known.floorEntry(bytes);
        var above = known.ceilingEntry(bytes);
        if (below == null || above == null) return (below == null ? known.firstEntry() : known.lastEntry()).getValue();
        if (below.getKey().equals(above.getKey())) return below.getValue();
        double part = Math.log((double) bytes / below.getKey()) / Math.log((double) above.getKey() / below.getKey());
        return below.getValue() * Math.pow(above.getValue() / below.getValue(), part);
    }

    /// Returns the median error in percent, of two copies or of one; null without a measurement.
    Double error(boolean two) {
        double[] errors = messages.stream()
                .filter(m -> two != m.how.equals(ONE))
                .mapToDouble(Message::error)
                .sorted()
                .toArray();
        return errors.length == 0 ? null : Double.valueOf(errors[errors.length / 2]);
    }

    Figure figure() {
        List<FigureSeries> series = new ArrayList<>();
        for (String how : messages.stream().map(m -> m.how).distinct().toList()) {
            List<Message> of = messages.stream().filter(m -> m.how.equals(how)).toList();
            int[] bytes = of.stream().mapToInt(m -> (int) m.bytes).toArray();
            series.add(FigureSeries.formula(
                    how,
                    "median error %.0f %%".formatted(error(!how.equals(ONE))),
                    bytes,
                    n -> of.get(Arrays.binarySearch(bytes, n)).predicted));
            series.add(FigureSeries.exact(
                    how, bytes, of.stream().mapToDouble(m -> m.measured).toArray()));
        }
        return new Figure(new Figure.Axis("bytes", "log2"), new Figure.Axis("GB/s", "log"), series);
    }
}
