// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.fidelity.Figure;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.FigureSeries;
import org.jshmem.report.Result;
import org.jshmem.sim.cost.Machine;

/// The figures 3 to 17 of Namashivayam et al. as simulated, with the gains that the text prints as marks.
final class NamashivayamFigures {
    private static final int PES = 64;
    private static final int[] BLOCKS = {1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144}; // ints
    private static final int[] SMALL = {1, 4, 16, 64, 256, 1024};
    private static final int[] LARGE = {4096, 16_384, 65_536, 262_144, 1 << 20};
    private static final int[] ALL =
            IntStream.concat(IntStream.of(SMALL), IntStream.of(LARGE)).toArray();
    private static final List<String> ALGORITHMS = List.of("flat", "rd", "bruck", "rsag");
    private static final Figure.Axis INTS = new Figure.Axis("ints of 4 bytes", "log2");
    private static final Figure.Axis MICROSECONDS = new Figure.Axis("microseconds", "log");
    private static final Figure.Axis NUMBER_OF_PES = new Figure.Axis("PEs", "log2");
    private static final Figure.Axis MILLISECONDS = new Figure.Axis("milliseconds an iteration", "log");
    private static final Figure.Axis SECONDS = new Figure.Axis("seconds", "log");
    private static final String MPI = "MPI, no software: lower bound";

    private final Machine m;
    private final Set<String> commands = Collections.synchronizedSet(new LinkedHashSet<>());

    private NamashivayamFigures(Machine machine) {
        m = machine;
    }

    static List<FigurePlan> all() {
        return List.of(
                plan("N-3", NamashivayamFigures::latency),
                plan("N-4", f -> f.bandwidth(1, 2)),
                plan("N-5", f -> f.bandwidth(8, 64)),
                plan("N-6", NamashivayamFigures::stream),
                plan("N-7", NamashivayamFigures::reductions),
                plan("N-8", f -> f.accesses(SMALL)),
                plan("N-9", f -> f.accesses(LARGE)),
                plan("N-10", NamashivayamFigures::againstMpi),
                plan("N-11", f -> f.sort("A")),
                plan("N-12", f -> f.sort("B")),
                plan("N-13", f -> f.sort("C")),
                plan("N-14", NamashivayamFigures::reductionsOfSort),
                plan("N-15", f -> f.solver("A")),
                plan("N-16", f -> f.solver("B")),
                plan("N-17", f -> f.solver("C")));
    }

    private static FigurePlan plan(String id, Function<NamashivayamFigures, Figure> figure) {
        return new FigurePlan(id, m -> figure.apply(new NamashivayamFigures(m)));
    }

    private Figure figure(Figure.Axis x, Figure.Axis y, List<FigureSeries> series) {
        return new Figure(x, y, series, List.copyOf(commands));
    }

    /// The rows of a command, which is recorded.
    private List<Result> rows(int npes, String command) {
        commands.add("oshrun -np %d --machine %s %s".formatted(npes, m.name(), command));
        return SimulatedCommands.rows(m, npes, command);
    }

    private Figure latency() {
        double put = TransferBenchmarks.put(m, 1, 1, true) / 1000;
        return figure(
                INTS,
                MICROSECONDS,
                List.of(
                        FigureSeries.own("put", BLOCKS, n -> TransferBenchmarks.put(m, 1, n, true) / 1000),
                        FigureSeries.own("ptr, stores", BLOCKS, n -> TransferBenchmarks.ptr(m, 1, n, true) / 1000),
                        FigureSeries.own("get", BLOCKS, n -> TransferBenchmarks.get(m, 1, n) / 1000),
                        FigureSeries.own("ptr, loads", BLOCKS, n -> TransferBenchmarks.loads(m, 1, n) / 1000),
                        FigureSeries.printed("ptr, stores", 1, 0.4 * put)));
    }

    private Figure bandwidth(int... pairs) {
        List<FigureSeries> series = new ArrayList<>();
        for (int count : pairs) {
            String of = count + (count == 1 ? " pair" : " pairs");
            series.add(
                    FigureSeries.own("put, " + of, BLOCKS, n -> rate(n, TransferBenchmarks.put(m, count, n, false))));
            series.add(
                    FigureSeries.own("ptr, " + of, BLOCKS, n -> rate(n, TransferBenchmarks.ptr(m, count, n, false))));
        }
        double least = rate(1, TransferBenchmarks.put(m, pairs[0], 1, false));
        series.add(FigureSeries.printed(series.get(1).name(), 1, 12 * least));
        return figure(INTS, new Figure.Axis("MB/s", "log"), series);
    }

    private static double rate(int ints, double nanos) {
        return 4000.0 * ints / nanos;
    }

    private Figure stream() {
        int[] kernels = {1, 2, 3, 4};
        double[] best = rates("vector", "flat-ptr"); // first: it loads the module of vectors
        double[] plain = rates("scalar", "default");
        return figure(
                new Figure.Axis("kernel", "linear"),
                new Figure.Axis("MB/s", "log"),
                List.of(
                        FigureSeries.exact("original", kernels, plain),
                        FigureSeries.exact("optimized", kernels, best),
                        FigureSeries.printed(
                                "optimized",
                                kernels,
                                IntStream.range(0, 4)
                                        .mapToDouble(i -> 40 * plain[i])
                                        .toArray())));
    }

    private double[] rates(String kernel, String reduction) {
        String command = "stream --elements 1m --block 64k --passes 2 --kernel " + kernel + " --reduction " + reduction;
        return rows(2, command).stream().mapToDouble(row -> row.score().rate()).toArray();
    }

    /// Small and large arrays are a job each.
    private FigureSeries sums(String name, String algorithm, String access, int[] ints) {
        List<Double> times = new ArrayList<>();
        for (int[] of : List.of(SMALL, LARGE)) {
            if (IntStream.of(ints).noneMatch(n -> n == of[0])) continue;
            String sizes = IntStream.of(of).mapToObj(Integer::toString).collect(Collectors.joining(","));
            for (Result row : rows(PES, Namashivayam.sumCommand(algorithm, access, sizes))) {
                times.add(row.score().median() / 1000);
            }
        }
        return FigureSeries.exact(name, ints, times.stream().mapToDouble(t -> t).toArray());
    }

    private FigureSeries mpi() {
        return FigureSeries.own(MPI, ALL, n -> Namashivayam.mpi(m, n) / 1000);
    }

    private Figure reductions() {
        List<FigureSeries> series = new ArrayList<>();
        for (String algorithm : ALGORITHMS) series.add(sums(algorithm, algorithm, "putget", ALL));
        series.add(mpi());
        return figure(INTS, MICROSECONDS, series);
    }

    private Figure accesses(int[] ints) {
        List<FigureSeries> series = new ArrayList<>();
        for (String algorithm : ALGORITHMS) {
            for (String access : List.of("putget", "ptr")) {
                series.add(sums(algorithm + ", " + access, algorithm, access, ints));
            }
        }
        return figure(INTS, MICROSECONDS, series);
    }

    private Figure againstMpi() {
        return figure(
                INTS,
                MICROSECONDS,
                List.of(
                        sums("rd, ptr", "rd", "ptr", ALL),
                        sums("rsag, ptr", "rsag", "ptr", ALL),
                        mpi(),
                        FigureSeries.printed("rd, ptr", 16, 0.78 * Namashivayam.mpi(m, 16) / 1000),
                        FigureSeries.printed("rsag, ptr", 65_536, 0.4 * Namashivayam.mpi(m, 65_536) / 1000)));
    }

    /// One run at a time: the keys of class C take half a gigabyte.
    private Figure sort(String size) {
        return sorts(
                size,
                List.of("put and get", "ptr"),
                sort -> List.of(
                        sort.run(false, null).iteration(), sort.run(true, null).iteration()));
    }

    private Figure reductionsOfSort() {
        return sorts(
                "C",
                List.of("default", "rd, ptr", "rsag, ptr"),
                sort -> List.of(
                        sort.run(false, null).reduction(),
                        sort.run(true, "rd").reduction(),
                        sort.run(true, "rsag").reduction()));
    }

    private Figure sorts(String size, List<String> names, Function<PublishedSort, List<Double>> nanos) {
        int[] pes = {8, 16, 32, 64, 128};
        List<List<Double>> times = IntStream.of(pes)
                .mapToObj(n -> nanos.apply(new PublishedSort(m, size, n)))
                .toList();
        List<FigureSeries> series = IntStream.range(0, names.size())
                .mapToObj(i -> FigureSeries.exact(
                        names.get(i),
                        pes,
                        times.stream().mapToDouble(of -> of.get(i) / 1e6).toArray()))
                .toList();
        return figure(NUMBER_OF_PES, MILLISECONDS, series);
    }

    private Figure solver(String size) {
        int[] pes = {4, 16, 36, 64};
        return figure(
                NUMBER_OF_PES,
                SECONDS,
                List.of(
                        FigureSeries.own("put and get", pes, n -> solver(n, size, "putget")),
                        FigureSeries.own("ptr", pes, n -> solver(n, size, "ptr"))));
    }

    private double solver(int npes, String size, String access) {
        return Namashivayam.seconds(rows(npes, Namashivayam.solverCommand(size, access)));
    }
}
