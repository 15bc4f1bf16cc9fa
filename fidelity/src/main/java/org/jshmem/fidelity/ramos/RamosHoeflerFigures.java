// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.ramos;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
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
                new FigurePlan("R-6a", m -> contention(m, false)),
                new FigurePlan("R-6b", m -> contention(m, true)),
                new FigurePlan("R-9", RamosHoeflerFigures::trees),
                new FigurePlan("R-10", m -> collective(m, null, Curve.SMALL_BROADCAST)),
                new FigurePlan("R-11", m -> collective(m, null, Curve.FLAT_BROADCAST, Curve.PIPELINED_BROADCAST)),
                new FigurePlan("R-12", m -> collective(m, n -> Baselines.openMpBarrier(m, n) / 1000, Curve.BARRIER)),
                new FigurePlan(
                        "R-13", m -> collective(m, n -> Baselines.openMpReduction(m, n) / 1000, Curve.REDUCTION)));
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
        return new Figure(new Figure.Axis("threads that read", "linear"), MICROSECONDS, series);
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
        return new Figure(AXIS, MICROSECONDS, series);
    }

    /// Returns a figure of one algorithm or two, with MPI, and with OpenMP if there is one.
    private static Figure collective(Machine machine, IntToDoubleFunction openMp, Curve... curves) {
        MinMaxModel model = MinMaxModel.of(machine::value);
        Optimum optimum = RamosHoefler.optimum(machine);
        List<FigureSeries> series = new ArrayList<>();
        for (Curve curve : curves) {
            String name = curves.length == 1 ? "simulated" : curve == Curve.FLAT_BROADCAST ? "flat" : "pipelined";
            series.add(FigureSeries.banded(name, machine, THREADS, m -> times(curve, m)));
            IntFunction<MinMaxModel.Band> band = n -> curve.formula.band(model, n, optimum);
            series.add(FigureSeries.formula(
                    name, "best case", THREADS, n -> band.apply(n).min() / 1000));
            series.add(FigureSeries.formula(
                    name, "worst case", THREADS, n -> band.apply(n).max() / 1000));
        }
        series.add(FigureSeries.own(MPI, THREADS, n -> curves[0].mpi.applyAsDouble(machine, n) / 1000));
        if (openMp != null) series.add(FigureSeries.own(OPENMP, THREADS, openMp));
        return new Figure(AXIS, MICROSECONDS, series);
    }

    private static double[] times(Curve curve, Machine m) {
        Optimum optimum = RamosHoefler.optimum(m);
        return IntStream.of(THREADS)
                .mapToDouble(n -> curve.simulated.nanos(m, n, optimum) / 1000)
                .toArray();
    }
}
