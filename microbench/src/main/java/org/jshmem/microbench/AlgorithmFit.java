// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jshmem.Collective;
import org.jshmem.calibration.Calibration;
import org.jshmem.collective.Catalog;
import org.jshmem.collective.Cost;
import org.jshmem.report.Result;

/// The two prices of each algorithm's own cost formula: a message, from the smallest size; and a byte, at each size, as
/// caches make it differ. Both over all counts of PEs that were measured.
final class AlgorithmFit {
    private AlgorithmFit() {}

    /// Every algorithm that [Algorithms] measured.
    static List<Calibration.Algorithm> of(List<Result> results) {
        var fitted = new ArrayList<Calibration.Algorithm>();
        Algorithms.COMPARED.forEach((collective, names) -> {
            for (String name : names) {
                String variant = collective.name().toLowerCase(Locale.ROOT) + "/" + name;
                List<Result> own = results.stream()
                        .filter(r -> r.benchmark().equals("algorithms")
                                && r.variant().equals(variant))
                        .toList();
                if (!own.isEmpty()) fitted.add(fit(collective, name, own));
            }
        });
        return fitted;
    }

    private static Calibration.Algorithm fit(Collective collective, String name, List<Result> rows) {
        Cost cost = Catalog.cost(collective, name);
        var sizes = new TreeSet<Long>(rows.stream().map(Result::bytes).toList());
        double message =
                median(rows, sizes.first(), r -> nanos(r) / cost.alpha().of(npes(r)));
        var perByte = new TreeMap<Double, Double>();
        for (long bytes : sizes) {
            perByte.put(
                    (double) bytes,
                    bytes == sizes.first()
                            ? 0
                            : median(
                                    rows,
                                    bytes,
                                    r -> Math.max(
                                                    0,
                                                    nanos(r)
                                                            - message
                                                                    * cost.alpha()
                                                                            .of(npes(r)))
                                            / (bytes
                                                    * (cost.beta().of(npes(r))
                                                            + cost.gamma().of(npes(r))))));
        }
        double[] off = rows.stream()
                .mapToDouble(r -> Math.abs(
                        cost.of(npes(r), r.bytes(), message, perByte.get((double) r.bytes()), perByte.get((double)
                                                r.bytes()))
                                        / nanos(r)
                                - 1))
                .sorted()
                .toArray();
        var points = new ArrayList<Calibration.Point>();
        perByte.forEach((bytes, nanos) -> points.add(new Calibration.Point(bytes, nanos)));
        return new Calibration.Algorithm(collective.name(), name, message, points, off[off.length / 2]);
    }

    private static double median(List<Result> rows, long bytes, java.util.function.ToDoubleFunction<Result> value) {
        double[] all =
                rows.stream().filter(r -> r.bytes() == bytes).mapToDouble(value).toArray();
        Arrays.sort(all);
        return (all[all.length / 2] + all[(all.length - 1) / 2]) / 2;
    }

    private static int npes(Result r) {
        return r.where().npes();
    }

    /// The fastest sample: a compiler at work or a neighbour would decide between algorithms else.
    private static double nanos(Result r) {
        return r.time().min();
    }
}
