// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import static org.jshmem.fidelity.namashivayam.TransferBenchmarks.get;
import static org.jshmem.fidelity.namashivayam.TransferBenchmarks.ptr;
import static org.jshmem.fidelity.namashivayam.TransferBenchmarks.put;

import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.FigurePlan;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.fidelity.namashivayam.SimulatedCommands.Shares;
import org.jshmem.report.Result;
import org.jshmem.sim.cost.Machine;

/// Namashivayam et al., "Native mode-based optimizations of remote memory accesses in OpenSHMEM for Intel Xeon
/// Phi", 2014: most claims run a command of the suite.
public final class Namashivayam implements Paper {
    private static final int PES = 64;
    private static final int[] SMALL = {1, 16, 256, 1024}; // ints, up to 4 kB
    private static final int[] LARGE = {4096, 65_536};
    private static final int[] ALL =
            IntStream.concat(IntStream.of(SMALL), IntStream.of(LARGE)).toArray();
    private static final List<String> NAMES = List.of("flat", "rd", "bruck", "rsag");
    private static final List<String> TABLE_1 = Stream.of(
                    "mg-reductions", "mg", "ep", "sp", "is-reductions", "is", "cg", "ft-reductions", "ft")
            .map(row -> "N-44/" + row)
            .toList();

    /// For the service loader.
    public Namashivayam() {}

    @Override
    public String name() {
        return "namashivayam";
    }

    @Override
    public List<Experiment> experiments() {
        return List.of(
                Experiment.of(
                        "N-20",
                        m -> Math.max(
                                saving(put(m, 1, 1, true), ptr(m, 1, 1, true)),
                                saving(get(m, 1, 1), ptr(m, 1, 1, false)))),
                Experiment.once("N-21", Namashivayam::most),
                Experiment.of(
                        "N-22", m -> most(new int[] {1 << 14, 1 << 18, 1 << 19, 1 << 20}, ints -> gain(m, 1, ints))),
                Experiment.of("N-23", m -> triad(m, "vector", "flat-ptr") / triad(m, "scalar", "default")),
                Experiment.once(
                        "N-30/flat",
                        m -> -most(ALL, n -> -sum(m, "flat", "putget", n) / most(m, n, "rd", "bruck", "rsag"))),
                Experiment.once(
                        "N-30/rd", m -> most(SMALL, n -> sum(m, "rd", "putget", n) / sum(m, "flat", "putget", n))),
                Experiment.once(
                        "N-30/small", m -> most(SMALL, n -> sum(m, "rd", "putget", n) / sum(m, "rsag", "putget", n))),
                Experiment.once(
                        "N-30/rsag", m -> sum(m, "rsag", "putget", 65_536) / least(m, 65_536, "flat", "rd", "bruck")),
                Experiment.once(
                        "N-30/mvapich", m -> most(SMALL, n -> mpi(m, n) / least(m, n, "flat", "rd", "bruck", "rsag"))),
                Experiment.once(
                        "N-31",
                        m -> NAMES.stream()
                                .mapToDouble(a -> most(ALL, n -> sum(m, a, "ptr", n) / sum(m, a, "putget", n)))
                                .max()
                                .orElseThrow()),
                Experiment.once("N-32/rd", m -> most(SMALL, n -> saving(mpi(m, n), sum(m, "rd", "ptr", n)))),
                Experiment.once("N-32/rsag", m -> most(LARGE, n -> saving(mpi(m, n), sum(m, "rsag", "ptr", n)))),
                Experiment.once("N-33", Namashivayam::leftComputes),
                Experiment.once(
                        "N-34",
                        m -> Math.max(
                                most(SMALL, n -> sum(m, "rd", "ptr", n) / mpi(m, n)),
                                most(LARGE, n -> sum(m, "rsag", "ptr", n) / mpi(m, n)))),
                Experiment.several(TABLE_1, Namashivayam::table1).once(),
                Experiment.several(List.of("N-40", "N-40/32"), Namashivayam::savedBySort)
                        .once(),
                Experiment.several(List.of("N-41", "N-41/drop"), Namashivayam::reductionsOfSort)
                        .once(),
                Experiment.once("N-42", m -> solver(m, "A")),
                Experiment.once("N-42/order", m -> solver(m, "A") / solver(m, "B")));
    }

    @Override
    public List<FigurePlan> figures() {
        return NamashivayamFigures.all();
    }

    private static double saving(double call, double direct) {
        return 100 * (1 - direct / call);
    }

    private static double gain(Machine m, int pairs, int ints) {
        return put(m, pairs, ints, false) / ptr(m, pairs, ints, false);
    }

    private static double most(Machine m) {
        double most = 0;
        for (int pairs : new int[] {1, 2, 8, 64}) {
            for (int ints = 1; ints <= 4096; ints *= 4) most = Math.max(most, gain(m, pairs, ints));
        }
        return most;
    }

    private static double most(int[] lengths, IntToDoubleFunction value) {
        return IntStream.of(lengths).mapToDouble(value).max().orElseThrow();
    }

    private static double most(Machine m, int ints, String... algorithms) {
        return sums(m, ints, algorithms).max().orElseThrow();
    }

    private static double least(Machine m, int ints, String... algorithms) {
        return sums(m, ints, algorithms).min().orElseThrow();
    }

    private static DoubleStream sums(Machine m, int ints, String... algorithms) {
        return Stream.of(algorithms).mapToDouble(algorithm -> sum(m, algorithm, "putget", ints));
    }

    /// The nanoseconds that `pgas reduce` prints.
    private static double sum(Machine m, String algorithm, String access, int ints) {
        return sum(m, algorithm, access, ints <= 1024 ? "1,16,256,1k" : "4k,64k", ints);
    }

    private static double sum(Machine m, String algorithm, String access, String sizes, int ints) {
        return SimulatedCommands.rows(m, PES, sumCommand(algorithm, access, sizes)).stream()
                .filter(row -> row.row().bytes() == 4L * ints)
                .mapToDouble(row -> row.score().median())
                .findFirst()
                .orElseThrow();
    }

    static String sumCommand(String algorithm, String access, String sizes) {
        return "pgas reduce --type int --algorithm %s --access %s --sizes %s -i 2".formatted(algorithm, access, sizes);
    }

    /// One model represents Intel MPI and MVAPICH2, which both descend from MPICH.
    static double mpi(Machine m, int ints) {
        return Baselines.mpiAllreduce(m, PES, ints, 2);
    }

    /// The paper's text compares with put and get into a receive buffer, from which a PE then combines.
    private static double leftComputes(Machine m) {
        double worst = 0;
        for (int n : new int[] {16_384, 65_536}) {
            worst = Math.max(worst, longSum(m, "rd-left", "ptr", n) / longSum(m, "rd", "putget", n));
            worst = Math.max(worst, longSum(m, "rsag-left", "ptr", n) / longSum(m, "rsag-plain", "putget", n));
        }
        return worst;
    }

    private static double longSum(Machine m, String algorithm, String access, int ints) {
        return sum(m, algorithm, access, ints + "", ints);
    }

    private static double triad(Machine m, String kernel, String reduction) {
        String command =
                "stream --elements 1m --block 64k --passes 2 --kernel %s --reduction %s".formatted(kernel, reduction);
        return SimulatedCommands.rows(m, 2, command).getLast().score().rate();
    }

    /// The time of a kernel as table 1 divides it.
    private static Shares profile(Machine m, int npes, String kernel) {
        boolean sorts = kernel.equals("is");
        String command =
                kernel + " --class A --no-progress --access putget" + (sorts ? " --reduction flat --order paper" : "");
        return SimulatedCommands.shares(sorts ? m.with("copies", 3) : m, npes, command); // of global keys
    }

    /// CG and FT were programs of MPI, whose messages contain their waits: barriers here, and the sums of CG.
    private static Map<String, Double> table1(Machine m) {
        Shares mg = profile(m, 32, "mg");
        Shares is = profile(m, 32, "is");
        Shares cg = profile(m, 32, "cg");
        Shares ft = profile(m, 32, "ft");
        double ep = profile(m, 32, "ep").reductions();
        double sp = profile(m, 36, "sp").others();
        double sums = cg.others() + cg.barriers() + cg.reductions();
        double transposed = ft.others() + ft.barriers();
        double[] shares = {
            mg.reductions(), mg.others(), ep, sp, is.reductions(), is.others(), sums, ft.reductions(), transposed
        };
        return IntStream.range(0, shares.length).boxed().collect(Collectors.toMap(TABLE_1::get, i -> shares[i]));
    }

    private static Map<String, Double> savedBySort(Machine m) {
        double at32 = savedBySort(m, 32);
        double at64 = savedBySort(m, PES);
        return Map.of("N-40", at64, "N-40/32", at64 - at32);
    }

    private static double savedBySort(Machine m, int npes) {
        PublishedSort sort = new PublishedSort(m, "A", npes);
        return saving(sort.run(false, null).iteration(), sort.run(true, null).iteration());
    }

    private static Map<String, Double> reductionsOfSort(Machine m) {
        PublishedSort at64 = new PublishedSort(m, "C", PES);
        PublishedSort at128 = new PublishedSort(m, "C", 2 * PES);
        double usual = at64.run(false, null).reduction();
        double saved = 0;
        double drop = 0;
        for (String algorithm : new String[] {"rd", "rsag"}) {
            double direct = at64.run(true, algorithm).reduction();
            saved += saving(usual, direct) / 2;
            drop = Math.max(drop, at128.run(true, algorithm).reduction() / direct);
        }
        return Map.of("N-41", saved, "N-41/drop", drop);
    }

    private static double solver(Machine m, String size) {
        return saving(
                seconds(SimulatedCommands.rows(m, PES, solverCommand(size, "putget"))),
                seconds(SimulatedCommands.rows(m, PES, solverCommand(size, "ptr"))));
    }

    static String solverCommand(String size, String access) {
        return "sp --class %s --warmup 1 --iterations 10 --no-progress --access %s".formatted(size, access);
    }

    /// Returns the time of the last row that a command prints.
    static double seconds(List<Result> printed) {
        return printed.getLast().score().median();
    }
}
