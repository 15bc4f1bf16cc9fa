// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import static org.jshmem.fidelity.Experiment.quiet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.Access;
import org.jshmem.fidelity.Experiment;
import org.jshmem.fidelity.Paper;
import org.jshmem.fidelity.Target;
import org.jshmem.fidelity.baseline.Baselines;
import org.jshmem.microbench.stream.StreamBenchmark;
import org.jshmem.sim.model.Machine;

/// The experiments of Namashivayam et al., "Native mode-based optimizations of remote memory accesses in OpenSHMEM
/// for Intel Xeon Phi", 2014.
public final class Namashivayam implements Paper {
    private static final String[] NAMES = {"flat", "rd", "bruck", "rsag"};
    private static final int[] SIZES = {1, 16, 256, 1024, 4096, 65_536}; // ints
    private static final int MEGABYTE = 262_144;
    private static final int SMALL = 4; // sizes up to 4 kB
    private static final int LARGE = 5; // sizes from 256 kB on
    private static final long HEAP = 64 << 20;

    /// Nanoseconds of a wait with which recursive doubling overtakes Rabenseifner's algorithm at 4 kB, in steps of 100.
    private static final double WAIT = 9_500;

    /// For the service loader.
    public Namashivayam() {}

    @Override
    public String title() {
        return "N: Namashivayam et al., 2014";
    }

    @Override
    public Machine machine() {
        return Machine.named("knc-se10p");
    }

    @Override
    public List<Target> targets() {
        return Target.read(Namashivayam.class, "targets.csv");
    }

    @Override
    public List<Experiment> experiments() {
        List<Experiment> all = new ArrayList<>();
        all.add(quiet(
                "N-20/put", (m, s) -> saving(OpenShmemScenes.put(m, 1, 1, true), OpenShmemScenes.ptr(m, 1, 1, true))));
        all.add(quiet("N-20/get", (m, s) -> saving(OpenShmemScenes.get(m, 1, 1), OpenShmemScenes.ptr(m, 1, 1, false))));
        all.add(quiet("N-21", (m, s) -> most(m)));
        all.add(quiet("N-22/64k", (m, s) -> ratio(m, 1, 16_384)));
        all.add(quiet("N-22/1m", (m, s) -> ratio(m, 1, 262_144)));
        for (int mega : new int[] {2, 4}) {
            all.add(quiet("N-22/" + mega + "m", (m, s) -> ratio(m, 1, mega * MEGABYTE)));
        }
        all.add(new Experiment("N-3 reductions", false, 0, true, (m, s) -> reductions(m)));
        all.add(software("N-W", "t_wait", WAIT, "N-30/rd", "N-30/flat", "N-30/rsag", "N-30/mvapich", "N-32/rd"));
        all.add(quiet("N-W/alpha", (m, s) -> WAIT / 1000));
        all.add(software("N-M", "t_mpi", Baselines.MESSAGE, "N-30/mvapich", "N-32/rd", "N-32/rsag"));
        all.add(new Experiment("N-1M", false, 0, false, (m, s) -> megabyte(m)));
        all.add(new Experiment("N-33", false, 0, true, (m, s) -> optimisations(m)));
        all.add(quiet("N-23", (m, s) -> triad(m, "vector", "flat-ptr") / triad(m, "scalar", "default")));
        all.add(quiet("PUB-1/copy", (m, s) -> stream(m).get("stream-copy")));
        all.add(quiet("PUB-1/triad", (m, s) -> stream(m).get("stream-triad")));
        return all;
    }

    static double saving(double call, double direct) {
        return 100 * (1 - direct / call);
    }

    private static double ratio(Machine m, int pairs, int ints) {
        return OpenShmemScenes.put(m, pairs, ints, false) / OpenShmemScenes.ptr(m, pairs, ints, false);
    }

    private static double most(Machine m) {
        double most = 0;
        for (int pairs : new int[] {1, 2, 8, 64}) {
            for (int ints = 1; ints <= 4096; ints *= 4) most = Math.max(most, ratio(m, pairs, ints));
        }
        return most;
    }

    private static Map<String, Double> reductions(Machine m) {
        double[][] putget = new double[NAMES.length][];
        double[][] ptr = new double[NAMES.length][];
        for (int a = 0; a < NAMES.length; a++) {
            putget[a] = OpenShmemScenes.reduce(m, NAMES[a], Access.PUTGET, SIZES);
            ptr[a] = OpenShmemScenes.reduce(m, NAMES[a], Access.PTR, SIZES);
        }
        Map<String, Double> values = new LinkedHashMap<>();
        againstMpi(m, putget, ptr, values);
        double flat = Double.MAX_VALUE;
        double rd = 0;
        double rsag = 0;
        for (int i = 0; i < SIZES.length; i++) {
            double slowest = Math.max(putget[1][i], Math.max(putget[2][i], putget[3][i]));
            flat = Math.min(flat, putget[0][i] / slowest);
            if (i < SMALL) rd = Math.max(rd, putget[1][i] / least(putget[0][i], putget[2][i], putget[3][i]));
            if (i >= LARGE) rsag = Math.max(rsag, putget[3][i] / least(putget[0][i], putget[1][i], putget[2][i]));
        }
        values.put("N-30/flat", flat);
        values.put("N-30/rd", rd);
        values.put("N-30/rsag", rsag);
        for (int a = 0; a < NAMES.length; a++) {
            values.put("N-31/" + NAMES[a] + "/small", worst(ptr[a], putget[a], 0, SMALL));
            values.put("N-31/" + NAMES[a] + "/large", worst(ptr[a], putget[a], SMALL, SIZES.length));
        }
        return values;
    }

    /// Returns rows of figures 7 and 10 on a machine with another cost of software.
    private static Experiment software(String name, String symbol, double nanos, String... ids) {
        return new Experiment(name, false, 0, false, (m, seed) -> {
            Map<String, Double> all = reductions(m.with(symbol, nanos));
            Map<String, Double> values = new LinkedHashMap<>();
            for (String id : ids) values.put(name + "/" + id, all.get(id));
            return values;
        });
    }

    /// Measures 1 MB, on the unchanged machine only: this size takes as long as all the others together.
    private static Map<String, Double> megabyte(Machine m) {
        double[] putget = new double[NAMES.length];
        Map<String, Double> values = new LinkedHashMap<>();
        for (int a = 0; a < NAMES.length; a++) {
            putget[a] = OpenShmemScenes.reduce(m, NAMES[a], Access.PUTGET, MEGABYTE)[0];
            double ptr = OpenShmemScenes.reduce(m, NAMES[a], Access.PTR, MEGABYTE)[0];
            values.put("N-1M/" + NAMES[a], ptr / putget[a]);
        }
        values.put("N-1M/slowest", putget[0] / Math.max(putget[1], Math.max(putget[2], putget[3])));
        values.put("N-1M/best", putget[3] / least(putget[0], putget[1], putget[2]));
        return values;
    }

    /// Compares with MPI; one model represents both Intel MPI and MVAPICH2.
    private static void againstMpi(Machine m, double[][] putget, double[][] ptr, Map<String, Double> values) {
        double mvapich = 0;
        double rd = Double.NEGATIVE_INFINITY;
        double rsag = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < SIZES.length; i++) {
            double mpi = Baselines.mpiAllreduce(m, 64, SIZES[i], OpenShmemScenes.REDUCTIONS);
            if (i < SMALL) {
                double best = Math.min(putget[0][i], least(putget[1][i], putget[2][i], putget[3][i]));
                mvapich = Math.max(mvapich, mpi / best);
                rd = Math.max(rd, saving(mpi, ptr[1][i]));
            } else {
                rsag = Math.max(rsag, saving(mpi, ptr[3][i]));
            }
        }
        values.put("N-30/mvapich", mvapich);
        values.put("N-32/rd", rd);
        values.put("N-32/rsag", rsag);
    }

    private static double least(double a, double b, double c) {
        return Math.min(a, Math.min(b, c));
    }

    private static double worst(double[] ptr, double[] putget, int from, int to) {
        double worst = 0;
        for (int i = from; i < to; i++) worst = Math.max(worst, ptr[i] / putget[i]);
        return worst;
    }

    private static Map<String, Double> optimisations(Machine m) {
        String[][] variants = {{"rd-left", "rd"}, {"rsag", "rsag-plain"}, {"rsag-left", "rsag-plain"}};
        int[] sizes = {16_384, 65_536};
        String[] names = {"64kB", "256kB"};
        Map<String, Double> values = new LinkedHashMap<>();
        for (String[] v : variants) {
            double[] with = OpenShmemScenes.reduce(m, v[0], Access.PTR, sizes);
            double[] without = OpenShmemScenes.reduce(m, v[1], Access.PTR, sizes);
            for (int i = 0; i < sizes.length; i++) values.put("N-33/" + v[0] + "/" + names[i], with[i] / without[i]);
        }
        return values;
    }

    /// The GB/s that `stream --kernel vector` prints on 60 PEs, by kernel.
    private static Map<String, Double> stream(Machine m) {
        return Printed.csv(
                        m,
                        60,
                        HEAP / 4,
                        StreamBenchmark::main,
                        "--kernel",
                        "vector",
                        "--passes",
                        "2",
                        "--format",
                        "csv")
                .stream()
                .collect(Collectors.toMap(
                        row -> row.get("benchmark"), row -> Double.parseDouble(row.get("megabytesPerSecond")) / 1000));
    }

    private static double triad(Machine m, String kernel, String reduction) {
        List<Map<String, String>> printed = Printed.csv(
                m,
                2,
                HEAP,
                StreamBenchmark::main,
                "--elements",
                "1m",
                "--block",
                "64k",
                "--passes",
                "2",
                "--format",
                "csv",
                "--kernel",
                kernel,
                "--reduction",
                reduction);
        return Double.parseDouble(printed.getLast().get("megabytesPerSecond"));
    }
}
