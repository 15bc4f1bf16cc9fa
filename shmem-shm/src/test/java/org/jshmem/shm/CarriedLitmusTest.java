// SPDX-License-Identifier: Apache-2.0
package org.jshmem.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jshmem.Cmp;
import org.jshmem.ShmemInterruptedException;
import org.jshmem.contract.Threads;
import org.jshmem.shm.jobfile.JobFile;
import org.jshmem.shm.wait.Carriers;
import org.jshmem.shm.wait.PeKind;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Wait;
import org.jshmem.transport.WordWait;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Small programs in random order on PEs that carriers run: waits of the library, and all that a program's own code may
/// do meanwhile. `-Dlitmus.millis` makes them run for longer.
@Timeout(600)
class CarriedLitmusTest {
    private static final Wait.Reason WAIT = _ -> "in a litmus program";
    private static final long MILLIS = Long.getLong("litmus.millis", 500);
    private static final long STACK_BYTES = 1 << 20;

    // words of each PE, a line each; all of them only grow
    private static final long MET = 0;
    private static final long ARRIVED = 64;
    private static final long WORD = 128;

    /// The number of the last round, in PE 0's memory, once PE 0 has decided it in the round before.
    private static final long LAST = 192;

    /// What all PEs do in a round.
    private enum Round {
        MEET,
        RING,
        PAIR,
        POLL,
        TEST,
        SLEEP,
        COMPUTE,
        LOCK,
        QUEUE,
        PARK,
        MONITOR,
        LIMIT,
        INTERRUPT
    }

    private final ReentrantLock lock = new ReentrantLock();
    private long locked;
    private long inMonitor;
    private final List<BlockingQueue<Integer>> queues = new ArrayList<>();
    private AtomicIntegerArray permits;
    private Thread[] threads;

    @ParameterizedTest
    @CsvSource({"3, 2", "8, 2", "33, 2", "5, 1"})
    void allEnd(int npes, int cores) throws Exception {
        long seed = Long.getLong("jshmem.seed", System.nanoTime());
        for (int k = 0; k < npes; k++) queues.add(new SynchronousQueue<>());
        permits = new AtomicIntegerArray(npes);
        threads = new Thread[npes];
        var shape = new Shape(npes, Shape.PAGE, Shape.PAGE, Shape.PAGE, 0);
        try (JobFile file = JobFile.create(Path.of("/dev/shm"), shape, cores);
                Carriers carriers = new Carriers(
                        file.control(),
                        0,
                        npes,
                        1,
                        STACK_BYTES,
                        why -> file.control().fail(0, 1))) {
            Threads.run(npes, new AtomicReference<>(), carriers, number -> {
                Transport pe = new ShmTransport(file, number, PeKind.THREAD);
                pe.enter();
                threads[number] = Thread.currentThread();
                try {
                    new Pe(pe, seed).run();
                } catch (Throwable t) {
                    throw new AssertionError("seed " + seed + ", PE " + number, t);
                }
                pe.leave();
            });
        }
    }

    /// One PE. All draw the same rounds from `seed`; `own` is for the rest.
    private final class Pe {
        private final Transport pe;
        private final Channel channel;
        private final int me;
        private final int npes;
        private final Random rounds;
        private final Random own;
        private long words;
        private long met;

        Pe(Transport pe, long seed) {
            this.pe = pe;
            this.channel = pe.channel();
            this.me = pe.pe();
            this.npes = pe.npes();
            this.rounds = new Random(seed);
            this.own = new Random(seed + 1 + me);
        }

        void run() throws Exception {
            long end = System.nanoTime() + MILLIS * 1_000_000;
            long locks = 0;
            long monitors = 0;
            long last = Long.MAX_VALUE;
            meet();
            for (long count = 1; count <= last; count++) {
                Round round = Round.values()[rounds.nextInt(Round.values().length)];
                int root = rounds.nextInt(npes);
                if (round == Round.LOCK) locks++;
                if (round == Round.MONITOR) monitors++;
                play(round, root);
                if (me == 0 && last == Long.MAX_VALUE && System.nanoTime() - end >= 0)
                    channel.store(0, LAST, 8, count + 1);
                meet();
                long decided = channel.load(0, LAST, 8);
                if (decided != 0) last = decided;
            }
            assertEquals(locks * npes, locked);
            assertEquals(monitors * npes, inMonitor);
        }

        private void play(Round round, int root) throws Exception {
            int next = (me + 1) % npes;
            switch (round) {
                case MEET -> meet();
                case RING -> {
                    words++;
                    if (me == root) signal(next);
                    hear();
                    if (me != root) signal(next);
                }
                case PAIR -> {
                    words++;
                    signal(next);
                    hear();
                }
                case POLL -> {
                    if (npes > 8) return; // each of them holds its carrier for some milliseconds
                    words++;
                    signal(next);
                    while (Memory.getAcquire(pe.address(me, WORD), 8) < words) Thread.onSpinWait();
                }
                case TEST -> {
                    words++;
                    signal(next);
                    while (channel.look(me, WORD, 8) < words) Thread.onSpinWait();
                }
                case SLEEP -> {
                    if (own.nextInt(4) == 0) Thread.sleep(own.nextInt(3));
                    if (me == root) pe.sleep(own.nextInt(3_000_000));
                }
                case COMPUTE -> {
                    if (me != root && own.nextInt(npes) > 0) return;
                    long end = System.nanoTime() + own.nextInt(12_000_000);
                    while (System.nanoTime() - end < 0) Thread.onSpinWait();
                }
                case LOCK -> {
                    lock.lock();
                    try {
                        long before = locked;
                        if (own.nextInt(8) == 0) Thread.yield();
                        if (me == root) pe.sleep(100_000);
                        locked = before + 1;
                    } finally {
                        lock.unlock();
                    }
                }
                case QUEUE -> {
                    if (me == root) queues.get(next).put(me);
                    assertEquals((me + npes - 1) % npes, queues.get(me).take());
                    if (me != root) queues.get(next).put(me);
                }
                case PARK -> {
                    permits.set(next, 1);
                    LockSupport.unpark(threads[next]);
                    while (permits.get(me) == 0) LockSupport.park(this);
                    permits.set(me, 0);
                }
                case MONITOR -> {
                    synchronized (CarriedLitmusTest.this) {
                        inMonitor++;
                        if (inMonitor % npes == 0) CarriedLitmusTest.this.notifyAll();
                        for (long mine = inMonitor; inMonitor / npes * npes < mine; ) CarriedLitmusTest.this.wait();
                    }
                }
                case LIMIT -> {
                    long start = System.nanoTime();
                    long limit = own.nextInt(2_000_000);
                    assertFalse(wait(words, start + limit, false).await());
                    assertTrue(System.nanoTime() - start >= limit);
                }
                case INTERRUPT -> {
                    Thread.currentThread().interrupt();
                    assertThrows(
                            ShmemInterruptedException.class,
                            () -> wait(words, Long.MAX_VALUE, true).await());
                    assertTrue(Thread.interrupted());
                }
            }
        }

        private WordWait wait(long words, long deadline, boolean interruptible) {
            return new WordWait(WAIT, pe, WORD, 8, Cmp.GT, words, 0, deadline, interruptible);
        }

        private void signal(int to) {
            channel.signal(to, WORD, words);
        }

        private void hear() {
            new WordWait(WAIT, pe, WORD, Cmp.GE, words).await();
        }

        /// Meets all others.
        private void meet() {
            met++;
            if (channel.atomic(Atomic.ADD, 0, ARRIVED, 8, 1, 0) + 1 == met * npes) {
                for (int other = 0; other < npes; other++) channel.signal(other, MET, met);
            } else {
                new WordWait(WAIT, pe, MET, Cmp.GE, met).await();
            }
        }
    }
}
