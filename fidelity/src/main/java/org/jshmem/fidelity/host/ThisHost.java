// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jshmem.calibration.CalibrationFile;
import org.jshmem.fidelity.Band;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Row;
import org.jshmem.fidelity.Target;
import org.jshmem.microbench.launch.SuiteJob;
import org.jshmem.report.Figure;
import org.jshmem.report.Result;
import org.jshmem.sim.model.Machine;

/// Real PEs of this host against simulated ones of its calibrated machine.
///
/// A row's value is the median over its operations of `|simulated / real - 1|` in percent, its band the 5 % and 95 %
/// quantiles.
public final class ThisHost implements Paper {
    private static final int NPES = 2;
    private static final String COPIES = "barrier put get putget --sizes 64,512,4k,32k,128k,512k,2m,4m,16m";
    private static final String COLLECTIVES =
            "reduce broadcast fcollect alltoall --algorithm rd,rsag,tiled,central --access ptr --sizes 8,64,1k,8k,64k,128k";

    private final List<Pair> pairs = new ArrayList<>();
    private List<String> starts = List.of();

    /// One operation, timed on real PEs and on simulated ones.
    private record Pair(Result real, double simulated) {
        double error() {
            return 100 * Math.abs(simulated / nanos(real) - 1);
        }
    }

    @Override
    public String title() {
        return "Host: real PEs against simulated ones";
    }

    @Override
    public String key() {
        return "host";
    }

    @Override
    public boolean isUsual() {
        return false; // the rows run real jobs, and need a calibration
    }

    @Override
    public Machine machine() {
        return Machine.named("calibrated");
    }

    @Override
    public List<Target> targets() {
        return Target.read(ThisHost.class, "targets.csv");
    }

    @Override
    public List<Experiment> experiments() {
        return List.of();
    }

    @Override
    public List<Row> ownRows(String only) {
        machine(); // throws before the first measurement if the host is not calibrated
        var real = new Starts(CalibrationFile.find(System.getenv()).calibration());
        starts = real.told();
        compare(real, COPIES);
        compare(real, COLLECTIVES);
        List<Row> rows = new ArrayList<>();
        for (Target target : targets()) {
            if (!target.id().startsWith(only)) continue;
            double[] errors = errors(target.id());
            rows.add(
                    errors.length == 0
                            ? Row.notRun(target)
                            : Row.measured(target, ofMedian(Band.of(errors, List.of()))));
        }
        return rows;
    }

    private double[] errors(String id) {
        return pairs.stream()
                .filter(pair -> belongs(id).test(pair.real))
                .mapToDouble(Pair::error)
                .toArray();
    }

    /// Returns the band of a median: the claims are about medians, so the verdict uses the median alone.
    private static Band ofMedian(Band b) {
        return new Band(b.median(), b.low(), b.high(), b.median(), b.median(), b.seeds());
    }

    private void compare(Starts real, String tests) {
        try {
            Map<String, Double> simulated = new HashMap<>();
            for (Result result : SuiteJob.real(NPES, "pingpong --pairs 1 " + tests)
                    .on("host")
                    .run()) {
                simulated.put(result.key(), nanos(result));
            }
            for (Result result : real.of(tests)) {
                Double other = simulated.get(result.key());
                if (other != null && other > 0) pairs.add(new Pair(result, other));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double nanos(Result result) {
        return result.time().median();
    }

    private static Predicate<Result> belongs(String id) {
        return switch (id.substring(id.indexOf('/') + 1)) {
            case "ptr" -> r -> r.access().equals("ptr") && (is(r, "put") || is(r, "get"));
            case "put" -> r -> r.access().equals("putget") && is(r, "put");
            case "get" -> r -> r.access().equals("putget") && is(r, "get");
            case "broadcast" -> r -> is(r, "broadcast") || is(r, "fcollect") || is(r, "alltoall");
            case String test -> r -> is(r, test);
        };
    }

    private static boolean is(Result result, String benchmark) {
        return result.benchmark().equals(benchmark);
    }

    /// Returns the medians by target, then each operation that they summarise with both times.
    @Override
    public List<String> details() {
        List<String> lines = new ArrayList<>(starts);
        for (Target target : targets()) {
            double[] errors = errors(target.id());
            Band band = errors.length == 0 ? null : Band.of(errors, List.of());
            if (band != null) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%-13s median error %5.1f %%, 5..95 %% %5.1f..%5.1f, %d pairs",
                        target.id(),
                        band.median(),
                        band.low(),
                        band.high(),
                        errors.length));
            }
        }
        for (Pair pair : pairs) {
            Result r = pair.real;
            lines.add(String.format(
                    Locale.ROOT,
                    "%-10s %-12s %-6s %9d bytes  real %12.1f ns  simulated %12.1f ns  %+7.1f %%",
                    r.benchmark(),
                    r.variant(),
                    r.access(),
                    r.bytes(),
                    nanos(r),
                    pair.simulated,
                    100 * (pair.simulated / nanos(r) - 1)));
        }
        return lines;
    }

    @Override
    public List<Figure> figures(Machine machine, int seeds) {
        List<Figure> figures = new ArrayList<>();
        for (String test : new String[] {"put", "get", "putget", "reduce"}) {
            List<Figure.Series> series = new ArrayList<>();
            pairs.stream()
                    .map(p -> p.real.variant() + " " + p.real.access())
                    .distinct()
                    .forEach(name -> {
                        List<Pair> own = pairs.stream()
                                .filter(p ->
                                        is(p.real, test) && (p.real.variant() + " " + p.real.access()).equals(name))
                                .toList();
                        if (own.isEmpty()) return;
                        series.add(line(
                                name + ", real",
                                name,
                                "",
                                own.stream().mapToDouble(p -> nanos(p.real)).toArray(),
                                own));
                        series.add(line(
                                name + ", simulated",
                                name,
                                "ptr",
                                own.stream().mapToDouble(Pair::simulated).toArray(),
                                own));
                    });
            if (series.isEmpty()) continue;
            figures.add(new Figure(
                    "host-" + test,
                    test + ", real and simulated",
                    "2 PEs",
                    Figure.Kind.LINES,
                    new Figure.Axis("bytes", "bytes"),
                    new Figure.Axis("ns", "log"),
                    List.of(),
                    series));
        }
        return figures;
    }

    private static Figure.Series line(String name, String colour, String dash, double[] y, List<Pair> of) {
        List<Figure.Point> points = new ArrayList<>();
        for (int i = 0; i < y.length; i++) {
            points.add(new Figure.Point(of.get(i).real.bytes(), y[i], y[i], y[i], "", ""));
        }
        return new Figure.Series(name, colour, dash, "", true, points);
    }
}
