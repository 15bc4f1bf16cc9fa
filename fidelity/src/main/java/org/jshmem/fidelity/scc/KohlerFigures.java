// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
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

    static List<Figure> of(Machine m) {
        return List.of(
                figure(m, "a", "Allgather", styles(SccScenes::allgather)),
                figure(m, "b", "Alltoall", styles(SccScenes::alltoall)),
                figure(m, "c", "ReduceScatter", steps(SccScenes::reduceScatter)),
                figure(m, "d", "Broadcast", steps(SccScenes::broadcast)),
                figure(m, "e", "Reduce", steps(SccScenes::reduce)),
                figure(m, "f", "Allreduce", sums()),
                application(m));
    }

    /// Figure 10: the steps in their order; the paper prints that all of them save more than 40 %, and the third 17
    /// %.
    private static Figure application(Machine m) {
        String[] steps = {"rcce", "ircce", "rcce-light", "rcce-even", "rcce-direct"};
        int[] x = {1, 2, 3, 4, 5};
        double[] seconds = new double[steps.length];
        for (int i = 0; i < steps.length; i++) {
            seconds[i] = 1000 * SccScenes.application(m, steps[i]).result().seconds();
        }
        return new Figure(
                "K-fig-10",
                "Figure 10: the application with each step",
                "1 blocking, 2 iRCCE, 3 lightweight, 4 balanced, 5 on the buffers. Printed: step 3 saves more than 17 % of"
                        + " step 2, and step 5 makes the application more than 40 % faster.",
                new Figure.Axis("step", "linear"),
                "ms",
                List.of(
                        FigureSeries.exact("application", x, seconds),
                        FigureSeries.printed(
                                "application", new int[] {3, 5}, new double[] {0.83 * seconds[1], seconds[0] / 1.4})));
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

    private static Figure figure(Machine m, String letter, String what, Map<String, SccScenes.Sized> lines) {
        List<FigureSeries> series = new ArrayList<>();
        lines.forEach(
                (name, sized) -> series.add(FigureSeries.exact(name, DOUBLES, SccScenes.sweep(m, sized, DOUBLES))));
        if (letter.equals("f")) series.addAll(printed(m));
        return new Figure(
                "K-fig-9" + letter,
                "Figure 9" + letter + ": " + what,
                "On core 0 of 48, vectors in the caches, every fifth length. The paper's points are pictures; diamonds are its"
                        + " printed gains, below the simulated blocking collective.",
                new Figure.Axis("doubles", "linear"),
                "us",
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
