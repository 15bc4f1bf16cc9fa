// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.Split;
import org.jshmem.sim.cost.Machine;

/// Kohler's figure 9 as simulated: latency of six collectives over the length of the vector, a line for each step.
/// Of its values the paper prints only those in the board's rows.
final class KohlerFigures {
    /// Every fifth length, so that each place of the last element in its line occurs; 576 among them.
    private static final int[] DOUBLES =
            IntStream.iterate(501, n -> n < 700, n -> n + 5).toArray();

    private KohlerFigures() {}

    static List<FigurePlan> all() {
        return List.of(
                new FigurePlan("K-9a", m -> figure(m, styles(SccScenes::allgather))),
                new FigurePlan("K-9b", m -> figure(m, styles(SccScenes::alltoall))),
                new FigurePlan("K-9c", m -> figure(m, steps(SccScenes::reduceScatter))),
                new FigurePlan("K-9d", m -> figure(m, steps(SccScenes::broadcast))),
                new FigurePlan("K-9e", m -> figure(m, steps(SccScenes::reduce))),
                new FigurePlan("K-9f", m -> figure(m, sums()).with(printed(m))),
                new FigurePlan("K-10", KohlerFigures::application));
    }

    private static Figure application(Machine m) {
        String[] steps = {"rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct"};
        int[] x = {1, 2, 3, 4, 5};
        FigureSeries simulated = FigureSeries.own(
                "application",
                x,
                step -> 1000
                        * SccScenes.application(m, steps[step - 1]).result().seconds());
        double[] times =
                simulated.points().stream().mapToDouble(Figure.Point::y).toArray();
        return new Figure(
                new Figure.Axis("step", "linear"),
                "milliseconds",
                List.of(simulated, FigureSeries.printed("application", new int[] {3, 5}, new double[] {
                    0.83 * times[1], times[0] / 1.4
                })));
    }

    private static Map<String, SccScenes.Sized> styles(Function<Rcce, SccScenes.Sized> of) {
        Map<String, SccScenes.Sized> lines = new LinkedHashMap<>();
        lines.put("blocking", of.apply(Rcce.BLOCKING));
        lines.put("iRCCE", of.apply(Rcce.REQUESTS));
        lines.put("lightweight", of.apply(Rcce.LIGHTWEIGHT));
        return lines;
    }

    private static Map<String, SccScenes.Sized> steps(BiFunction<Rcce, Split, SccScenes.Sized> step) {
        Map<String, SccScenes.Sized> lines = styles(style -> step.apply(style, Rcce.REST_FIRST));
        lines.put("balanced", step.apply(Rcce.LIGHTWEIGHT, Split.ELEMENTS));
        lines.put("whole lines (ours)", step.apply(Rcce.LIGHTWEIGHT, Split.LINES));
        return lines;
    }

    private static Map<String, SccScenes.Sized> sums() {
        String[] names = {"blocking", "iRCCE", "lightweight", "balanced", "on the buffers", "whole lines (ours)"};
        String[] algorithms = {"rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct", "rcce-lines"};
        Map<String, SccScenes.Sized> lines = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) lines.put(names[i], SccScenes.allreduce(algorithms[i]));
        return lines;
    }

    private static Figure figure(Machine m, Map<String, SccScenes.Sized> lines) {
        List<FigureSeries> series = lines.entrySet().parallelStream()
                .map(line -> FigureSeries.exact(line.getKey(), DOUBLES, SccScenes.sweep(m, line.getValue(), DOUBLES)))
                .toList();
        return new Figure(new Figure.Axis("doubles", "linear"), "microseconds", series);
    }

    /// Returns the printed steps at 552 doubles and the largest gain, at 574, below the simulated blocking
    /// Allreduce.
    private static List<FigureSeries> printed(Machine m) {
        double at552 = SccScenes.repeated(m, SccScenes.allreduce("rcce"), 552);
        double at574 = SccScenes.repeated(m, SccScenes.allreduce("rcce"), 574);
        return List.of(
                FigureSeries.printed("iRCCE", 552, at552 / 1.25),
                FigureSeries.printed("lightweight", 552, at552 / 1.25 / 1.65),
                FigureSeries.printed("balanced", 552, at552 / 1.25 / 1.65 / 1.28),
                FigureSeries.printed("on the buffers", 574, at574 / 3.6));
    }
}
