// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.namashivayam;

import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Program;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.SimulationSpec;
import org.jshmem.sim.model.Machine;

/// The micro-benchmarks of the OpenSHMEM-on-KNC paper, without their output, as programs of this library on simulated
/// PEs.
final class OpenShmemScenes {
    private static final int REPEATS = 100;

    /// The number of timed reductions, after one untimed.
    static final int REDUCTIONS = 2;

    private OpenShmemScenes() {}

    /// One transfer of a PE; a scene repeats it.
    private interface Transfer {
        void go(Shmem sh, SymInts here, int[] array, int partner);
    }

    private static void run(Machine m, int npes, long heap, Program program) {
        SimulationSpec job =
                SimulationSpec.of(m, npes, Settings.shape(npes, heap, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(() -> Shmem.run(new String[0], program));
            sim.rethrow();
        }
    }

    /// Returns the nanoseconds of one transfer on PE 0 of `pairs` pairs, after an untimed one.
    private static double transfer(Machine m, int pairs, int ints, Transfer transfer) {
        double[] nanos = new double[1];
        run(m, 2 * pairs, 4L * ints + (1 << 16), (sh, args) -> {
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
        });
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

    static double ptr(Machine m, int pairs, int ints, boolean quiet) {
        return transfer(m, pairs, ints, (sh, x, array, partner) -> {
            x.stored(0, ints, partner); // a loop of loads and stores through ptr; its lines travel as a put's lines
            if (quiet) sh.quiet();
        });
    }

    /// Returns the nanoseconds of a sum over 64 PEs for each number of ints, from the first start to the last end.
    static double[] reduce(Machine m, String algorithm, Access access, int... sizes) {
        int largest = 0;
        for (int size : sizes) largest = Math.max(largest, size);
        int most = largest;
        int npes = 64;
        long[][] start = new long[sizes.length][npes];
        long[][] end = new long[sizes.length][npes];
        run(m, npes, 8L * most + (1 << 16), (sh, args) -> {
            sh.world().algorithm(Collective.REDUCE, algorithm);
            sh.world().access(Collective.REDUCE, access);
            SymInts src = sh.ints(most);
            SymInts dst = sh.ints(most);
            int[] values = new int[most];
            for (int i = 0; i < sizes.length; i++) {
                src.put(0, values, 0, sizes[i], sh.myPe()); // an operand lies in the cache of its PE
                sh.world().reduce(Op.SUM, dst, src, sizes[i]);
                sh.barrierAll();
                start[i][sh.myPe()] = sh.nanoTime();
                for (int k = 0; k < REDUCTIONS; k++) sh.world().reduce(Op.SUM, dst, src, sizes[i]);
                end[i][sh.myPe()] = sh.nanoTime();
                sh.barrierAll();
            }
        });
        double[] nanos = new double[sizes.length];
        for (int i = 0; i < sizes.length; i++) {
            long first = Long.MAX_VALUE;
            long last = 0;
            for (int pe = 0; pe < npes; pe++) {
                first = Math.min(first, start[i][pe]);
                last = Math.max(last, end[i][pe]);
            }
            nanos[i] = (double) (last - first) / REDUCTIONS;
        }
        return nanos;
    }
}
