// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jshmem.Cmp;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemTimeoutException;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.Work;
import org.jshmem.programs.Spin;
import org.jshmem.runtime.settings.Settings;
import org.jshmem.sim.cost.Machine;
import org.jshmem.sim.machine.MachineFiles;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimTransportTest {
    private static final Machine KNC = MachineFiles.named("knc");

    private static Simulation run(JobSpec job, Consumer<SimTransport> body) {
        Simulation sim = new Simulation(job);
        sim.runOrThrow(body);
        return sim;
    }

    private static void over(JobSpec job, Consumer<SimTransport> body) {
        run(job, body).close();
    }

    /// The message of the exception that ends a job.
    private static String failure(JobSpec job, Class<? extends Throwable> type, Consumer<SimTransport> body) {
        try (Simulation sim = new Simulation(job)) {
            return assertThrows(type, () -> sim.runOrThrow(body)).getMessage();
        }
    }

    private static JobSpec job(int npes) {
        return JobSpec.of(KNC, npes, 1 << 20);
    }

    private static long picos(int npes, Consumer<SimTransport> body) {
        try (Simulation sim = run(job(npes), body)) {
            return sim.picos();
        }
    }

    @Test
    void zeroTouchesNothingThatWasNeverUsed() {
        over(JobSpec.of(KNC, 240, 1L << 30), t -> {
            t.back(0, 1L << 30, 1L << 30);
            assertEquals(0, t.channel().load(t.pe(), (1L << 30) - 8, 8));
            t.channel().store(t.pe(), 64, 8, 1);
            t.back(0, 128, 128);
            assertEquals(0, t.channel().load(t.pe(), 64, 8));
        });
    }

    @Test
    void aDeadlockNamesWhoWaitsForWhat() {
        assertEquals(
                "PE 1/3: waits in a test; sim knc: deadlock at t=513.500 ns, 2 of 3 PEs blocked; PE 1 waits offset 64 >= 5 (value 4, last written by"
                        + " PE 0), PE 2 waits offset 64 >= 5 (value 0, never written); no PE is left to wake them",
                failure(job(3), ShmemTimeoutException.class, t -> {
                    if (t.pe() == 0) t.channel().store(1, 64, 8, 4);
                    else new WordWait(_ -> "in a test", t, 64, Cmp.GE, 5).await();
                }));
    }

    @Test
    void aStuckPeIsAskedForABetterReason() {
        String why = failure(job(2), IllegalStateException.class, t -> {
            var reason = new Wait.Reason() {
                @Override
                public void check(boolean stuck) {
                    if (stuck && t.pe() == 1) throw new IllegalStateException("I know why");
                }

                @Override
                public String what(Wait wait) {
                    return "in a test";
                }
            };
            new WordWait(reason, t, 0, Cmp.EQ, 1).await();
        });
        assertEquals("I know why", why);
    }

    @Test
    void waitsExpireInVirtualTime() {
        long longer = 1_000_000_000_000L; // than a test may take on the machine it runs on
        over(job(2), t -> {
            assertFalse(new WordWait(_ -> "in a test", t, 0, 8, Cmp.EQ, 1, 0, longer, false).await());
            assertEquals(1_000_000_000_000L, t.nanoTime());
        });
        assertEquals(
                "PE 0/2: waited 3000 ms of virtual time in a test; the job allows 3000 ms (--timeout)",
                failure(
                        Specs.limited(job(2), 3_000_000_000L),
                        ShmemTimeoutException.class,
                        t -> new WordWait(_ -> "in a test", t, 0, Cmp.EQ, 1).await()));
    }

    @Test
    void aWaitForAConditionMissesNoChange() {
        for (int seed = 0; seed < 50; seed++) {
            over(job(4).seed(seed), t -> {
                if (t.pe() != 0) {
                    t.channel().store(0, 64L * t.pe(), 8, 1);
                    return;
                }
                Channel c = t.channel();
                BooleanSupplier all = () -> c.load(0, 64, 8) + c.load(0, 128, 8) + c.load(0, 192, 8) == 3;
                assertTrue(t.await(64, 3 * 64, new Wait(_ -> "in a test", all)));
            });
        }
    }

    @Test
    void aFailureEndsTheOthersAndNamesThePe() {
        Simulation sim = new Simulation(job(4));
        Throwable[] seen = new Throwable[4];
        sim.run(t -> {
            try {
                if (t.pe() == 2) throw new IllegalArgumentException("no");
                new WordWait(_ -> "in a test", t, 0, Cmp.EQ, 1).await();
            } catch (PeerFailedException e) {
                seen[t.pe()] = e;
                throw e;
            }
        });
        assertEquals(2, sim.failure().pe());
        assertEquals(1, sim.failure().status());
        assertEquals(2, ((PeerFailedException) seen[3]).pe());
        assertEquals(
                "PE 0/4: stopped because PE 2 failed with java.lang.IllegalArgumentException: no; see the message of that PE",
                seen[0].getMessage());
        sim.close();
    }

    /// Only a flag of the library is loaded after the look that finds it.
    @Test
    void aWaitForAnyValueTakesAsLongForEachValueThatHolds() {
        long[] times = new long[2];
        for (int value = -1; value <= 0; value++) {
            int awaited = value;
            try (Simulation sim = run(job(1), t -> new WordWait(_ -> "in a test", t, 0, Cmp.GE, awaited).await())) {
                times[-value] = sim.picos();
            }
        }
        assertEquals(times[1], times[0]);
    }

    @ParameterizedTest
    @CsvSource({"knc, 65536", "knc, 4194304", "scc, 65536", "scc, 4194304", "cluster, 65536", "cluster, 4194304"})
    void aStoreIntoThePutOfAnotherPeIsFoundOnEveryMachine(String name, int bytes) {
        Machine machine = MachineFiles.named(name);
        if (name.equals("cluster")) machine = machine.with("cores", 1);
        try (Simulation sim = run(JobSpec.of(machine, 3, 8 << 20), t -> {
            if (t.pe() == 0) t.channel().put(1, 0, MemorySegment.ofArray(new byte[bytes]), 0, bytes);
            if (t.pe() == 2) {
                t.sleep(5000);
                t.channel().store(1, bytes / 2, 8, 1);
            }
        })) {
            String race = "race on PE 1, offset %d..%d: PE 2 store of ".formatted(bytes / 2, bytes / 2 + 7);
            assertEquals(1, sim.races().size(), sim.races().toString());
            assertTrue(sim.races().getFirst().startsWith(race), sim.races().getFirst());
        }
    }

    /// A word that a PE looks at is a flag, whichever search runs.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLoopOfTestsNextToAPutIsNoRace(boolean races) {
        JobSpec spec = JobSpec.of(KNC, 2, Settings.shape(2, 1 << 20, 0).regionBytes());
        spec.races = races;
        try (Simulation sim = new Simulation(spec)) {
            sim.runProgram(_ -> Shmem.run(new String[0], (sh, a) -> {
                SymLongs x = sh.longs(100);
                long[] all = new long[100];
                all[99] = 7;
                if (sh.myPe() == 0) x.put(0, all, 0, 100, 1);
                while (sh.myPe() == 1 && !x.test(99, Cmp.EQ, 7)) sh.sleep(Duration.ofNanos(10));
            }));
            sim.rethrow();
            assertEquals(List.of(), sim.races());
        }
    }

    @Test
    void aLatePutWakesWhoWaitsForIt() {
        over(Specs.late(job(2)), t -> {
            if (t.pe() == 0) {
                t.channel().put(1, 0, MemorySegment.ofArray(new long[] {1}), 0, 8L);
                t.channel().put(1, 64, MemorySegment.ofArray(new long[] {2}), 0, 8L);
                t.sleep(1000);
                t.channel().quiet();
            } else {
                assertTrue(t.awaitOf(1, 0, Cmp.EQ, 1, "in a test"));
            }
        });
    }

    /// Also those that need no turn. A thread without a name has its number.
    @Test
    void callsOfASecondThreadOfAPeAreRefusedAndNothingHangs() {
        try (Simulation sim = new Simulation(job(2))) {
            List<String> said = new ArrayList<>();
            sim.runOrThrow(t -> {
                if (t.pe() == 1) return;
                said.add(fromAnotherThread("other", () -> t.channel().store(1, 0, 8, 5)));
                said.add(fromAnotherThread("other", t::nanoTime));
                said.add(fromAnotherThread("", () -> t.direct().compute(Work.flops(1_000_000))));
                assertEquals(0, t.picos());
            });
            assertNull(sim.failure());
            String refusal = "PE 0/2: thread other calls, but a simulated PE calls from the thread that runs main alone"
                    + " (threadLevel() is FUNNELED); pass the data to that thread, or run the job without --machine";
            assertEquals(
                    Collections.nCopies(3, refusal),
                    said.stream()
                            .map(s -> s.replaceFirst("thread \\d+", "thread other"))
                            .toList());
            assertEquals(ThreadLevel.FUNNELED, sim.transport(0).threadLevel());
        }
    }

    @Test
    void aSecondThreadMayEndTheJob() {
        try (Simulation sim = new Simulation(job(2))) {
            sim.run(t -> {
                if (t.pe() == 0) fromAnotherThread("other", () -> assertThrows(JobEnd.class, () -> t.abort(6, null)));
            });
            assertEquals(6, sim.failure().status());
        }
    }

    /// PE 1 loops without a call after PE 0 has failed. The run returns, and PE 1 still has its memory.
    @Test
    @Timeout(300)
    void aPeThatGoesOnAfterAFailureIsLeftBehindWithItsMemory() throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        long[] seen = new long[1];
        Simulation sim = new Simulation(job(2));
        try (sim) {
            sim.run(t -> {
                if (t.pe() == 0) throw new IllegalStateException("the reactor is hot");
                Memory.set(t.address(1, 0), 8, 42);
                Spin.until(() -> over.getCount() == 0);
                seen[0] = Memory.getAcquire(t.address(1, 0), 8);
                read.countDown();
            });
            assertEquals(1, sim.watch.left);
        }
        assertEquals("the reactor is hot", sim.failure().why().getMessage());
        over.countDown();
        read.await();
        assertEquals(42, seen[0]);
    }

    @Test
    void anInterruptEndsThePesBeforeTheirMemory() throws Exception {
        Simulation sim = new Simulation(job(4));
        Thread host = Thread.ofPlatform().start(() -> {
            try (sim) {
                sim.run(t -> {
                    for (long i = 0; ; i++) t.channel().store((t.pe() + 1) % 4, 64, 8, i);
                });
            }
        });
        while (sim.operations() < 1000) Thread.sleep(1);
        host.interrupt();
        host.join(120_000);
        assertFalse(host.isAlive());
        assertTrue(sim.failure().why().getMessage().endsWith(": the simulation was interrupted"));
    }

    /// Each of these takes more picoseconds than a long has room for.
    @ParameterizedTest
    @CsvSource({"knc, 60, 0", "scc, 60, 0", "cluster, 60, 0", "knc, 0, 60", "scc, 0, 60"})
    void computationBeyondTheEndOfVirtualTimeIsRefused(String machine, int flops, int bytes) {
        Work work = Work.flops(1L << flops).bytes(1L << bytes, 1L << bytes);
        JobSpec job = JobSpec.of(MachineFiles.named(machine), 1, 1 << 20);
        String why = failure(job, IllegalStateException.class, t -> {
            t.sleep(1);
            t.direct().compute(work);
            t.sleep(1);
        });
        assertTrue(why.contains("virtual time has passed its end"), why);
    }

    /// A loop over the clock ends, and other PEs act meanwhile.
    @Test
    void theClockGoesOnWhileAPeLooksAtIt() {
        long[] seen = new long[1];
        over(job(2), t -> {
            if (t.pe() == 1) {
                t.sleep(500);
                t.channel().store(0, 0, 8, 7);
                return;
            }
            for (int i = 0; i < 1_000_000 && t.nanoTime() < 10_000; i++) {}
            assertTrue(t.nanoTime() >= 10_000);
            seen[0] = t.channel().load(0, 0, 8);
        });
        assertEquals(7, seen[0]);
    }

    /// Few looks take no time.
    @Test
    void lookingAtTheClockIsFree() {
        assertEquals(0, picos(1, t -> {
            for (int i = 0; i < 8; i++) assertEquals(0, t.nanoTime());
        }));
    }

    @Test
    void aLimitBeyondTheEndOfVirtualTimeEndsNoWait() {
        JobSpec job = Specs.limited(job(2), Duration.ofDays(365).toNanos());
        over(job, t -> {
            t.sleep(1_000_000);
            if (t.pe() == 1) t.channel().signal(0, 0, 1);
            else t.awaitOf(0, 0, Cmp.EQ, 1, "in a test");
        });
    }

    private static String fromAnotherThread(String name, Runnable call) {
        String[] thrown = new String[1];
        Thread other = Thread.ofPlatform().name(name).start(() -> {
            try {
                call.run();
            } catch (IllegalStateException e) {
                thrown[0] = e.getMessage();
            }
        });
        try {
            other.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return thrown[0];
    }
}
