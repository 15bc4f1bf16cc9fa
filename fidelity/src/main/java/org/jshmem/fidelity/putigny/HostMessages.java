// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jshmem.calibration.Calibration;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.microbench.runner.Forks;
import org.jshmem.report.Result;
import org.jshmem.report.Results;

/// Messages by one copy and by two between two PEs of the calibrated host: predicted and measured bandwidths.
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

    private final Calibration host;
    private final List<Message> messages = new ArrayList<>();

    private record Message(String how, long bytes, double predicted, double measured) {
        double error() {
            return 100 * Math.abs(predicted / measured - 1);
        }
    }

    HostMessages(Calibration host) {
        this.host = host;
    }

    static HostMessages measure(Calibration host) {
        var made = new HostMessages(host);
        List<Result> starts = new ArrayList<>();
        try {
            for (int start = 0; start < STARTS; start++) {
                starts.addAll(Forks.run(2, List.of(("pgas get --pairs 1" + SIZES).split(" "))));
                starts.addAll(Forks.run(2, List.of((TwoCopies.class.getName() + SIZES).split(" "))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Results.merged(starts).forEach(made::add);
        return made;
    }

    void add(Result r) {
        if (!r.row().access().equals("putget")) return;
        double measured = r.score().rate() / 1000;
        if (r.row().benchmark().equals("get") && r.row().variant().equals("contiguous")) {
            messages.add(new Message(
                    ONE,
                    r.row().bytes(),
                    Math.min(rate("LHS", r.row().bytes()), rate("SHM", r.row().bytes())),
                    measured));
        } else if (r.row().benchmark().equals("two-copies")) {
            long chunk = chunk(r.row().variant());
            long shared = Math.min(r.row().bytes(), 2 * chunk);
            var two = new Pipeline(
                    chunk,
                    rate("LHM", r.row().bytes()),
                    rate("SHS", shared),
                    rate("LMM", shared),
                    rate("SHM", r.row().bytes()));
            messages.add(new Message(
                    r.row().variant(), r.row().bytes(), two.rate(r.row().bytes()), measured));
        }
    }

    /// Parses the bytes of `chunks of 32K`.
    private static long chunk(String variant) {
        return Long.parseLong(variant.substring(variant.lastIndexOf(' ') + 1, variant.length() - 1)) << 10;
    }

    /// Returns the rate of an access at a size, interpolated between the logarithms of the calibrated sizes;
    /// outside them the nearest one's.
    private double rate(String access, long bytes) {
        NavigableMap<Long, Double> rates = new TreeMap<>();
        for (Calibration.Parameter p : host.parameters()) {
            if (p.symbol().startsWith(access + ":")) {
                rates.put(Long.parseLong(p.symbol().substring(access.length() + 1)), p.value());
            }
        }
        var below = rates.floorEntry(bytes);
        var above = rates.ceilingEntry(bytes);
        if (below == null || above == null) return (below == null ? rates.firstEntry() : rates.lastEntry()).getValue();
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
                    n -> of.stream()
                            .filter(m -> m.bytes == n)
                            .mapToDouble(m -> m.predicted)
                            .findFirst()
                            .orElseThrow()));
            series.add(FigureSeries.exact(
                    how, bytes, of.stream().mapToDouble(m -> m.measured).toArray()));
        }
        return new Figure(new Figure.Axis("bytes", "log2"), new Figure.Axis("GB/s", "log"), series);
    }
}
