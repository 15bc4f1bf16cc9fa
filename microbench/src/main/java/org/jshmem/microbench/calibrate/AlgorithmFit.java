// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jshmem.Collective;
import org.jshmem.collective.catalog.Catalog;
import org.jshmem.collective.choice.Cost;
import org.jshmem.collective.choice.HostCosts;
import org.jshmem.microbench.collective.Algorithms;
import org.jshmem.report.Result;
import org.jshmem.report.Statistics;

/// Fit of the two coefficients of each algorithm's cost formula to measured rows, over all measured counts of PEs.
///
/// The cost of a message comes from the smallest size. The cost of a byte is fitted at each size, since caches change
/// it.
public final class AlgorithmFit {
    private AlgorithmFit() {}

    /// Fits every algorithm that [Algorithms] measured.
    static List<HostCosts.Algorithm> of(List<Result> results) {
        var fitted = new ArrayList<HostCosts.Algorithm>();
        Algorithms.COMPARED.forEach((operation, names) -> {
            for (String name : names) {
                String variant = Algorithms.variant(operation, name);
                List<Result> own = results.stream()
                        .filter(r -> r.benchmark().equals("algorithms")
                                && r.variant().equals(variant))
                        .toList();
                if (!own.isEmpty())
                    fitted.add(
                            fit(operation.collective(), name, own, r -> r.time().median()));
            }
        });
        return fitted;
    }

    /// Fits one algorithm to rows; `time` takes the nanoseconds from a row.
    public static HostCosts.Algorithm fit(
            Collective collective, String name, List<Result> rows, ToDoubleFunction<Result> time) {
        Cost cost = Catalog.cost(collective, name);
        var sizes = new TreeSet<Long>(rows.stream().map(Result::bytes).toList());
        double message = median(rows, sizes.first(), r -> time.applyAsDouble(r) / cost.messages(npes(r)));
        var perByte = new TreeMap<Long, Double>();
        for (long bytes : sizes) {
            perByte.put(
                    bytes,
                    bytes == sizes.first()
                            ? 0
                            : median(rows, bytes, r -> perByte(cost, r, time.applyAsDouble(r), message)));
        }
        double[] off = rows.stream()
                .mapToDouble(r -> {
                    double price = perByte.get(r.bytes());
                    return Math.abs(cost.of(npes(r), 1, r.bytes(), message, price, price) / time.applyAsDouble(r) - 1);
                })
                .sorted()
                .toArray();
        var points = new ArrayList<HostCosts.Point>();
        perByte.forEach((bytes, nanos) -> points.add(new HostCosts.Point(bytes, nanos)));
        return new HostCosts.Algorithm(collective.name(), name, message, points, off[off.length / 2]);
    }

    /// The time of a row without its messages, divided by the bytes that the formula moves and combines.
    private static double perByte(Cost cost, Result r, double nanos, double message) {
        double left = Math.max(0, nanos - message * cost.messages(npes(r)));
        return left / (r.bytes() * cost.uses(npes(r)));
    }

    private static double median(List<Result> rows, long bytes, ToDoubleFunction<Result> value) {
        return Statistics.median(
                rows.stream().filter(r -> r.bytes() == bytes).mapToDouble(value).toArray());
    }

    private static int npes(Result r) {
        return r.where().npes();
    }
}
