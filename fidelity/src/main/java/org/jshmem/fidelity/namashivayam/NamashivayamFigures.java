// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.sim.cost.Machine;

/// The figures 3 to 5, 7, 8 and 10 of Namashivayam et al. as simulated, with the gains that the text prints as
/// marks.
final class NamashivayamFigures {
    private static final int[] BLOCKS = {1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144}; // ints
    private static final int[] SMALL = {1, 16, 256, 1024};
    private static final Figure.Axis INTS = new Figure.Axis("ints of 4 bytes", "log2");
    private static final Figure.Axis MICROSECONDS = new Figure.Axis("us", "log");

    private final Machine m;

    private NamashivayamFigures(Machine machine) {
        m = machine;
    }

    static List<Figure> of(Machine machine) {
        var figures = new NamashivayamFigures(machine);
        return List.of(
                figures.latency(),
                figures.bandwidth("4", 1, 2),
                figures.bandwidth("5", 8, 64),
                figures.reductions(),
                figures.accesses(),
                figures.againstMpi());
    }

    private Figure latency() {
        double put = TransferBenchmarks.put(m, 1, 1, true) / 1000;
        return new Figure(
                "N-fig-3",
                "Figure 3: latency of put, get and ptr",
                "One pair, one access after the other. Printed: ptr saves up to 60 %, below the simulated put of an int.",
                INTS,
                MICROSECONDS,
                List.of(
                        FigureSeries.own("put", BLOCKS, n -> TransferBenchmarks.put(m, 1, n, true) / 1000),
                        FigureSeries.own("get", BLOCKS, n -> TransferBenchmarks.get(m, 1, n) / 1000),
                        FigureSeries.own("ptr", BLOCKS, n -> TransferBenchmarks.ptr(m, 1, n, true) / 1000),
                        FigureSeries.printed("ptr", 1, 0.4 * put)));
    }

    private Figure bandwidth(String number, int... pairs) {
        List<FigureSeries> series = new ArrayList<>();
        double least = 0;
        for (int count : pairs) {
            series.add(FigureSeries.own(
                    "put, " + count + " pairs", BLOCKS, n -> rate(n, TransferBenchmarks.put(m, count, n, false))));
            series.add(FigureSeries.own(
                    "ptr, " + count + " pairs", BLOCKS, n -> rate(n, TransferBenchmarks.ptr(m, count, n, false))));
            least = rate(1, TransferBenchmarks.put(m, pairs[0], 1, false));
        }
        series.add(FigureSeries.printed("ptr, " + pairs[0] + " pairs", 1, 12 * least));
        return new Figure(
                "N-fig-" + number,
                "Figure " + number + ": bandwidth of put and of loops through ptr",
                "Of one pair, all at once. Printed: up to 12 times; the mark is 12 times the simulated put of an int.",
                INTS,
                new Figure.Axis("MB/s", "log"),
                series);
    }

    private static double rate(int ints, double nanos) {
        return 4000.0 * ints / nanos;
    }

    private Figure reductions() {
        List<FigureSeries> series = new ArrayList<>();
        for (String algorithm : List.of("flat", "rd", "bruck", "rsag")) {
            series.add(FigureSeries.own(algorithm, SMALL, n -> Namashivayam.sum(m, algorithm, "putget", n) / 1000));
        }
        series.add(FigureSeries.own("MPICH", SMALL, n -> Namashivayam.mpi(m, n) / 1000));
        return new Figure(
                "N-fig-7",
                "Figure 7: reductions on 64 PEs by put and get, and MPI",
                "Up to 4 kB. Printed: the flat tree is the worst, recursive doubling improves up to 1,024 ints, MVAPICH2 is the"
                        + " best for small arrays.",
                INTS,
                MICROSECONDS,
                series);
    }

    private Figure accesses() {
        List<FigureSeries> series = new ArrayList<>();
        for (String algorithm : List.of("flat", "rd", "bruck", "rsag")) {
            for (String access : List.of("putget", "ptr")) {
                series.add(FigureSeries.own(
                        algorithm + ", " + access, SMALL, n -> Namashivayam.sum(m, algorithm, access, n) / 1000));
            }
        }
        return new Figure(
                "N-fig-8",
                "Figure 8: reductions on 64 PEs by put and get, and by ptr",
                "Printed: ptr improves them.",
                INTS,
                MICROSECONDS,
                series);
    }

    private Figure againstMpi() {
        return new Figure(
                "N-fig-10",
                "Figure 10: reductions on 64 PEs by ptr against MPI",
                "Up to 4 kB. Printed: recursive doubling saves up to 22 % of MVAPICH2; the mark is below the simulated MPICH.",
                INTS,
                MICROSECONDS,
                List.of(
                        FigureSeries.own("rd, ptr", SMALL, n -> Namashivayam.sum(m, "rd", "ptr", n) / 1000),
                        FigureSeries.own("rsag, ptr", SMALL, n -> Namashivayam.sum(m, "rsag", "ptr", n) / 1000),
                        FigureSeries.own("MPICH", SMALL, n -> Namashivayam.mpi(m, n) / 1000),
                        FigureSeries.printed("rd, ptr", 16, 0.78 * Namashivayam.mpi(m, 16) / 1000)));
    }
}
