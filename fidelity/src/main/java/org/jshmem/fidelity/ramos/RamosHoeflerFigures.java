// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.papers.ramos.MinMaxModel;
import org.jshmem.papers.ramos.Optimum;
import org.jshmem.sim.cost.Machine;

/// The figures 6 and 9 to 13 of Ramos & Hoefler as simulated.
final class RamosHoeflerFigures {
    private static final int[] THREADS =
            IntStream.iterate(2, n -> n <= 60, n -> n + 2).toArray();
    private static final Figure.Axis AXIS = new Figure.Axis("threads", "linear");
    private static final String MICROSECONDS = "microseconds";
    private static final String MPI = "MPI, no software: lower bound";
    private static final String OPENMP = "OpenMP, no software: lower bound";

    private RamosHoeflerFigures() {}

    static List<FigurePlan> all() {
        return List.of(
                plan("6a", "readers of a line in its owner's cache", m -> contention(m, false)),
                plan("6b", "readers of a line in memory", m -> contention(m, true)),
                plan("9", "small broadcast in several trees", RamosHoeflerFigures::trees),
                plan("10", "small broadcast", m -> collective(m, null, Curve.SMALL_BROADCAST)),
                plan(
                        "11",
                        "broadcast of 8 kB, flat and pipelined",
                        m -> collective(m, null, Curve.FLAT_BROADCAST, Curve.PIPELINED_BROADCAST)),
                plan("12", "barrier", m -> collective(m, n -> Baselines.openMpBarrier(m, n) / 1000, Curve.BARRIER)),
                plan(
                        "13",
                        "reduction of a word",
                        m -> collective(m, n -> Baselines.openMpReduction(m, n) / 1000, Curve.REDUCTION)));
    }

    private interface Simulation {
        Figure of(Machine m);
    }

    private static FigurePlan plan(String number, String what, Simulation figure) {
        return FigurePlan.of("Ramos and Hoefler 2013", "R", number, what, figure::of);
    }

    private static Figure contention(Machine machine, boolean inMemory) {
        int[] readers = IntStream.range(1, 60).toArray();
        MinMaxModel model = MinMaxModel.of(machine::value);
        List<FigureSeries> series = new ArrayList<>();
        series.add(FigureSeries.banded(
                "simulated",
                machine,
                readers,
                m -> IntStream.of(readers)
                        .mapToDouble(n -> Scenes.readers(m, n, inMemory) / 1000)
                        .toArray()));
        if (!inMemory) series.add(FigureSeries.bound("equation 3", readers, n -> model.contention(n) / 1000));
        return new Figure(
                "Time until all have copied the line; the band is over the machine's variations."
                        + (inMemory ? " The paper prints no numbers of its fit for lines in memory." : ""),
                new Figure.Axis("threads that read", "linear"),
                MICROSECONDS,
                series);
    }

    private static Figure trees(Machine m) {
        List<FigureSeries> series = new ArrayList<>();
        series.add(FigureSeries.own(
                "optimal",
                THREADS,
                n -> RamosHoefler.median(
                                m, TreeShape.levels(n, RamosHoefler.optimum(m).broadcastTree(n)))
                        / 1000));
        for (String name : RamosHoefler.usual(2).keySet()) {
            series.add(FigureSeries.own(
                    name,
                    THREADS,
                    n -> RamosHoefler.median(m, RamosHoefler.usual(n).get(name)) / 1000));
        }
        return new Figure(
                "Medians over 21 seeds, data in the root's cache. Printed: the optimal tree has the lowest latency.",
                AXIS,
                MICROSECONDS,
                series);
    }

    /// Returns a figure of one algorithm or two, with MPI, and with OpenMP if there is one.
    private static Figure collective(Machine machine, IntToDoubleFunction openMp, Curve... curves) {
        MinMaxModel model = MinMaxModel.of(machine::value);
        Optimum optimum = RamosHoefler.optimum(machine);
        List<FigureSeries> series = new ArrayList<>();
        for (Curve curve : curves) {
            String name = curves.length == 1 ? "simulated" : curve == Curve.FLAT_BROADCAST ? "flat" : "pipelined";
            series.add(FigureSeries.banded(name, machine, THREADS, m -> times(curve, m)));
            series.add(FigureSeries.formula(
                    name,
                    "best case",
                    THREADS,
                    n -> curve.formula.band(model, n, optimum).min() / 1000));
            series.add(FigureSeries.formula(
                    name,
                    "worst case",
                    THREADS,
                    n -> curve.formula.band(model, n, optimum).max() / 1000));
        }
        series.add(FigureSeries.own(MPI, THREADS, n -> curves[0].mpi.nanos(machine, n) / 1000));
        if (openMp != null) series.add(FigureSeries.own(OPENMP, THREADS, openMp));
        return new Figure(
                "The band is over the machine's variations; best and worst case are the paper's formulas. The paper's"
                        + " algorithms lie below the libraries it measured. Here the libraries' lines are their algorithms"
                        + " with copies and flags alone, so a line below the simulated one contradicts nothing.",
                AXIS,
                MICROSECONDS,
                series);
    }

    private static double[] times(Curve curve, Machine m) {
        Optimum optimum = RamosHoefler.optimum(m);
        return IntStream.of(THREADS)
                .mapToDouble(n -> curve.simulated.nanos(m, n, optimum) / 1000)
                .toArray();
    }
}
