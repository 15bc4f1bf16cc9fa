// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import java.util.function.IntToLongFunction;
import java.util.function.ToLongBiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.collective.Group;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.collective.algorithm.Broadcasts;
import org.jshmem.collective.algorithm.Reductions;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.gcmc.ChainResult;
import org.jshmem.gcmc.Gcmc;
import org.jshmem.papers.OcBroadcast;
import org.jshmem.papers.message.MessageBroadcast;
import org.jshmem.papers.message.MessageRing;
import org.jshmem.papers.message.Rcce;
import org.jshmem.papers.message.Split;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.mesh.Mesh;

/// The measurements of the two papers on the Intel SCC as simulated scenes on all cores, 48 unless the mesh is
/// changed, in microseconds.
final class SccScenes {
    static final int CORES = 48;

    private static final int LINE = 32;
    private static final long START = 100_000_000; // ns: all PEs have finished their preparation by then

    /// Molecules of the application: the paper does not print the number. It is fitted to K-41, the largest
    /// multiple of 48 that reaches 17 %.
    private static final String MOLECULES = "768";
    static final Body NOTHING = (g, memory) -> {};

    private SccScenes() {}

    /// The work of a PE in a scene, with memory from an offset on.
    interface Body {
        void run(Group g, long memory);
    }

    /// Runs `body` on all cores from one moment on, after `prepare`; returns the microseconds of each.
    static double[] run(Machine m, long heap, Body prepare, Body body) {
        return run(m, heap, prepare, body, (_, t) -> t.picos());
    }

    /// Runs `body` as above; returns by how many millions an account of each core has grown.
    private static double[] run(
            Machine m, long heap, Body prepare, Body body, ToLongBiFunction<Simulation, SimTransport> account) {
        int cores = m.architecture().cores(m);
        long memory = SystemLayout.bytes(cores);
        double[] took = new double[cores];
        try (Simulation sim = new Simulation(JobSpec.of(m, cores, memory + heap))) {
            sim.runOrThrow(t -> {
                Group g = Group.world(t, t.channel());
                prepare.run(g, memory);
                start(t);
                long from = account.applyAsLong(sim, t);
                body.run(g, memory);
                took[t.pe()] = (account.applyAsLong(sim, t) - from) / 1e6;
            });
        }
        return took;
    }

    /// Delays all PEs until the same picosecond.
    private static void start(SimTransport t) {
        if (t.nanoTime() >= START) {
            throw new IllegalStateException("a scene's preparation takes longer than " + START + " ns");
        }
        t.sleepUntil(START * 1000);
    }

    /// A broadcast from core 0 of bytes at one offset of all PEs' memory.
    interface Broadcast {
        void run(Group g, long at, long bytes);
    }

    /// Returns OC-Bcast from core 0 with a tree of degree `k`.
    static Broadcast oc(int k) {
        return oc(k, 0);
    }

    /// Returns OC-Bcast from any core.
    static Broadcast oc(int k, int source) {
        return (g, at, bytes) -> {
            g.calls.begin(Operation.BROADCAST, 0, 0, 0, 0, 0, 0);
            OcBroadcast.run(g, k, at, at, bytes, source);
        };
    }

    /// Returns the broadcast that the table of algorithms lists as `algorithm`.
    static Broadcast named(String algorithm) {
        return (g, at, bytes) -> {
            g.algorithm(Collective.BROADCAST, AlgorithmNames.named(Collective.BROADCAST, algorithm));
            Broadcasts.broadcast(g, ElementType.LONG, at, at, bytes / 8, 0);
        };
    }

    /// Returns the latency of a broadcast of `lines` lines from core 0 until the last core returns, with no memory
    /// in a cache.
    static double broadcast(Machine m, Broadcast how, int lines) {
        return broadcasts(m, how, lines, 1);
    }

    /// Returns the throughput in MB/s of broadcasts back to back, each of other memory.
    static double throughput(Machine m, Broadcast how, int lines, int times) {
        return (double) times * lines * LINE / broadcasts(m, how, lines, times);
    }

    private static double broadcasts(Machine m, Broadcast how, int lines, int times) {
        long bytes = (long) lines * LINE;
        double[] took = run(m, times * bytes + 4096, NOTHING, (g, memory) -> {
            for (int i = 0; i < times; i++) how.run(g, memory + i * bytes, bytes);
        });
        return DoubleStream.of(took).max().orElseThrow();
    }

    /// A collective of doubles in memory of its own.
    ///
    /// @param bytes bytes of memory by the number of doubles
    record Sized(IntToLongFunction bytes, Call call) {}

    /// Runs a collective of `doubles` doubles in memory that begins at an offset.
    interface Call {
        void run(Group g, long memory, int doubles);
    }

    /// Returns the microseconds on core 0 of the second of two calls, which all cores begin at once: memory is in
    /// the caches.
    static double repeated(Machine m, Sized sized, int doubles) {
        return each(m, sized, doubles)[0];
    }

    /// Returns the microseconds that the second of two calls takes on each core.
    private static double[] each(Machine m, Sized sized, int doubles) {
        Body call = (g, memory) -> sized.call.run(g, memory, doubles);
        return run(m, sized.bytes.applyAsLong(doubles), call, call);
    }

    /// Returns the share of all cores' time in the second of two calls in which they wait for flags, in percent.
    static double waiting(Machine m, Sized sized, int doubles) {
        Body call = (g, memory) -> sized.call.run(g, memory, doubles);
        double[] waits = run(m, sized.bytes.applyAsLong(doubles), call, call, (sim, t) -> {
            t.picos(); // ends what the core has issued
            return sim.times().spent(t.pe(), AccessKind.WAIT);
        });
        double all = DoubleStream.of(each(m, sized, doubles)).sum();
        return 100 * DoubleStream.of(waits).sum() / all;
    }

    /// Returns the standard deviation over all cores of the time of a call, in percent of its mean.
    static double deviation(Machine m, Sized sized, int doubles) {
        double[] took = each(m, sized, doubles);
        double mean = DoubleStream.of(took).average().orElseThrow();
        double squares = DoubleStream.of(took).map(t -> (t - mean) * (t - mean)).sum();
        return 100 * Math.sqrt(squares / took.length) / mean;
    }

    /// Returns the microseconds on core 0 for each length, in one job: of the second of two calls, after a barrier
    /// of all cores.
    static double[] sweep(Machine m, Sized sized, int[] doubles) {
        double[] times = new double[doubles.length];
        run(m, sized.bytes.applyAsLong(doubles[doubles.length - 1]), NOTHING, (g, memory) -> {
            SimTransport t = (SimTransport) g.transport;
            for (int i = 0; i < doubles.length; i++) {
                sized.call.run(g, memory, doubles[i]);
                g.barrier.sync(Operation.BARRIER);
                long from = t.picos();
                sized.call.run(g, memory, doubles[i]);
                if (g.me == 0) times[i] = (t.picos() - from) / 1e6;
            }
        });
        return times;
    }

    private static long vector(int doubles) {
        return (8L * doubles + 63) / 64 * 64;
    }

    static Sized allreduce(String algorithm) {
        return new Sized(n -> 2 * vector(n), (g, memory, n) -> {
            g.algorithm(Collective.REDUCE, AlgorithmNames.named(Collective.REDUCE, algorithm));
            Reductions.reduce(g, Op.SUM, ElementType.DOUBLE, memory + vector(n), memory, n);
        });
    }

    static Sized broadcast(Rcce style, Split split) {
        return new Sized(SccScenes::vector, (g, memory, n) -> {
            g.calls.begin(Operation.BROADCAST, 0, 0, 0, 0, 0, 0);
            MessageBroadcast.scatter(g, style, split, memory, memory, 8L * n, 0);
        });
    }

    static Sized reduceScatter(Rcce style, Split split) {
        return new Sized(n -> 2 * vector(n), (g, memory, n) -> {
            g.calls.begin(Operation.REDUCE, 0, 0, 0, 0, 0, 0);
            MessageRing.reduceScatter(g, Op.SUM, ElementType.DOUBLE, memory + vector(n), memory, n, style, split);
        });
    }

    static Sized reduce(Rcce style, Split split) {
        return new Sized(n -> 2 * vector(n), (g, memory, n) -> {
            g.calls.begin(Operation.REDUCE, 0, 0, 0, 0, 0, 0);
            MessageRing.reduce(g, Op.SUM, ElementType.DOUBLE, memory + vector(n), memory, n, 0, style, split);
        });
    }

    static Sized allgather(Rcce style) {
        return new Sized(n -> vector(n) * (CORES + 2), (g, memory, n) -> {
            long[] offsets = new long[CORES + 1];
            for (int k = 0; k <= CORES; k++) offsets[k] = 8L * k * n;
            g.calls.begin(Operation.FCOLLECT, 0, 0, 0, 0, 0, 0);
            MessageRing.allgather(g, memory + vector(n), memory, offsets, 0, style);
        });
    }

    static Sized alltoall(Rcce style) {
        return new Sized(n -> 2 * vector(n * CORES), (g, memory, n) -> {
            g.calls.begin(Operation.ALLTOALL, 0, 0, 0, 0, 0, 0);
            MessageRing.alltoall(g, memory + vector(n * CORES), memory, 8L * n, style);
        });
    }

    /// The result of a run of the application.
    ///
    /// @param waiting the largest share over the cores of a core's time in which it waits for flags
    record Run(ChainResult result, double waiting) {}

    /// Runs the application, Kohler's algorithm 1, with the named algorithm for its sums.
    static Run application(Machine m, String reduction) {
        ChainResult[] result = new ChainResult[1];
        double waiting = 0;
        JobSpec job = JobSpec.of(m, CORES, Settings.shape(CORES, 8 << 20, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                sh.world().algorithm(Collective.REDUCE, reduction);
                sh.world().algorithm(Collective.BROADCAST, "rcce-binomial");
                ChainResult mine = Gcmc.run(
                        sh, "--steps", "12", "--warmup", "2", "--algorithm", "1", "--start", MOLECULES, "--side", "19");
                if (sh.myPe() == 0) result[0] = mine;
            }));
            sim.rethrow();
            for (int pe = 0; pe < CORES; pe++)
                waiting = Math.max(waiting, (double) sim.times().spent(pe, AccessKind.WAIT) / sim.picos(pe));
        }
        return new Run(result[0], waiting);
    }

    /// Cores 0 to `n - 1` get 128 lines from core 0's buffer 4 times, or put a line into it 200 times. Returns the
    /// mean time of each core's accesses over that of the same accesses alone.
    static double[] contention(Machine m, int n, boolean get) {
        double[] alone = accesses(m, n, get, true);
        double[] together = accesses(m, n, get, false);
        double[] slower = new double[n];
        for (int core = 0; core < n; core++) slower[core] = together[core] / alone[core];
        return slower;
    }

    /// Returns the mean time of an access on each of `n` cores, in turn or all at once.
    static double[] accesses(Machine m, int n, boolean get, boolean inTurn) {
        int times = get ? 4 : 200;
        long lines = get ? 128 : 1;
        double[] mean = new double[n];
        run(m, 8192, NOTHING, (g, memory) -> {
            if (g.me >= n) return;
            SimTransport t = (SimTransport) g.transport;
            if (inTurn) t.sleep(10_000_000L * g.me);
            long before = t.picos();
            for (int i = 0; i < times; i++) {
                if (get) g.channel.copy(g.me, g.layout.mpb(), 0, g.layout.mpb(), lines * LINE);
                else g.channel.signal(0, g.calls.from(g.me), i);
            }
            mean[g.me] = (t.picos() - before) / 1e6 / times;
        });
        return mean;
    }

    /// Returns the microseconds of core 0's get from, or put into, the buffer of a core at a distance, from or into its
    /// own buffer or memory.
    static double access(Machine m, boolean get, boolean memory, int routers, long lines) {
        Mesh mesh = new Mesh((int) m.value("cols"), (int) m.value("rows"), (int) m.value("tile"), false);
        int other = IntStream.range(1, CORES)
                .filter(core -> mesh.hops(0, core) == routers)
                .findFirst()
                .orElseThrow();
        return run(m, 8192, NOTHING, (g, at) -> {
            if (g.me != 0) return;
            long mpb = g.layout.mpb();
            long own = memory ? at : mpb;
            if (get) g.channel.copy(0, own, other, mpb, lines * LINE);
            else g.channel.copy(other, mpb, 0, own, lines * LINE);
        })[0];
    }
}
