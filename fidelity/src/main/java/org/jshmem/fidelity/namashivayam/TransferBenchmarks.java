// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;

/// The latency and bandwidth benchmarks of the OpenSHMEM-on-KNC paper, without their output: one access repeated on
/// one buffer, which no benchmark of the suite does.
final class TransferBenchmarks {
    private static final int REPEATS = 100;

    private TransferBenchmarks() {}

    /// One transfer of a PE; a scene repeats it.
    private interface Transfer {
        void go(Shmem sh, SymInts here, int[] array, int partner);
    }

    /// Returns the nanoseconds of one transfer on PE 0 of `pairs` pairs, after an untimed one.
    private static double transfer(Machine m, int pairs, int ints, Transfer transfer) {
        double[] nanos = new double[1];
        Program program = (sh, args) -> {
            SymInts x = sh.ints(ints);
            int[] array = new int[ints];
            int me = sh.myPe();
            sh.barrierAll();
            if (me < pairs) {
                transfer.go(sh, x, array, me + pairs);
                long start = sh.nanoTime();
                for (int i = 0; i < REPEATS; i++) transfer.go(sh, x, array, me + pairs);
                if (me == 0) nanos[0] = (double) (sh.nanoTime() - start) / REPEATS;
            }
            sh.barrierAll();
        };
        long region = Settings.shape(2 * pairs, 4L * ints + (1 << 16), 0).regionBytes();
        try (Simulation sim = new Simulation(JobSpec.of(m, 2 * pairs, region))) {
            sim.runProgram(_ -> Shmem.run(new String[0], program));
            sim.rethrow();
        }
        return nanos[0];
    }

    static double put(Machine m, int pairs, int ints, boolean quiet) {
        return transfer(m, pairs, ints, (sh, x, array, partner) -> {
            x.put(0, array, 0, ints, partner);
            if (quiet) sh.quiet();
        });
    }

    static double get(Machine m, int pairs, int ints) {
        return transfer(m, pairs, ints, (sh, x, array, partner) -> x.get(0, array, 0, ints, partner));
    }

    static double loads(Machine m, int pairs, int ints) {
        return transfer(m, pairs, ints, (sh, x, array, partner) -> x.loaded(0, ints, partner));
    }

    static double ptr(Machine m, int pairs, int ints, boolean quiet) {
        return transfer(m, pairs, ints, (sh, x, array, partner) -> {
            x.stored(0, ints, partner); // a loop of loads and stores through ptr; its lines travel as a put's lines
            if (quiet) sh.quiet();
        });
    }
}
