// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jshmem.Shmem;
import org.jshmem.SymBytes;
import org.jshmem.SymLongs;
import org.jshmem.report.Comparison;
import org.jshmem.report.Result;
import org.jshmem.report.Result.Row;
import org.jshmem.report.Result.Score;
import org.jshmem.report.Results;
import org.jshmem.report.Where;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.cost.Machine;

/// A benchmark of the simulator itself: the real time of one simulated operation in barriers, puts and alltoalls, with
/// one carrier thread. A program of its own: `oshrun -np 1
/// org.jshmem.fidelity.rate.SimulatorRate [--record FILE | --against FILE]`.
public final class SimulatorRate {
    private static final int SAMPLES = 25;
    private static final int OPERATIONS = 200_000; // about, in each sample of any row
    private static final int SETTLING = 10; // untimed samples, while compilers work

    private SimulatorRate() {}

    /// One row. `make` makes a PE's objects, and returns what the row repeats.
    private record Load(String name, String machine, int npes, Function<Shmem, Runnable> make) {}

    private static final List<Load> ROWS = List.of(
            new Load("barriers of 60", "knc", 60, sh -> sh::barrierAll),
            new Load("barriers of 240", "knc", 240, sh -> sh::barrierAll),
            new Load("puts of 64 B on 60", "knc", 60, sh -> puts(sh, 64)),
            new Load("puts of 4 KiB on 60", "knc", 60, sh -> puts(sh, 4096)),
            new Load("alltoalls of 8 B on 60", "knc", 60, SimulatorRate::alltoalls),
            new Load("scc: barriers of 48", "scc", 48, sh -> sh::barrierAll),
            new Load("cluster: barriers of 1,024", "cluster", 1024, sh -> sh::barrierAll));

    /// Twenty puts to the next PE.
    private static Runnable puts(Shmem sh, int bytes) {
        SymBytes target = sh.bytes(bytes);
        byte[] source = new byte[bytes];
        int next = (sh.myPe() + 1) % sh.nPes();
        return () -> {
            for (int i = 0; i < 20; i++) target.put(source, next);
        };
    }

    private static Runnable alltoalls(Shmem sh) {
        SymLongs from = sh.longs(sh.nPes());
        SymLongs to = sh.longs(sh.nPes());
        return () -> sh.world().alltoall(to, from, 1);
    }

    /// Measures, prints, and records or compares.
    public static void main(String[] args) throws IOException {
        boolean known = args.length == 2 && (args[0].equals("--record") || args[0].equals("--against"));
        if (args.length != 0 && !known) {
            System.err.println(
                    "SimulatorRate: got " + String.join(" ", args) + "; give --record FILE, --against FILE or nothing");
            System.exit(2);
        }
        List<Result> results = new ArrayList<>();
        for (Load row : ROWS) {
            Result result = measure(row);
            results.add(result);
            double nanos = result.score().median();
            System.out.printf(
                    "# simulator: %s, %.1f ns for a priced operation, %.2f million a second%n",
                    row.name(), nanos, 1000 / nanos);
        }
        if (args.length == 0) return;
        Path file = Path.of(args[1]);
        if (args[0].equals("--record")) {
            Results.append(file, results);
            return;
        }
        for (String line : Comparison.of(Results.read(file), results).text()) System.out.println("# against: " + line);
    }

    /// Returns the real nanoseconds of one simulated operation.
    private static Result measure(Load row) {
        long region = Settings.shape(row.npes(), 1 << 20, 0).regionBytes();
        double[] nanos = new double[SAMPLES];
        long[] operations = new long[1];
        try (Simulation sim = new Simulation(SimulationSpec.of(Machine.named(row.machine()), row.npes(), region))) {
            int[] repetitions = {1};
            sim.runProgram(() -> Shmem.run(new String[0], (sh, a) -> {
                Runnable repeated = row.make().apply(sh);
                sh.barrierAll();
                long first = sim.operations();
                for (int i = 0; i < 10; i++) repeated.run();
                sh.barrierAll();
                if (sh.myPe() == 0) repetitions[0] = (int) Math.ceilDiv(10L * OPERATIONS, sim.operations() - first);
                sh.barrierAll();
                for (int k = -SETTLING; k < SAMPLES; k++) {
                    long before = sim.operations();
                    long start = System.nanoTime();
                    for (int i = 0; i < repetitions[0]; i++) repeated.run();
                    sh.barrierAll();
                    if (sh.myPe() != 0 || k < 0) continue;
                    long time = System.nanoTime() - start;
                    long count = sim.operations() - before;
                    nanos[k] = (double) time / count;
                    operations[0] += count;
                }
            }));
            sim.rethrow();
        }
        return result(row.name(), nanos, operations[0]);
    }

    private static Result result(String name, double[] nanos, long operations) {
        Where where = Where.now("host", false, 1, 1, 1, SimulatorRate.class);
        return new Result(Row.of("simulator", name, ""), Score.of(operations, nanos), where, Result.OWN, null);
    }
}
