// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                plan("9a", "Allgather", m -> figure(m, styles(SccScenes::allgather))),
                plan("9b", "Alltoall", m -> figure(m, styles(SccScenes::alltoall))),
                plan("9c", "ReduceScatter", m -> figure(m, steps(SccScenes::reduceScatter))),
                plan("9d", "Broadcast", m -> figure(m, steps(SccScenes::broadcast))),
                plan("9e", "Reduce", m -> figure(m, steps(SccScenes::reduce))),
                plan("9f", "Allreduce", m -> figure(m, sums()).with(printed(m))),
                plan("10", "the application with each step", KohlerFigures::application));
    }

    private static FigurePlan plan(String number, String what, Function<Machine, Figure> figure) {
        return FigurePlan.of("Kohler et al. 2012", "K", number, what, figure);
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
                "1 blocking, 2 iRCCE, 3 lightweight, 4 balanced, 5 on the buffers. Printed: step 3 saves more than 17 % of"
                        + " step 2, and step 5 makes the application more than 40 % faster.",
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

    private interface Step {
        SccScenes.Sized of(Rcce style, Split split);
    }

    private static Map<String, SccScenes.Sized> steps(Step step) {
        Map<String, SccScenes.Sized> lines = styles(style -> step.of(style, Rcce.REST_FIRST));
        lines.put("balanced", step.of(Rcce.LIGHTWEIGHT, Split.ELEMENTS));
        lines.put("whole lines (ours)", step.of(Rcce.LIGHTWEIGHT, Split.LINES));
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
        return new Figure(
                "On core 0 of 48, vectors in the caches, every fifth length. The paper's points are pictures; diamonds are its"
                        + " printed gains, below the simulated blocking collective.",
                new Figure.Axis("doubles", "linear"),
                "microseconds",
                series);
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
