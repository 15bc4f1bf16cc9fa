// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.Cmp;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.Signal;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Jobs of threads with faults drawn at random: interrupts, PEs that throw or exit, threads of a PE that outlive it,
/// and late uses of all that a job leaves behind. Whatever the order, the JVM lives on, each call throws what its
/// contract names, and no PE is accused that did not fail.
/*
 * All PEs of a job make the same calls, so that only the faults can end it. A case is its seed: a failure names it.
 */
class FaultFuzzIT {
    private static final Config CONFIG = new Config(1 << 20, ThreadLevel.MULTIPLE, Duration.ZERO);
    private static final Duration LONGEST = Duration.ofSeconds(100);
    private static final int STEPS = 6;

    private enum Fault {
        NONE,
        INTERRUPT,
        INTERRUPT_OTHER,
        /// In meetings, after which the job goes on.
        INTERRUPTS,
        THROW,
        EXIT
    }

    /// What the program throws on purpose.
    private static final class Wanted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Wanted() {
            super("wanted");
        }
    }

    /// One job, its faults and what it leaves behind.
    private static final class Case {
        private final long seed;
        private final int npes;
        private final int[] calls = new int[STEPS];
        private final Fault fault;
        private final int victim;
        private final int when;
        private final boolean helps;
        private final int[] pauses; // of the other PEs before each meeting that is interrupted, in ms
        private final Thread[] threads;
        private final Queue<Runnable> kept = new ConcurrentLinkedQueue<>();
        private final Queue<Thread> helpers = new ConcurrentLinkedQueue<>();
        private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();

        Case(long seed) {
            this.seed = seed;
            Random random = new Random(seed);
            npes = 1 + random.nextInt(4);
            for (int k = 0; k < STEPS; k++) calls[k] = random.nextInt(9);
            fault = Fault.values()[random.nextInt(Fault.values().length)];
            victim = random.nextInt(npes);
            when = random.nextInt(STEPS);
            helps = random.nextInt(3) == 0;
            pauses = new int[1 + random.nextInt(4)];
            for (int k = 0; k < pauses.length; k++) pauses[k] = random.nextBoolean() ? random.nextInt(150) : 0;
            threads = new Thread[npes];
        }

        void run() throws InterruptedException {
            try {
                Shmem.runInProcess(npes, CONFIG, (sh, a) -> pe(sh));
                assertTrue(fault != Fault.THROW, "a PE has thrown and the job ended well");
            } catch (Wanted e) {
                assertEquals(Fault.THROW, fault);
            } catch (IllegalStateException e) {
                String exit = "the job was ended by globalExit(3) of PE " + victim;
                assertTrue(fault == Fault.EXIT && e.getMessage().equals(exit), e::getMessage);
            } catch (ShmemException e) {
                assertTrue(fault == Fault.INTERRUPT || fault == Fault.INTERRUPT_OTHER, e::getMessage);
                assertFalse(e instanceof PeerFailedException, e::getMessage);
            }
            for (Thread helper : helpers) {
                assertTrue(helper.join(LONGEST), "a thread that outlives its job has not ended");
            }
            for (Runnable use : kept) late(use);
            for (Throwable each : wrong) throw new AssertionError(each);
        }

        private void late(Runnable use) {
            try {
                use.run();
            } catch (IllegalStateException e) {
                return; // it names the session, or the segment that is closed
            }
            throw new AssertionError("a late use has not been refused");
        }

        private void pe(Shmem sh) {
            int me = sh.myPe();
            threads[me] = Thread.currentThread();
            SymLongs box = sh.longs(16);
            Signal signal = sh.signal();
            MemorySegment segment = box.ptr((me + 1) % npes);
            kept.add(() -> box.get(0));
            kept.add(() -> box.p(1, 1, 0));
            kept.add(signal::fetch);
            kept.add(() -> segment.get(ValueLayout.JAVA_LONG, 0));
            kept.add(box::local);
            kept.add(box::free);
            kept.add(() -> sh.longs(1));
            kept.add(sh::barrierAll);
            kept.add(() -> sh.world().reduce(Op.SUM, 1L));
            sh.barrierAll();
            if (helps) help(box, (me + 1) % npes);
            for (int k = 0; k < STEPS; k++) {
                if (fault == Fault.INTERRUPTS && k == when) meet(sh, me == victim);
                if (me == victim && k == when) fault(sh);
                call(sh, calls[k], box, signal);
            }
        }

        /// Meetings that complete although the victim's flag is set.
        private void meet(Shmem sh, boolean interrupted) {
            for (int pause : pauses) {
                if (interrupted) Thread.currentThread().interrupt();
                else if (pause > 0) sh.sleep(Duration.ofMillis(pause));
                sh.barrierAll();
                assertEquals(interrupted, Thread.currentThread().isInterrupted());
                if (pause == 0) Thread.interrupted();
            }
            Thread.interrupted();
            assertEquals((1L << npes) - 1, sh.world().reduce(Op.SUM, 1L << sh.myPe()));
        }

        private void fault(Shmem sh) {
            switch (fault) {
                case NONE, INTERRUPTS -> {}
                case INTERRUPT -> Thread.currentThread().interrupt();
                case INTERRUPT_OTHER -> threads[(victim + 1) % npes].interrupt();
                case THROW -> throw new Wanted();
                case EXIT -> throw sh.globalExit(3);
            }
        }

        private void call(Shmem sh, int what, SymLongs box, Signal signal) {
            int next = (sh.myPe() + 1) % npes;
            switch (what) {
                case 0 -> sh.barrierAll();
                case 1 -> sh.world().reduce(Op.SUM, 1L);
                case 2 -> sh.longs(8 << (when & 7)).free();
                case 3 -> {
                    try (Team team = sh.world().splitStrided(0, 1, npes).orElseThrow()) {
                        kept.add(team::sync);
                        team.sync();
                    }
                }
                case 4 -> box.put(0, new long[8], 0, 8, next);
                case 5 -> box.fetchAdd(3, 1, next);
                case 6 -> {
                    signal.add(1, next);
                    long goal = signal.fetch();
                    signal.waitUntil(Cmp.GE, Math.max(1, goal));
                }
                case 7 -> sh.world().broadcast(box, box, 4, npes - 1);
                default -> sh.sleep(Duration.ofNanos(1000));
            }
        }

        /// A thread of the PE that works until it is refused.
        private void help(SymLongs box, int other) {
            helpers.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    while (true) {
                        box.p(9, 1, other);
                        box.atomicFetch(9, other);
                        Thread.sleep(0, 100_000);
                    }
                } catch (IllegalStateException | PeerFailedException | InterruptedException e) {
                    // the job has ended
                } catch (Throwable e) {
                    wrong.add(e);
                }
            }));
        }

        @Override
        public String toString() {
            return "seed %d: %d PEs, %s of PE %d before step %d".formatted(seed, npes, fault, victim, when);
        }
    }

    @Test
    @Timeout(300)
    void drawnFaultsAreSurvived() throws Exception {
        run(1, 400);
    }

    @Test
    @Tag("long")
    @Timeout(7200)
    void manyFaultsAreSurvived() throws Exception {
        run(Integer.getInteger("faults.seed", 1_000_000), Integer.getInteger("faults", 5_000));
    }

    /// Two jobs at a time: a JVM may run several.
    private static void run(long first, int cases) throws Exception {
        AtomicInteger next = new AtomicInteger();
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> runners = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
            runners.add(Thread.ofPlatform().start(() -> {
                for (int n = next.getAndIncrement(); n < cases && failures.isEmpty(); n = next.getAndIncrement()) {
                    Case one = new Case(first + n);
                    try {
                        one.run();
                    } catch (Throwable e) {
                        failures.add(new AssertionError(one.toString(), e));
                    }
                }
            }));
        }
        for (Thread runner : runners) runner.join();
        for (Throwable failure : failures) throw new AssertionError(failure);
    }
}
