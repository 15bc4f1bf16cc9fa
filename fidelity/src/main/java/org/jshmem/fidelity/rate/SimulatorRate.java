// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.report.Comparison;
import org.jshmem.report.Result;
import org.jshmem.report.Results;
import org.jshmem.report.Statistics;
import org.jshmem.report.Where;
import org.jshmem.runtime.Settings;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.model.Machine;

/// A benchmark of the simulator itself: the real time of one simulated operation in barriers of 60 and 240 PEs, with
/// one carrier thread. `bench/record` runs it as a program of its own: `oshrun -np 1
/// org.jshmem.fidelity.rate.SimulatorRate [--record FILE | --against FILE]`.
public final class SimulatorRate {
    private static final int SAMPLES = 25;
    private static final int OPERATIONS = 200_000; // about, in each sample
    private static final int SETTLING = 10; // untimed samples, while compilers work

    private SimulatorRate() {}

    /// Measures, prints, and records or compares.
    public static void main(String[] args) throws IOException {
        boolean known = args.length == 2 && (args[0].equals("--record") || args[0].equals("--against"));
        if (args.length != 0 && !known) {
            System.err.println(
                    "SimulatorRate: got " + String.join(" ", args) + "; give --record FILE, --against FILE or nothing");
            System.exit(2);
        }
        List<Result> results = new ArrayList<>();
        for (int npes : new int[] {60, 240}) {
            Result result = measure(npes);
            results.add(result);
            double nanos = result.time().median();
            System.out.printf(
                    "# simulator: barriers on %d PEs, %.1f ns for a priced operation, %.2f million a second%n",
                    npes, nanos, 1000 / nanos);
        }
        if (args.length == 0) return;
        Path file = Path.of(args[1]);
        if (args[0].equals("--record")) Results.append(file, results);
        else
            for (String line : Comparison.of(Results.read(file), results).text())
                System.out.println("# against: " + line);
    }

    /// Returns the real nanoseconds of one simulated operation in barriers of `npes` PEs.
    static Result measure(int npes) {
        long region = Settings.shape(npes, 1 << 20, 0).regionBytes();
        double[] nanos = new double[SAMPLES];
        long[] operations = new long[1];
        try (Simulation sim = new Simulation(SimulationSpec.of(Machine.named("knc"), npes, region))) {
            int barriers = Math.max(1, OPERATIONS / (npes * 20)); // about 20 operations of each PE in a barrier
            sim.runProgram(() -> Shmem.run(new String[0], (sh, a) -> {
                for (int k = -SETTLING; k < SAMPLES; k++) {
                    long before = sim.operations();
                    long start = System.nanoTime();
                    for (int i = 0; i < barriers; i++) sh.barrierAll();
                    if (sh.myPe() != 0 || k < 0) continue;
                    long time = System.nanoTime() - start;
                    long count = sim.operations() - before;
                    nanos[k] = (double) time / count;
                    operations[0] += count;
                }
            }));
            sim.rethrow();
        }
        return result(npes, nanos, operations[0]);
    }

    private static Result result(int npes, double[] nanos, long operations) {
        Where where = Where.now("host", false, 1, 1, 1, SimulatorRate.class);
        var time = Result.Time.of(operations, nanos);
        return Result.of(where, "jshmem", Result.Role.OWN, "simulator", "barriers of " + npes, time)
                .marks(Statistics.unsteady(nanos))
                .made();
    }
}
