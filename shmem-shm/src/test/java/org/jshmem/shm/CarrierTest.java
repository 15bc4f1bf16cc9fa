// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jshmem.Cmp;
import org.jshmem.CollectiveMismatchException;
import org.jshmem.Config;
import org.jshmem.Op;
import org.jshmem.PeerFailedException;
import org.jshmem.Shmem;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.contract.Samples;
import org.jshmem.contract.Threads;
import org.jshmem.jdk.CarriedThreads;
import org.jshmem.shm.jobfile.Control;
import org.jshmem.shm.jobfile.Futex;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.jobfile.JobLayout;
import org.jshmem.shm.wait.Carrier;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a PE may do on a carrier that it shares with all other PEs.
@Timeout(300)
class CarrierTest {
    private static final Wait.Reason WAIT = _ -> "in a test";
    private static final long WORD = 0;
    private static final long STACK_BYTES = 256 << 10;
    private static final long LONG_NANOS = 30_000_000_000L;

    /// What one PE does.
    private interface Body {
        void run(Transport pe) throws Exception;
    }

    /// The control words of the last job, and the failure of its carrier.
    private static Control control;

    private static volatile Throwable failure;

    private static void run(int npes, Body body) throws Exception {
        run(new Shape(npes, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0), body);
    }

    /// Runs a program's sessions.
    private static void runSessions(int npes, Consumer<Shmem> program) throws Exception {
        long system = SystemLayout.bytes(npes);
        var shape = new Shape(npes, system, SystemLayout.startBytes(npes, 1), system + (1 << 20), 0);
        run(shape, pe -> Threads.session(pe, Config.DEFAULT, (sh, _) -> program.accept(sh)));
    }

    private static void run(Shape shape, Body body) throws Exception {
        assertTrue(CarriedThreads.arePossible());
        int npes = shape.npes();
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, 1);
                Carriers carriers = new Carriers(file.control(), 0, npes, 1, STACK_BYTES, CarrierTest::failed)) {
            control = file.control();
            var failure = new AtomicReference<Throwable>();
            Threads.run(npes, failure, carriers, number -> {
                Transport pe = new ShmTransport(file, number, PeKind.THREAD);
                pe.enter();
                body.run(pe);
                pe.leave();
            });
        }
    }

    private static void failed(Throwable why) {
        control.abort(JobLayout.Abort.FAILED, 1, 0);
        failure = why;
    }

    private static void hear(Transport pe, long value) {
        new WordWait(WAIT, pe, WORD, Cmp.GE, value).await();
    }

    private static void tell(Transport pe, int to, long value) {
        pe.channel().signal(to, WORD, value);
    }

    /// Fails after a time in which no other PE has run: no timeout ends a thread that spins.
    private static void goOn(long start) {
        assertTrue(System.nanoTime() - start < LONG_NANOS);
        Thread.onSpinWait();
    }

    private static final class Pinned {
        static final boolean HEARD = new WordWait(WAIT, pinned, WORD, Cmp.GE, 1).await();
    }

    private static Transport pinned;

    /// PE 0 waits while it initializes a class, so that it cannot leave its carrier, until PE 1 has written.
    /// [CarriedLitmusTest] has the other ways to hold a carrier.
    @Test
    void aPinnedPeHoldsUpNobody() throws Exception {
        run(3, pe -> {
            if (pe.pe() == 0) {
                tell(pe, 1, 1);
                pinned = pe;
                assertTrue(Pinned.HEARD);
                tell(pe, 2, 1);
            } else {
                hear(pe, 1);
                if (pe.pe() == 1) tell(pe, 0, 1);
            }
        });
    }

    /// Reads and failed swaps of one word, in a loop, let the PE that will write it run at once. Any other PE that
    /// does not wait keeps its carrier for 10 ms.
    @ParameterizedTest
    @ValueSource(strings = {"look", "load", "fetch", "swap"})
    void pesThatPollInTurnTakeTurns(String how) throws Exception {
        int npes = 16;
        int rounds = 50;
        run(npes, pe -> {
            Channel channel = pe.channel();
            long start = System.nanoTime();
            for (long round = 0; round < rounds; round++) {
                long mine = npes * round + pe.pe();
                while (poll(channel, how, mine) != mine) goOn(start);
                channel.signal(0, WORD, mine + 1);
            }
            long took = System.nanoTime() - start;
            assertTrue(took < 10_000_000_000L, () -> took + " ns");
        });
    }

    /// Looks of another thread, such as the carrier's own, do not count as polls of the PE, which would yield at
    /// its next one. PE 1 counts its turns. A thread that holds up the carrier may be relieved in any one attempt.
    @Test
    void looksOfOtherThreadsAreNoPollsOfThePe() throws Exception {
        var turns = new AtomicLong();
        var over = new AtomicBoolean();
        var without = new AtomicInteger();
        run(2, pe -> {
            if (pe.pe() == 1) while (!over.get()) yieldAfter(turns.incrementAndGet());
            for (int attempt = 0; pe.pe() == 0 && attempt < 100; attempt++) {
                var looked = new AtomicBoolean();
                Thread.ofPlatform().start(() -> {
                    for (int k = 0; k < 50; k++) pe.channel().look(0, WORD, 8);
                    looked.set(true);
                });
                while (!looked.get()) Thread.onSpinWait();
                long before = turns.get();
                pe.channel().look(0, WORD, 8);
                if (turns.get() == before) without.incrementAndGet();
                Thread.yield(); // so that PE 1 has a turn
            }
            over.set(true);
        });
        assertTrue(without.get() > 50, () -> "of 100 looks " + without.get() + " did not yield");
    }

    private static void yieldAfter(long turn) {
        assertTrue(turn > 0);
        Thread.yield();
    }

    private static long poll(Channel channel, String how, long expected) {
        return switch (how) {
            case "look" -> channel.look(0, WORD, 8);
            case "load" -> channel.load(0, WORD, 8);
            case "fetch" -> channel.fetch(0, WORD, 8);
            default -> channel.atomic(Atomic.COMPARE_SWAP, 0, WORD, 8, expected, expected);
        };
    }

    /// The JDK's threads carry the virtual threads of a PE: its carrier has room for the PE's own steps alone.
    @Test
    void aPeAwaitsItsVirtualThreads() throws Exception {
        int npes = 4;
        int tasks = 10_000;
        runSessions(npes, sh -> {
            var done = new AtomicLong();
            for (int round = 1; round <= 3; round++) {
                Thread joined = Thread.ofVirtual().start(done::incrementAndGet);
                Thread parked = Thread.startVirtualThread(() -> {
                    LockSupport.parkNanos(1000);
                    done.incrementAndGet();
                });
                try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                    for (int k = 0; k < tasks; k++) executor.submit(done::incrementAndGet);
                    sh.barrierAll();
                }
                assertDoesNotThrow(() -> joined.join());
                assertDoesNotThrow(() -> parked.join());
                long all = sh.world().reduce(Op.SUM, done.get());
                assertEquals((long) round * npes * (tasks + 2L), all);
            }
        });
    }

    /// PE 1 tests for a lock whose holder can run only when PE 1 lets it run.
    @Test
    void aPeThatTestsForALockLetsTheHolderRun() throws Exception {
        int rounds = 20;
        int[] tests = new int[rounds];
        runSessions(2, sh -> {
            ShmemLock lock = sh.lock();
            Signal turn = sh.signal();
            for (int round = 0; round < rounds; round++) {
                if (sh.myPe() == 0) lock.set();
                sh.barrierAll();
                if (sh.myPe() == 1) turn.set(round + 1, 0);
                else turn.waitUntil(Cmp.GT, round);
                if (sh.myPe() == 1) while (!lock.test()) tests[round]++;
                lock.clear();
                sh.barrierAll();
            }
        });
        assertTrue(Arrays.stream(tests).max().getAsInt() < 500, () -> Arrays.toString(tests));
    }

    /// More futexes than one call of the kernel awaits, and pauses in which the carrier sleeps on them.
    @ParameterizedTest
    @CsvSource({"2, 100", "300, 3"})
    void aWordGoesRound(int npes, int rounds) throws Exception {
        run(npes, pe -> {
            int next = (pe.pe() + 1) % npes;
            for (int round = 1; round <= rounds; round++) {
                if (pe.pe() == 0) {
                    pe.sleep(2_000_000);
                    tell(pe, next, round);
                }
                hear(pe, round);
                if (pe.pe() != 0) tell(pe, next, round);
            }
        });
    }

    @Test
    void aDeadlineIsKeptWhileOthersCompute() throws Exception {
        var over = new AtomicBoolean();
        run(2, pe -> {
            long start = System.nanoTime();
            if (pe.pe() == 1) {
                while (!over.get()) goOn(start);
                return;
            }
            until(pe, WORD, start + 100_000_000).await();
            over.set(true);
            long took = System.nanoTime() - start;
            assertTrue(took >= 100_000_000, () -> took + " ns");
        });
    }

    /// Waits where the stack is full, which it also is in the middle of a wait, a park or a change of threads.
    /// A thread without room for the stack of the PE that it resumes would end the JVM by a signal.
    @Test
    void aFullStackIsAnErrorOfItsPeAlone() throws Exception {
        run(3, pe -> {
            int next = (pe.pe() + 1) % pe.npes();
            for (int round = 1; round <= 2; round++) {
                fill(pe, 0);
                tell(pe, next, round);
                hear(pe, round);
            }
        });
    }

    private static void fill(Transport pe, int depth) {
        try {
            if (depth < Integer.MAX_VALUE) fill(pe, depth + 1);
        } catch (StackOverflowError e) {
            until(pe, WORD + Long.BYTES, System.nanoTime() + 1000).await();
        }
    }

    /// The carrier of 200 PEs lets each look around every two seconds, and a wait with a limit at its end.
    @ParameterizedTest
    @CsvSource({"2, true", "200, false"})
    @Tag("long")
    void theEndOfTheJobEndsWaitsAtOnce(int npes, boolean limited) throws Exception {
        var ended = new AtomicLong();
        var late = new AtomicLong();
        assertThrows(
                JobEnd.class,
                () -> run(npes, pe -> {
                    if (pe.pe() == 0) {
                        pe.sleep(200_000_000);
                        ended.set(System.nanoTime());
                        throw pe.abort(3, null);
                    }
                    var wait = until(pe, WORD, limited ? System.nanoTime() + LONG_NANOS : Long.MAX_VALUE);
                    assertThrows(JobEnd.class, wait::await);
                    late.accumulateAndGet(System.nanoTime() - ended.get(), Math::max);
                }));
        assertTrue(late.get() < 1_500_000_000, () -> late + " ns after the end of the job");
    }

    /// A look for which there is no memory is the carrier's failure, and not the end of its thread: who waits hears of
    /// it.
    @Test
    void aCarrierThatFailsEndsTheJob() {
        var error = new OutOfMemoryError("of a test");
        var looks = new AtomicLong();
        assertThrows(
                PeerFailedException.class,
                () -> run(3, pe -> {
                    if (pe.pe() != 0) hear(pe, 1);
                    // of the PE's own looks and the carrier's, the first of the latter fails
                    BooleanSupplier fails = () ->
                            !Thread.currentThread().isVirtual() && looks.incrementAndGet() == 1 && throwing(error);
                    pe.await(128, 8, new Wait(WAIT, fails));
                }));
        assertSame(error, failure);
    }

    private static WordWait until(Transport pe, long word, long deadline) {
        return new WordWait(WAIT, pe, word, 8, Cmp.GE, 1, 0, deadline, false);
    }

    private static long written(Transport pe) {
        WordWait wait = new WordWait(WAIT, pe, WORD, Cmp.NE, 0);
        wait.await();
        return wait.seen();
    }

    private static boolean throwing(Error error) {
        throw error;
    }

    /// A wait with a limit, too, is in the report of a hang.
    @Test
    void aWaitWithALimitIsPublished() throws Exception {
        run(2, pe -> {
            if (pe.pe() == 0) {
                long limit = System.nanoTime() + LONG_NANOS;
                until(pe, WORD, limit).await();
            } else {
                pe.sleep(100_000_000);
                long since = Memory.getLong(control.slot(0) + JobLayout.WAIT_SINCE_OFFSET);
                tell(pe, 0, 1);
                assertTrue(since != 0);
            }
        });
    }

    /// PE 0 computes, so that another thread carries and sleeps, for up to 20 ms, on the futexes of the others.
    /// Then PE 0 waits.
    @Test
    @Tag("long")
    void aPeThatHasComputedWakesItsCarrierForItsWait() throws Exception {
        int rounds = 15;
        long[] late = new long[rounds];
        run(100, pe -> {
            if (pe.pe() != 0) {
                hear(pe, 1);
                return;
            }
            for (int round = 1; round <= rounds; round++) {
                long end = System.nanoTime() + 60_000_000;
                while (System.nanoTime() - end < 0) Thread.onSpinWait();
                Thread writer = Thread.ofPlatform().start(() -> {
                    LockSupport.parkNanos(1_500_000);
                    Memory.setLongRelease(pe.address(0, WORD), System.nanoTime());
                    Memory.fullFence();
                    control.wake(0, WORD, 8);
                });
                long written = written(pe);
                late[round - 1] = System.nanoTime() - written;
                writer.join();
                Memory.setLongRelease(pe.address(0, WORD), 0);
            }
            for (int other = 1; other < pe.npes(); other++) tell(pe, other, 1);
        });
        Arrays.sort(late);
        assertTrue(late[rounds / 2] < 2_500_000, () -> Arrays.toString(late));
    }

    /// Without memory for the thread with a larger stack the carrier itself goes on: an odd number of turns would let a
    /// second thread carry, and two threads would run one PE.
    @Test
    void aCarrierWithoutMemoryForAThreadIsBetweenTwoTurns() throws Exception {
        var shape = new Shape(1, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0);
        List<Thread> carries = new CopyOnWriteArrayList<>();
        List<Long> turns = new CopyOnWriteArrayList<>();
        var made = new AtomicReference<Carrier>();
        long small = 129 << 10; // of which a PE gets 1 KiB
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, 1)) {
            var carrier =
                    new Carrier(
                            file.control(),
                            0,
                            1,
                            carry -> carries.add(Thread.ofPlatform().start(carry)),
                            small,
                            why -> turns.add(made.get().turns())) {
                        @Override
                        public void start(Thread roomy) {
                            if (turns.isEmpty()) throw new OutOfMemoryError("of a test");
                            super.start(roomy);
                        }
                    };
            made.set(carrier);
            Thread pe = carrier.newThread(0, () -> yieldBelow(200));
            pe.start();
            carrier.start();
            pe.join();
            for (Thread thread : carries) thread.join();
        }
        assertEquals(1, turns.size());
        assertEquals(0, turns.getFirst() & 1, "the carrier counts as a PE that does not wait");
    }

    /// A thread that is relieved before it takes the step of its turn would take what the next one has taken. More
    /// threads than cores relieve each other in all turns, so that the kernel interrupts them at each place.
    @Test
    @Tag(Samples.TAG)
    void aThreadIsRelievedOnlyOnceItHasTakenTheStepOfItsTurn() throws Exception {
        var shape = new Shape(2, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, 1)) {
            var carrier = new Carrier(file.control(), 0, 2, Runnable::run, STACK_BYTES, failures::add);
            long end = System.nanoTime() + Samples.of(1, 3) * 1_000_000_000L; // the fault was seen after 0.3 s
            List<Thread> pes = IntStream.range(0, 2)
                    .mapToObj(number -> carrier.newThread(number, () -> yieldUntil(end, failures)))
                    .toList();
            pes.forEach(Thread::start);
            List<Thread> carries = IntStream.range(0, 2 * Runtime.getRuntime().availableProcessors())
                    .mapToObj(k -> Thread.ofPlatform().start(() -> relieve(carrier, pes)))
                    .toList();
            for (Thread thread : carries) thread.join();
        }
        assertEquals(List.of(), failures);
    }

    private static void yieldUntil(long end, List<Throwable> failures) {
        while (System.nanoTime() < end && failures.isEmpty()) Thread.yield();
    }

    private static void relieve(Carrier carrier, List<Thread> pes) {
        while (pes.stream().anyMatch(Thread::isAlive)) {
            long turn = carrier.turns();
            if ((turn & 1) != 0) carrier.handOff(turn);
        }
    }

    private static void yieldBelow(int frames) {
        if (frames == 0) Thread.yield();
        else yieldBelow(frames - 1);
    }

    /// PE 0 computes, while another thread carries PE 1, and sleeps.
    @Test
    void theSleepIsAnnouncedOfPesThatWait() throws Exception {
        run(2, pe -> {
            if (pe.pe() == 1) {
                new WordWait(WAIT, pe, 128, Cmp.GE, 1).await();
                return;
            }
            long start = System.nanoTime();
            while (Memory.getIntVolatile(control.slot(1) + JobLayout.ASLEEP_OFFSET) != 3) goOn(start);
            assertEquals(0, Memory.getInt(control.slot(0) + JobLayout.ASLEEP_OFFSET));
            pe.channel().signal(1, 128, 1);
        });
    }

    /// Without a wake-up the sleep takes half a minute. The PEs of a carrier share the futex of the first.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aSleepEndsWhenAWriterWakesAPeOfTheCarrier(int pe) throws Exception {
        var shape = new Shape(2, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0);
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, 1);
                var other = Executors.newSingleThreadExecutor()) {
            long futex = file.control().slot(0);
            long slot = file.control().slot(pe);
            Futex.share(slot, futex);
            assertEquals(futex, Futex.of(slot));
            int wakes = Futex.wakes(futex);
            Futex.announce(slot, WORD, 8);
            other.execute(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                file.control().wake(pe, WORD, 8);
            });
            long start = System.nanoTime();
            Futex.sleep(futex, wakes, LONG_NANOS);
            assertTrue(System.nanoTime() - start < LONG_NANOS / 2);
        }
    }

    /// A store through `ptr` wakes no thread.
    @Test
    @Tag("long")
    void aPlainStoreReachesASleeperWithinTenMilliseconds() throws Exception {
        int rounds = 20;
        run(100, pe -> {
            if (pe.pe() > 1) {
                hear(pe, 1);
                return;
            }
            long[] late = new long[rounds];
            for (int round = 1; round <= rounds; round++) {
                if (pe.pe() == 0) {
                    hear(pe, round);
                    pe.sleep(30_000_000); // meanwhile the carrier sleeps for as long as it ever does
                    Memory.setLongRelease(pe.address(1, WORD), System.nanoTime());
                } else {
                    tell(pe, 0, round);
                    long written = written(pe);
                    late[round - 1] = System.nanoTime() - written;
                    Memory.setLongRelease(pe.address(1, WORD), 0);
                }
            }
            if (pe.pe() == 0) return;
            for (int other = 2; other < pe.npes(); other++) tell(pe, other, 1);
            Arrays.sort(late);
            assertTrue(late[rounds / 2] < 12_000_000, () -> Arrays.toString(late));
        });
    }

    /// PEs that wait for seconds check their job twice a second, but a store that wakes no thread, and an
    /// interrupt, reach them within a 32nd of the time that they have waited: here 103 ms, and some more where
    /// another program has the core.
    @Test
    @Tag("long")
    void pesThatWaitForLongSeldomCheck() throws Exception {
        int npes = 8;
        var checks = new AtomicInteger();
        long[] late = new long[npes];
        run(npes, pe -> {
            int me = pe.pe();
            Thread own = Thread.currentThread();
            var begun = new AtomicLong();
            Thread ending = Thread.ofPlatform().start(() -> {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3000 + 37 * me));
                begun.set(System.nanoTime());
                if (me % 2 == 0) Memory.setLongRelease(pe.address(me, WORD), 1);
                else own.interrupt();
            });
            var reason = new Wait.Reason() {
                @Override
                public String what(Wait wait) {
                    return "in a test";
                }

                @Override
                public void check(boolean stuck) {
                    checks.getAndIncrement();
                }
            };
            try {
                new WordWait(reason, pe, WORD, 8, Cmp.NE, 0, 0, Long.MAX_VALUE, true).await();
                assertEquals(0, me % 2);
            } catch (ShmemInterruptedException e) {
                assertEquals(1, me % 2);
            }
            late[me] = System.nanoTime() - begun.get();
            assertTrue(Thread.interrupted() == (me % 2 != 0));
            ending.join();
        });
        assertTrue(checks.get() < 14 * npes, () -> checks + " checks");
        Arrays.sort(late);
        assertTrue(late[npes - 2] < 250_000_000, () -> Arrays.toString(late));
    }

    /// PEs that have waited for seconds hear of a mismatch by the verdict's word alone, and soon. They check at fixed
    /// times; the mismatch comes right after one.
    @Test
    @Tag("long")
    void aMismatchReachesPesThatHaveWaitedForLong() throws Exception {
        int npes = 8;
        var begun = new AtomicLong();
        long[] thrown = new long[npes];
        assertThrows(
                CollectiveMismatchException.class,
                () -> runSessions(npes, sh -> {
                    int me = sh.myPe();
                    try {
                        if (me < npes - 1) {
                            sh.barrierAll();
                        } else {
                            long now = System.nanoTime() + 6_000_000_000L;
                            sh.sleep(Duration.ofNanos(10_200_000_000L - now % 4_000_000_000L));
                            begun.set(System.nanoTime());
                            sh.world().reduce(Op.SUM, 1L);
                        }
                    } catch (CollectiveMismatchException e) {
                        thrown[me] = System.nanoTime();
                        sh.sleep(Duration.ofSeconds(5)); // the end of its session would end the others' waits
                    }
                }));
        for (long each : thrown)
            assertTrue(each - begun.get() < 2_000_000_000 && each != 0, () -> Arrays.toString(thrown));
    }
}
