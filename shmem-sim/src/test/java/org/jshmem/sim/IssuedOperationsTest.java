// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.FlagsWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A program finds the same values and the same times whether its PEs issue operations ahead of their turns or not.
class IssuedOperationsTest {
    private static final int LONGS = 2048;
    private static final int STEPS = 400;

    /// What all PEs have seen, values and times, and what the simulation says of them.
    private record Seen(List<List<Long>> byPe, List<Long> ends, long hash) {}

    private static Seen run(String machine, int npes, boolean issues, long seed) {
        long bytes = Settings.shape(npes, 1 << 20, 0).regionBytes();
        JobSpec spec = JobSpec.of(MachineFiles.named(machine), npes, bytes);
        spec.issues = issues;
        List<List<Long>> seen = new ArrayList<>();
        for (int pe = 0; pe < npes; pe++) seen.add(new ArrayList<>());
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> anything(sh, seed, seen.get(sh.myPe()))));
            sim.rethrow();
            List<Long> ends = new ArrayList<>();
            for (int pe = 0; pe < npes; pe++) ends.add(sim.picos(pe));
            return new Seen(seen, ends, sim.traceHash());
        }
    }

    private static void anything(Shmem sh, long seed, List<Long> seen) {
        Random all = new Random(seed); // the same on all PEs
        Random own = new Random(seed * 31 + sh.myPe());
        SymLongs x = sh.longs(LONGS);
        SymLongs from = sh.longs(4L * sh.nPes());
        SymLongs to = sh.longs(4L * sh.nPes());
        Signal signal = sh.signal();
        Ctx ctx = sh.ctx();
        for (int step = 0; step < STEPS; step++) {
            if (all.nextInt(40) == 0) together(sh, all, x, from, to, signal, seen);
            else alone(sh, ctx, own, x, seen);
        }
        ctx.close();
        sh.barrierAll();
        for (long i = 0; i < LONGS; i++) seen.add(x.get(i));
    }

    private static void together(
            Shmem sh, Random all, SymLongs x, SymLongs from, SymLongs to, Signal signal, List<Long> seen) {
        int count = 1 + all.nextInt(4);
        switch (all.nextInt(5)) {
            case 0 -> sh.barrierAll();
            case 1 -> {
                for (long i = 0; i < from.length(); i++) from.set(i, sh.nanoTime() + i);
                sh.world().alltoall(to, from, count);
            }
            case 2 -> sh.world().fcollect(to, from, count);
            case 3 -> seen.add(sh.world().reduce(org.jshmem.Op.SUM, x.get(7)));
            default -> {
                int next = (sh.myPe() + 1) % sh.nPes();
                x.put(3, new long[] {seen.size()}, 0, 1, next);
                x.putSignal(8, new long[] {1, 2, 3}, 0, 3, signal, 1, SignalOp.ADD, next);
                seen.add(signal.waitUntil(Cmp.GE, 1));
                sh.barrierAll();
                signal.set(0, sh.myPe());
                sh.barrierAll();
            }
        }
        for (long i = 0; i < to.length(); i++) seen.add(to.get(i));
    }

    private static void alone(Shmem sh, Ctx ctx, Random own, SymLongs x, List<Long> seen) {
        int pe = own.nextInt(sh.nPes());
        int n = own.nextInt(8) == 0 ? 1 + own.nextInt(1500) : 1 + own.nextInt(20);
        int i = own.nextInt(LONGS - n + 1);
        switch (own.nextInt(24)) {
            case 0 -> sh.fence();
            case 1 -> sh.quiet();
            case 2 -> seen.add(sh.nanoTime());
            case 3 -> sh.compute(Work.flops(own.nextInt(1000)));
            case 4 -> seen.add(x.g(i, pe));
            case 5 -> {
                long[] got = new long[n];
                x.get(i, got, 0, n, pe);
                for (long g : got) seen.add(g);
            }
            case 6 -> seen.add(x.fetchAdd(i, 1, pe));
            case 7 -> x.add(i, 1, pe);
            case 8 -> x.on(ctx).p(i, own.nextLong(), pe);
            case 9 -> ctx.quiet();
            case 10 -> seen.add(x.atomicFetch(i, pe));
            case 11 -> x.iput(i / 2, 2, new long[] {1, 2, 3}, 0, 1, 3, pe);
            case 12 -> sh.sleep(java.time.Duration.ofNanos(own.nextInt(300)));
            case 13, 14, 15, 16, 17 -> x.p(i, own.nextLong(), pe);
            default -> {
                long[] source = own.longs(n).toArray();
                x.put(i, source, 0, n, pe);
                source[0] = -1; // may be reused at once
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void valuesAndTimesAreThoseOfOperationsAtTheirCalls(long seed) {
        for (String machine : List.of("knc", "cluster", "scc")) {
            assertEquals(run(machine, 7, false, seed), run(machine, 7, true, seed), machine);
        }
    }

    @Test
    void longBurstsAreInTimeAcrossPes() {
        for (int npes : new int[] {2, 61, 120}) {
            assertEquals(run("knc", npes, false, npes), run("knc", npes, true, npes));
            assertEquals(run("cluster", npes, false, npes), run("cluster", npes, true, npes));
        }
    }

    /// Without this the tests above would compare two runs of one kind.
    @Test
    void aPutTakesEffectAfterItsCall() {
        long bytes = Settings.shape(2, 1 << 20, 0).regionBytes();
        boolean[] ahead = new boolean[1];
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), 2, bytes))) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                SymLongs x = sh.longs(1);
                if (sh.myPe() == 0) {
                    long before = sim.operations();
                    x.p(0, 5, 1);
                    ahead[0] = sim.operations() == before;
                    sh.quiet();
                    assertTrue(sim.operations() > before);
                }
            }));
            sim.rethrow();
        }
        assertTrue(ahead[0]);
    }

    /// The PE would otherwise be resumed for each flag, as the first member of each host of a cluster in every barrier.
    @Test
    void otherThreadsTakeTheStepsOfAWaitForSeveralFlags() {
        List<String> threads = new ArrayList<>();
        List<Long> flags = new ArrayList<>();
        try (Simulation sim = new Simulation(JobSpec.of(MachineFiles.named("knc"), 4, 4096))) {
            sim.runOrThrow(t -> {
                t.sleepUntil(1_000_000L * t.pe());
                if (t.pe() != 1) t.channel().signal(1, 64L * t.pe(), 5 + t.pe());
                else
                    t.await(0, 4 * 64, new FlagsWait(_ -> "in a test", t.channel(), 0, 64, 4, 1, 5) {
                        @Override
                        public void saw(long flag) {
                            threads.add(Thread.currentThread().getName());
                            flags.add(flag);
                        }
                    });
            });
        }
        assertEquals(List.of(5L, 7L, 8L), flags);
        assertEquals(List.of("PE 1", "PE 2", "PE 3"), threads, "the first flag is there when the PE looks");
    }

    /// A PE that has issued 64 operations waits for the oldest one, which here is the barrier's wait for a
    /// PE that computes: an operation of any kind may find that it takes too long.
    @ParameterizedTest
    @ValueSource(ints = {0, 57, 58, 59, 60, 61, 62, 63})
    void aCollectiveThatTakesTooLongEndsItsTeamWhicheverOperationFindsIt(int puts) {
        JobSpec spec = JobSpec.of(
                MachineFiles.named("knc"), 5, Settings.shape(5, 1 << 20, 0).regionBytes());
        spec.longestWait = 1_000_000_000;
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, _) -> {
                SymLongs x = sh.longs(1);
                if (sh.myPe() > 0) sh.compute(Work.flops(1_000_000_000_000L));
                for (int k = 0; k < puts; k++) x.p(0, k, 1);
                assertThrows(ShmemTimeoutException.class, sh::syncAll);
                String why = assertThrows(CollectiveMismatchException.class, sh::syncAll)
                        .getMessage();
                assertTrue(
                        why.contains("took longer than --timeout on this PE, so the team's collectives are over"), why);
                throw sh.globalExit(0);
            }));
            sim.rethrow();
        }
    }
}
