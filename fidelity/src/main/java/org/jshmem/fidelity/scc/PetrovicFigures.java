// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.sim.cost.Machine;

/// Petrović's figures 3, 4, 6 and 8 as simulated. The paper prints their points as pictures only; the figures include
/// the values that its text gives.
final class PetrovicFigures {
    private static final int[] DEGREES = {2, 7, 47};
    private static final int CHUNK = 96;
    private static final String MICROSECONDS = "microseconds";
    private static final Figure.Axis LINES = new Figure.Axis("lines of 32 bytes", "linear");

    private PetrovicFigures() {}

    static List<FigurePlan> all() {
        return List.of(
                new FigurePlan("P-3a", m -> distances(m, false)),
                new FigurePlan("P-3b", m -> distances(m, true)),
                new FigurePlan("P-4a", m -> contention(m, true)),
                new FigurePlan("P-4b", m -> contention(m, false)),
                new FigurePlan("P-6a", m -> modelled(m, 1, 24, 48, 72, 96, 120, 144, 168, 192)),
                new FigurePlan(
                        "P-6b", m -> modelled(m, IntStream.rangeClosed(1, 30).toArray())),
                new FigurePlan("P-8a", PetrovicFigures::latency),
                new FigurePlan("P-8b", PetrovicFigures::throughput));
    }

    /// The paper does not print the sizes of its lines.
    private static Figure distances(Machine m, boolean memory) {
        int[] hops = IntStream.rangeClosed(1, 9).toArray();
        OcModel model = new OcModel(m);
        List<FigureSeries> series = new ArrayList<>();
        for (boolean get : new boolean[] {true, false}) {
            for (int lines : new int[] {1, 8, 16}) {
                String name = (get ? "get of " : "put of ") + lines + (lines == 1 ? " line" : " lines");
                series.add(FigureSeries.own(name, hops, d -> SccScenes.access(m, get, memory, d, lines)));
                series.add(FigureSeries.equations(name, hops, d -> model.access(get, memory, d, lines)));
            }
        }
        return new Figure(new Figure.Axis("routers between core and buffer", "linear"), MICROSECONDS, series);
    }

    private static Figure contention(Machine m, boolean get) {
        return new Figure(
                new Figure.Axis("cores", "linear"),
                MICROSECONDS,
                List.of(accesses(m, "all at once", get, false), accesses(m, "alone", get, true)));
    }

    private static FigureSeries accesses(Machine m, String name, boolean get, boolean alone) {
        List<Figure.Point> points = IntStream.of(1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48)
                .parallel()
                .mapToObj(n -> {
                    var of = DoubleStream.of(SccScenes.accesses(m, n, get, alone))
                            .summaryStatistics();
                    return new Figure.Point(n, of.getAverage(), of.getMin(), of.getMax());
                })
                .toList();
        return new FigureSeries(name, name, FigureSeries.Style.SOLID, points);
    }

    /// Returns the formulas and the simulation on the unchanged machine.
    private static Figure modelled(Machine m, int... lines) {
        OcModel model = new OcModel(m);
        List<FigureSeries> series = new ArrayList<>();
        for (int k : DEGREES) {
            series.add(FigureSeries.equations("k = " + k, lines, n -> model.latency(k, n, CHUNK)));
            series.add(FigureSeries.own("k = " + k, lines, n -> SccScenes.broadcast(m, SccScenes.oc(k), n)));
        }
        series.add(FigureSeries.equations("binomial", lines, model::binomial));
        series.add(
                FigureSeries.own("binomial", lines, n -> SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), n)));
        return new Figure(LINES, MICROSECONDS, series);
    }

    private static Figure latency(Machine m) {
        int[] lines = {1, 2, 4, 8, 16, 32, 48, 64, 80, 96, 97, 112, 128, 144, 160, 176, 192};
        List<FigureSeries> series = measured(lines, how -> n -> SccScenes.broadcast(m, how, n), "binomial");
        series.add(FigureSeries.printed("k = 7", 1, 16.6));
        series.add(FigureSeries.printed("binomial", 1, 21.6));
        return new Figure(new Figure.Axis("lines of 32 bytes", "log2"), new Figure.Axis(MICROSECONDS, "log"), series);
    }

    private static Figure throughput(Machine m) {
        int[] lines = {1, 8, 32, 96, 97, 192, 768, 3072, 32_768};
        List<FigureSeries> series =
                measured(lines, how -> n -> SccScenes.throughput(m, how, n, n > 768 ? 1 : 4), "scatter");
        series.add(FigureSeries.printed("k = 2", 32_768, 35.22));
        series.add(FigureSeries.printed("k = 7", 32_768, 34.30));
        series.add(FigureSeries.printed("k = 47", 32_768, 30.1));
        series.add(FigureSeries.printed("scatter", 32_768, 13.38));
        return new Figure(new Figure.Axis("lines of 32 bytes", "log2"), "MB/s", series);
    }

    private static List<FigureSeries> measured(
            int[] lines, Function<SccScenes.Broadcast, IntToDoubleFunction> measure, String other) {
        List<FigureSeries> series = new ArrayList<>();
        for (int k : DEGREES) {
            series.add(FigureSeries.own("k = " + k, lines, measure.apply(SccScenes.oc(k))));
        }
        series.add(FigureSeries.own(other, lines, measure.apply(SccScenes.named("rcce-" + other))));
        return series;
    }
}
