// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.calibration.Calibration;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.fidelity.Band;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Row;
import org.jshmem.fidelity.Target;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// Paper U: the values that follow from its equations and printed numbers. On a calibrated host, it adds the paper's
/// first microbenchmark on this host and the message rates that the equations derive from it.
public final class Putigny implements Paper {
    private static final long OPEN_MPI = 32 << 10;
    private static final long MPICH = 64 << 10;
    private static final double SENDER = 20; // GB/s, IV-B
    private static final double RECEIVER = 15;

    private final Calibration host;
    private HostMessages messages;

    /// For the service loader.
    public Putigny() {
        this(CalibrationFile.find(System.getenv()).calibration());
    }

    private Putigny(Calibration host) {
        this.host = host;
    }

    /// Returns the paper without a host: the values that follow from the paper alone.
    public static Putigny byEquations() {
        return new Putigny(null);
    }

    @Override
    public String title() {
        return "U: Putigny, Ruelle, Goglin, PDSEC 2014";
    }

    @Override
    public boolean isUsual() {
        return false; // the paper has rows of the calibrated host
    }

    @Override
    public String place() {
        return host == null ? "by its equations" : "by its equations, and on the calibrated host";
    }

    /// Returns null: the paper's Xeon and Opteron have no model here.
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
            rows.add(
                    value == null
                            ? Row.notRun(target)
                            : Row.measured(target, Band.of(new double[] {value}, List.of())));
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
        values.put("U-11/intel", 640.0 * OPEN_MPI / (1 << 20));
        values.put("U-11/amd", 192.0 * OPEN_MPI / (1 << 20));
        if (host != null) {
            values.put("U-01/load", spread("LM"));
            values.put("U-01/store", spread("SM"));
            messages = HostMessages.measure(host);
            values.put("U-03/host", messages.error(true));
            values.put("U-04/host", messages.error(false));
        }
        return values;
    }

    private static Pipeline printed(long chunk) {
        return new Pipeline(chunk, SENDER, SENDER, RECEIVER, RECEIVER);
    }

    /// Returns the fastest over the slowest of the throughputs whose symbols begin with `kind`.
    private double spread(String kind) {
        var rates = host.parameters().stream()
                .filter(p -> p.symbol().startsWith(kind) && p.symbol().indexOf(':') > 0)
                .mapToDouble(Calibration.Parameter::value)
                .summaryStatistics();
        return rates.getMax() / rates.getMin();
    }

    @Override
    public List<String> details() {
        return messages == null ? List.of() : messages.lines();
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        return messages == null ? List.of() : List.of(messages.figure());
    }
}
