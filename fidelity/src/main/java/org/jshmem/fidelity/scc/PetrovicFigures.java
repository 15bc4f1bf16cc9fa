// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.sim.cost.Machine;

/// Petrović's figures 4, 6 and 8 as simulated. The paper prints their points as pictures only; the figures include
/// the values that its text gives.
final class PetrovicFigures {
    private static final int[] DEGREES = {2, 7, 47};
    private static final int CHUNK = 96;
    private static final Figure.Axis LINES = new Figure.Axis("lines of 32 bytes", "linear");

    private PetrovicFigures() {}

    static List<Figure> of(Machine m) {
        return List.of(
                contention(m, "gets of 128 lines", true),
                contention(m, "puts of a line", false),
                modelled(m, "6a", new int[] {1, 24, 48, 72, 96, 120, 144, 168, 192}),
                modelled(m, "6b", IntStream.rangeClosed(1, 30).toArray()),
                latency(m),
                throughput(m));
    }

    private static Figure contention(Machine m, String what, boolean get) {
        List<Figure.Point> points = new ArrayList<>();
        for (int n : new int[] {1, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48}) {
            double[] took = SccScenes.accesses(m, n, get, false);
            var of = DoubleStream.of(took).summaryStatistics();
            points.add(new Figure.Point(n, of.getAverage(), of.getMin(), of.getMax()));
        }
        return new Figure(
                get ? "P-fig-4a" : "P-fig-4b",
                "Figure 4: " + what + " from all at once, one buffer",
                "Mean of the cores; the band is the fastest and the slowest core. Printed: nothing measurable up to 24 cores; at"
                        + " 48 the slowest core takes over " + (get ? "two" : "four")
                        + " times as long as the fastest, which a fair port does not give.",
                new Figure.Axis("cores", "linear"),
                "us",
                List.of(new FigureSeries(what, what, FigureSeries.Style.SOLID, points)));
    }

    /// Returns the formula and the simulation on the unchanged machine.
    private static Figure modelled(Machine m, String number, int[] lines) {
        OcModel model = new OcModel(m);
        List<FigureSeries> series = new ArrayList<>();
        for (int k : DEGREES) {
            series.add(FigureSeries.formula("k = " + k, lines, of(lines, n -> model.latency(k, n, CHUNK))));
            series.add(FigureSeries.exact(
                    "k = " + k, lines, of(lines, n -> SccScenes.broadcast(m, SccScenes.oc(k), n))));
        }
        series.add(FigureSeries.exact(
                "binomial", lines, of(lines, n -> SccScenes.broadcast(m, SccScenes.named("rcce-binomial"), n))));
        return new Figure(
                "P-fig-" + number,
                "Figure " + number + ": latency of OC-Bcast by the equations, and simulated",
                "Dashed: the prices of table 1 with flags, one hop to everything, no contention (the complete formula is not"
                        + " printed: ours). Solid: simulated, all distances and contention.",
                LINES,
                "us",
                series);
    }

    private static Figure latency(Machine m) {
        int[] lines = {1, 16, 32, 48, 64, 80, 96, 97, 112, 128, 144, 160, 176, 192};
        List<FigureSeries> series = measured(m, lines, SccScenes::broadcast, "binomial");
        series.add(FigureSeries.printed("k = 7", 1, 16.6));
        series.add(FigureSeries.printed("binomial", 1, 21.6));
        return new Figure(
                "P-fig-8a",
                "Figure 8a: latency of a broadcast from core 0",
                "Until the last core returns, memory in no cache. Of the measured points two are printed.",
                LINES,
                "us",
                series);
    }

    private static Figure throughput(Machine m) {
        int[] lines = {1, 8, 32, 96, 97, 192, 768, 3072, 32_768};
        List<FigureSeries> series =
                measured(m, lines, (on, how, n) -> SccScenes.throughput(on, how, n, n > 768 ? 1 : 4), "scatter");
        series.add(FigureSeries.printed("k = 2", 32_768, 35.22));
        series.add(FigureSeries.printed("k = 7", 32_768, 34.30));
        series.add(FigureSeries.printed("k = 47", 32_768, 30.1));
        series.add(FigureSeries.printed("scatter", 32_768, 13.38));
        return new Figure(
                "P-fig-8b",
                "Figure 8b: throughput of a broadcast from core 0",
                "Back to back, each of other memory, the longest once. Printed: table 2, and 16 % under it for k = 47.",
                new Figure.Axis("lines of 32 bytes", "log2"),
                "MB/s",
                series);
    }

    private interface Measure {
        double of(Machine m, SccScenes.Broadcast how, int lines);
    }

    private static List<FigureSeries> measured(Machine m, int[] lines, Measure measure, String other) {
        List<FigureSeries> series = new ArrayList<>();
        for (int k : DEGREES) {
            series.add(FigureSeries.own("k = " + k, lines, n -> measure.of(m, SccScenes.oc(k), n)));
        }
        series.add(FigureSeries.own(other, lines, n -> measure.of(m, SccScenes.named("rcce-" + other), n)));
        return series;
    }

    private static double[] of(int[] lines, IntToDoubleFunction value) {
        return IntStream.of(lines).mapToDouble(value).toArray();
    }
}
