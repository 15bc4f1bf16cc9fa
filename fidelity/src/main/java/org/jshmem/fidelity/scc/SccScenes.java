// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.scc;

import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.collective.ElementType;
import org.jshmem.collective.Group;
import org.jshmem.collective.SystemLayout;
import org.jshmem.collective.broadcast.Broadcasts;
import org.jshmem.collective.broadcast.MessageBroadcast;
import org.jshmem.collective.broadcast.OcBroadcast;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.message.MessageRing;
import org.jshmem.collective.message.Split;
import org.jshmem.collective.message.Style;
import org.jshmem.collective.reduce.Reductions;
import org.jshmem.gcmc.Gcmc;
import org.jshmem.gcmc.Result;
import org.jshmem.runtime.Settings;
import org.jshmem.sim.Job;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.model.Machine;

/// The measurements of the two papers as simulated scenes on all 48 cores, in microseconds.
final class SccScenes {
    static final int CORES = 48;

    private static final int LINE = 32;
    private static final long START = 100_000_000; // ns: all have prepared by then
    private static final int REPEATS = 3;

    /// Molecules of the application: not printed, fitted to K-41.
    private static final String MOLECULES = "960";
    private static final Body NOTHING = (g, memory) -> {};

    private SccScenes() {}

    /// What a PE does in a scene, with its memory from an offset on.
    @FunctionalInterface
    interface Body {
        void run(Group g, long memory);
    }

    /// Runs `body` on all PEs from one moment on, after `prepare`; returns how long each PE took.
    private static double[] run(Machine m, long heap, Body prepare, Body body) {
        long memory = SystemLayout.bytes(CORES);
        double[] took = new double[CORES];
        try (Simulation sim = new Simulation(Job.of(m, CORES, memory + heap))) {
            sim.runOrThrow(t -> {
                Group g = Group.world(t, t.channel());
                prepare.run(g, memory);
                start(t);
                long from = t.picos();
                body.run(g, memory);
                took[t.pe()] = (t.picos() - from) / 1e6;
            });
        }
        return took;
    }

    /// All PEs go on at the same picosecond.
    private static void start(SimTransport t) {
        long picos = START * 1000 - t.picos();
        if (picos < 0) throw new IllegalStateException("a scene's preparation takes longer than " + START + " ns");
        t.sleep(START - t.nanoTime());
        t.sleep(0);
    }

    private static double last(double[] took) {
        double last = 0;
        for (double each : took) last = Math.max(last, each);
        return last;
    }

    /// A way to broadcast bytes that lie at an offset of all PEs' memory from core 0.
    @FunctionalInterface
    interface Broadcast {
        void run(Group g, long at, long bytes);
    }

    /// OC-Bcast with a tree of degree `k`.
    static Broadcast oc(int k) {
        return (g, at, bytes) -> {
            g.begin(Operation.BROADCAST, 0, 0, 0, 0, 0, 0);
            OcBroadcast.run(g, g.transfer(Collective.BROADCAST), k, at, at, bytes, 0);
        };
    }

    /// A row of the table.
    static Broadcast named(String algorithm) {
        return (g, at, bytes) -> {
            g.algorithm(Collective.BROADCAST, algorithm);
            Broadcasts.broadcast(g, ElementType.LONG, at, at, bytes / 8, 0);
        };
    }

    /// Latency of a broadcast of so many lines from core 0 until the last core returns, of memory in no cache.
    static double broadcast(Machine m, Broadcast how, int lines) {
        return broadcasts(m, how, lines, 1);
    }

    /// MB/s of broadcasts back to back, each of other memory.
    static double throughput(Machine m, Broadcast how, int lines, int times) {
        return (double) times * lines * LINE / broadcasts(m, how, lines, times);
    }

    private static double broadcasts(Machine m, Broadcast how, int lines, int times) {
        long bytes = (long) lines * LINE;
        return last(run(m, times * bytes + 4096, NOTHING, (g, memory) -> {
            for (int i = 0; i < times; i++) how.run(g, memory + i * bytes, bytes);
        }));
    }

    /// A call on core 0, repeated back to back after a first one, so that memory is in the caches.
    private static double repeated(Machine m, long heap, Body call) {
        return repeated(m, heap, REPEATS, call);
    }

    private static double repeated(Machine m, long heap, int times, Body call) {
        return run(m, heap, call, (g, memory) -> {
                    for (int i = 0; i < times; i++) call.run(g, memory);
                })[0]
                / times;
    }

    private static long vector(int doubles) {
        return (8L * doubles + 63) / 64 * 64;
    }

    static double allreduce(Machine m, String algorithm, int doubles) {
        long v = vector(doubles);
        return repeated(m, 2 * v, (g, memory) -> {
            g.algorithm(Collective.REDUCE, algorithm);
            Reductions.reduce(g, Op.SUM, ElementType.DOUBLE, memory + v, memory, doubles);
        });
    }

    static double broadcastOfDoubles(Machine m, Style style, Split split, int doubles) {
        long v = vector(doubles);
        return repeated(m, v, (g, memory) -> {
            g.begin(Operation.BROADCAST, 0, 0, 0, 0, 0, 0);
            MessageBroadcast.scatter(
                    g, g.transfer(Collective.BROADCAST), style, split, memory, memory, 8L * doubles, 0);
        });
    }

    static double reduceScatter(Machine m, Style style, Split split, int doubles, boolean tails) {
        long v = vector(doubles);
        return repeated(m, 2 * v, (g, memory) -> {
            g.begin(Operation.REDUCE, 0, 0, 0, 0, 0, 0);
            MessageRing.reduceScatter(g, Op.SUM, ElementType.DOUBLE, memory + v, memory, doubles, style, split, tails);
        });
    }

    static double reduce(Machine m, Style style, Split split, int doubles) {
        long v = vector(doubles);
        return repeated(m, 2 * v, (g, memory) -> {
            g.begin(Operation.REDUCE, 0, 0, 0, 0, 0, 0);
            MessageRing.reduce(g, Op.SUM, ElementType.DOUBLE, memory + v, memory, doubles, 0, style, split);
        });
    }

    static double allgather(Machine m, Style style, int doubles, boolean tails) {
        long v = vector(doubles);
        long[] offsets = new long[CORES + 1];
        for (int k = 0; k <= CORES; k++) offsets[k] = 8L * k * doubles;
        return repeated(m, v * (CORES + 2), 1, (g, memory) -> {
            g.begin(Operation.FCOLLECT, 0, 0, 0, 0, 0, 0);
            MessageRing.allgather(g, memory + v, memory, offsets, 0, style, tails);
        });
    }

    static double alltoall(Machine m, Style style, int doubles) {
        long all = vector(doubles * CORES);
        return repeated(m, 2 * all, 1, (g, memory) -> {
            g.begin(Operation.ALLTOALL, 0, 0, 0, 0, 0, 0);
            MessageRing.alltoall(g, memory + all, memory, 8L * doubles, style);
        });
    }

    /// The application with some algorithm for its sums.
    static Result application(Machine m, String reduction) {
        Result[] result = new Result[1];
        Job job = Job.of(m, CORES, Settings.shape(CORES, 8 << 20, 0).regionBytes());
        try (Simulation sim = new Simulation(job)) {
            sim.runProgram(() -> Shmem.run(new String[0], (sh, a) -> {
                Result mine = Gcmc.run(
                        sh,
                        "--steps",
                        "12",
                        "--warmup",
                        "2",
                        "--start",
                        MOLECULES,
                        "--side",
                        "19",
                        "--reduction",
                        reduction,
                        "--broadcast",
                        "rcce-binomial");
                if (sh.myPe() == 0) result[0] = mine;
            }));
            sim.rethrow();
        }
        return result[0];
    }

    /// Cores 0 to `n - 1` get 128 lines from, or put a line into, the buffer of core 0, each many times: how much
    /// longer each takes on average than alone.
    static double[] contention(Machine m, int n, boolean get) {
        double[] alone = accesses(m, n, get, true);
        double[] together = accesses(m, n, get, false);
        double[] slower = new double[n];
        for (int core = 0; core < n; core++) slower[core] = together[core] / alone[core];
        return slower;
    }

    /// Mean time of an access on each of `n` cores, in turn or all at once.
    private static double[] accesses(Machine m, int n, boolean get, boolean inTurn) {
        int times = get ? 4 : 200;
        long lines = get ? 128 : 1;
        double[] mean = new double[n];
        run(m, 8192, NOTHING, (g, memory) -> {
            if (g.me() >= n) return;
            SimTransport t = (SimTransport) g.transport;
            if (inTurn) t.sleep(10_000_000L * g.me());
            long before = t.picos();
            for (int i = 0; i < times; i++) {
                if (get) g.channel.copy(g.me(), g.mailbox(), 0, g.mailbox(), lines * LINE);
                else g.channel.signal(0, g.from(g.me()), i);
            }
            mean[g.me()] = (t.picos() - before) / 1e6 / times;
        });
        return mean;
    }

    /// A get of 128 lines across the link between tiles (2, 2) and (3, 2), while all cores of other tiles get
    /// from the third row on the opposite side, over that without them.
    static double loadedLink(Machine m) {
        return acrossLink(m, true) / acrossLink(m, false);
    }

    private static double acrossLink(Machine m, boolean loaded) {
        int probe = core(2, 2);
        int target = core(3, 2);
        double[] took = run(m, 8192, NOTHING, (g, memory) -> {
            int tile = g.me() / 2;
            boolean near = tile == probe / 2 || tile == target / 2;
            int from = g.me() == probe ? target : core(5 - tile % 6, 2);
            if (g.me() == probe || loaded && !near && from / 2 != probe / 2 && from / 2 != target / 2) {
                g.channel.copy(g.me(), g.mailbox(), from, g.mailbox(), 128 * LINE);
            }
        });
        return took[probe];
    }

    private static int core(int x, int y) {
        return 2 * (x + 6 * y);
    }

    /// Copies of 128 lines from own memory to the own buffer, on all cores over on one.
    static double ownMemory(Machine m) {
        double alone = copies(m, 1);
        return copies(m, CORES) / alone;
    }

    private static double copies(Machine m, int n) {
        return run(m, 8192, NOTHING, (g, memory) -> {
            if (g.me() < n) g.channel.copy(g.me(), g.mailbox(), g.me(), memory, 128 * LINE);
        })[0];
    }
}
