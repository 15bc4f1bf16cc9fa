// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.fidelity.Band;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Row;
import org.jshmem.fidelity.Target;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// Paper U: what follows from its equations and its printed numbers, and, where this host is calibrated, its first
/// microbenchmark on this host and the message rates that the equations make of it.
public final class Putigny implements Paper {
    private static final long OPEN_MPI = 32 << 10;
    private static final long MPICH = 64 << 10;
    private static final double SENDER = 20; // GB/s, IV-B
    private static final double RECEIVER = 15;
    private static final double SHARED_OVER_OWNED = 3; // U-09

    private final Calibration host;

    /// For the service loader.
    public Putigny() {
        this(CalibrationFile.find(System.getenv()).calibration());
    }

    Putigny(Calibration host) {
        this.host = host;
    }

    @Override
    public String title() {
        return "U: Putigny, Ruelle, Goglin, PDSEC 2014";
    }

    @Override
    public boolean isUsual() {
        return false; // it has rows of the calibrated host
    }

    @Override
    public String place() {
        return "by its equations, and on the calibrated host";
    }

    /// None: its Xeon and its Opteron have no model here.
    @Override
    public Machine machine() {
        return null;
    }

    @Override
    public List<Target> targets() {
        return Target.read(Putigny.class, "targets.csv");
    }

    @Override
    public List<Experiment> experiments() {
        return List.of();
    }

    @Override
    public List<Row> ownRows(String only) {
        Map<String, Double> values = values();
        List<Row> rows = new ArrayList<>();
        for (Target target : targets()) {
            if (!target.id().startsWith(only)) continue;
            Double value = values.get(target.id());
            rows.add(new Row(target, value == null ? null : Band.of(new double[] {value}, List.of()), List.of()));
        }
        return rows;
    }

    private Map<String, Double> values() {
        Map<String, Double> values = new LinkedHashMap<>();
        Pipeline open = printed(OPEN_MPI);
        values.put("U-02/openmpi", (double) open.chunks(1 << 20));
        values.put("U-02/mpich", (double) printed(MPICH).chunks(1 << 20));
        values.put("U-02/4m", (double) open.chunks(4 << 20));
        for (int n : new int[] {1, 2, 4, 16, 32, 128}) values.put("U-05/" + n, open.rate(n * OPEN_MPI));
        long many = 128 * OPEN_MPI;
        Pipeline fasterReceiver = new Pipeline(OPEN_MPI, SENDER, SENDER, 2 * RECEIVER, 2 * RECEIVER);
        Pipeline fasterSender = new Pipeline(OPEN_MPI, 2 * SENDER, 2 * SENDER, RECEIVER, RECEIVER);
        values.put("U-05/receiver", fasterReceiver.nanos(many) / fasterSender.nanos(many));
        values.put("U-09", SHARED_OVER_OWNED);
        values.put("U-11/intel", 640.0 * OPEN_MPI / (1 << 20));
        values.put("U-11/amd", 192.0 * OPEN_MPI / (1 << 20));
        if (host != null) {
            values.put("U-01/load", spread("LM"));
            values.put("U-01/store", spread("SM"));
        }
        return values;
    }

    private static Pipeline printed(long chunk) {
        return new Pipeline(chunk, SENDER, SENDER, RECEIVER, RECEIVER);
    }

    /// Fastest over slowest of the throughputs whose symbols begin so.
    private double spread(String kind) {
        var rates = host.parameters().stream()
                .filter(p -> p.symbol().startsWith(kind) && p.symbol().indexOf(':') > 0)
                .mapToDouble(Calibration.Parameter::value)
                .summaryStatistics();
        return rates.getMax() / rates.getMin();
    }

    /// Throughputs of one access by size.
    private TreeMap<Long, Double> rates(String access) {
        TreeMap<Long, Double> rates = new TreeMap<>();
        for (Calibration.Parameter p : host.parameters()) {
            if (p.symbol().startsWith(access + ":")) {
                rates.put(Long.parseLong(p.symbol().substring(access.length() + 1)), p.value());
            }
        }
        return rates;
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        if (host == null) return List.of();
        Map<Long, Double> load1 = rates("LHM");
        Map<Long, Double> store1 = rates("SHS");
        Map<Long, Double> load2 = rates("LMM");
        Map<Long, Double> store2 = rates("SHM");
        Map<String, List<Figure.Point>> lines = new LinkedHashMap<>();
        load1.forEach((bytes, load) -> {
            for (long chunk : new long[] {OPEN_MPI, MPICH}) {
                Pipeline two = new Pipeline(chunk, load, store1.get(bytes), load2.get(bytes), store2.get(bytes));
                add(lines, "two copies, chunks of " + (chunk >> 10) + " KiB", bytes, two.rate(bytes));
                if (chunk == OPEN_MPI) add(lines, "one copy", bytes, two.oneCopy());
            }
        });
        List<Figure.Series> series = new ArrayList<>();
        lines.forEach((name, points) -> series.add(new Figure.Series(name, name, "", "", true, points)));
        return List.of(new Figure(
                "putigny-4",
                "Messages by one copy and by two, predicted by eqs 1 to 3",
                "From this host's calibration. Compare fig. 4 of the paper.",
                Figure.Kind.LINES,
                new Figure.Axis("bytes", "bytes"),
                new Figure.Axis("GB/s", "log"),
                List.of(),
                series));
    }

    private static void add(Map<String, List<Figure.Point>> lines, String name, double x, double y) {
        lines.computeIfAbsent(name, any -> new ArrayList<>()).add(new Figure.Point(x, y, y, y, "", ""));
    }
}
