// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.Split;
import org.jshmem.report.Figure;
import org.jshmem.sim.model.Machine;

/// Kohler's figure 9 as simulated: latency of six collectives over the length of the vector, a line for each step. Of
/// its values the paper prints only those in the board's rows.
final class KohlerFigures {
    /// Every third length, so that each place of the last element in its line occurs; 552, 576 and 600 among them.
    private static final int[] DOUBLES =
            IntStream.iterate(501, n -> n < 700, n -> n + 3).toArray();

    private KohlerFigures() {}

    static List<Figure> of(Machine m) {
        return List.of(
                figure(m, "a", "Allgather", styles(SccScenes::allgather), false),
                figure(m, "b", "Alltoall", styles(SccScenes::alltoall), false),
                figure(m, "c", "ReduceScatter", steps(SccScenes::reduceScatter), false),
                figure(m, "d", "Broadcast", steps(SccScenes::broadcast), false),
                figure(m, "e", "Reduce", steps(SccScenes::reduce), false),
                figure(m, "f", "Allreduce", sums(), true));
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
        Map<String, SccScenes.Sized> lines = new LinkedHashMap<>();
        lines.put("blocking", SccScenes.allreduce("rcce"));
        lines.put("iRCCE", SccScenes.allreduce("ircce"));
        lines.put("lightweight", SccScenes.allreduce("rcce-light"));
        lines.put("balanced", SccScenes.allreduce("rcce-even"));
        lines.put("on the buffers", SccScenes.allreduce("rcce-direct"));
        lines.put("whole lines (ours)", SccScenes.allreduce("rcce-lines"));
        return lines;
    }

    private static Figure figure(
            Machine m, String letter, String what, Map<String, SccScenes.Sized> lines, boolean banded) {
        List<Figure.Series> series = new ArrayList<>();
        lines.forEach((name, sized) -> series.add(
                banded
                        ? FigureSeries.banded(name, m, DOUBLES, on -> SccScenes.sweep(on, sized, DOUBLES))
                        : FigureSeries.exact(name, "simulated", DOUBLES, SccScenes.sweep(m, sized, DOUBLES))));
        return FigureSeries.lines(
                "K-fig-9" + letter,
                "Figure 9" + letter + ": " + what,
                "On core 0 of 48, vectors in the caches, every third length"
                        + (banded ? "; the band is over the machine's variations." : ", without a band.")
                        + " The paper's points are printed as pictures only.",
                new Figure.Axis("doubles", "linear"),
                "us",
                series);
    }
}
