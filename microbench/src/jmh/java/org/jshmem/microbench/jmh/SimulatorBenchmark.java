// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.jmh;

import java.util.concurrent.TimeUnit;
import org.jshmem.Shmem;
import org.jshmem.SymBytes;
import org.jshmem.SymLongs;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.machine.MachineFiles;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/// Whole simulated jobs on one carrier thread. The counter `operations` has the real time of a simulated operation.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SimulatorBenchmark {
    private static final int CALLS = 200; // puts: ten times as many, so that the start of the PEs is a small part

    /// The call, the PEs and the machine.
    @Param({
        "barrier 60 knc",
        "barrier 240 knc",
        "put-64 60 knc",
        "put-4096 60 knc",
        "alltoall 60 knc",
        "barrier 48 scc",
        "barrier 1024 cluster"
    })
    public String job;

    /// The simulated operations of a job.
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Count {
        /// All of them.
        public long operations;
    }

    /// One job.
    @Benchmark
    public void job(Count count) {
        String[] words = job.split(" ");
        int npes = Integer.parseInt(words[1]);
        long region = Settings.shape(npes, 1 << 20, 0).regionBytes();
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named(words[2]), npes, region))) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                Runnable call = call(sh, words[0]);
                int calls = words[0].startsWith("put") ? 10 * CALLS : CALLS;
                for (int i = 0; i < calls; i++) call.run();
            }));
            sim.rethrow();
            count.operations += sim.operations();
        }
    }

    private static Runnable call(Shmem sh, String name) {
        if (name.equals("barrier")) return sh::barrierAll;
        if (name.equals("alltoall")) {
            SymLongs from = sh.longs(sh.nPes());
            SymLongs to = sh.longs(sh.nPes());
            return () -> sh.world().alltoall(to, from, 1);
        }
        byte[] source = new byte[Integer.parseInt(name.substring(name.indexOf('-') + 1))];
        SymBytes target = sh.bytes(source.length);
        int next = (sh.myPe() + 1) % sh.nPes();
        return () -> target.put(source, next);
    }
}
