// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;

/// Threads of one PE that put at the same time, each by a context of its own, or all by the default one.
record Contexts() implements Test {
    private static final int MOST_THREADS = 4;
    private static final int PUTS = 256;

    @Override
    public String name() {
        return "contexts";
    }

    @Override
    public String about() {
        return PUTS + " puts of 8 bytes and a quiet by each of so many threads of PE 0 at once; time of one put of one"
                + " thread; 'bytes' is the number of threads. Own: a private context each; shared: the default one";
    }

    @Override
    public boolean paired() {
        return true;
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 8L * 64 * (MOST_THREADS + 1);
    }

    @Override
    public void run(Bench b) {
        if (b.sh.threadLevel() != ThreadLevel.MULTIPLE) return; // a simulated PE is one thread
        SymLongs words = b.sh.longs(64L * MOST_THREADS);
        int pe = b.sh.nPes() / 2;
        for (boolean own : new boolean[] {true, false}) {
            for (int threads = 1; threads <= MOST_THREADS; threads <<= 1) {
                Case c = Case.collective(name(), own ? "own" : "shared", "putget")
                        .bytes(threads)
                        .hops(PUTS)
                        .reportedBy(p -> p == 0);
                try (var crew = b.isFirst() ? new Crew(b.sh, words, threads, own, pe) : null) {
                    b.measure(c, crew == null ? Batch.IDLE : crew::run);
                }
            }
        }
        words.free();
    }

    /// Threads that wait for each sample together.
    private static final class Crew implements AutoCloseable {
        private final List<Thread> threads = new ArrayList<>();
        private final CyclicBarrier begin;
        private final CyclicBarrier end;
        private volatile int times;

        Crew(Shmem sh, SymLongs words, int count, boolean own, int pe) {
            begin = new CyclicBarrier(count + 1);
            end = new CyclicBarrier(count + 1);
            var ready = new CountDownLatch(count);
            for (int t = 0; t < count; t++) {
                long word = 64L * t;
                threads.add(Thread.ofPlatform().daemon().start(() -> {
                    Ctx ctx = own ? sh.ctx(Ctx.Option.PRIVATE) : null;
                    SymLongs mine = own ? words.on(ctx) : words;
                    ready.countDown();
                    while (true) {
                        pass(begin);
                        int n = times;
                        if (n == 0) break;
                        for (int i = 0; i < n; i++) {
                            for (int k = 0; k < PUTS; k++) mine.p(word, k, pe);
                            if (own) ctx.quiet();
                            else sh.quiet();
                        }
                        pass(end);
                    }
                    if (own) ctx.close();
                }));
            }
            try {
                ready.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void run(int n) {
            times = n;
            pass(begin);
            pass(end);
        }

        private static void pass(CyclicBarrier barrier) {
            try {
                barrier.await();
            } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
                throw new IllegalStateException("a thread of the contexts test was interrupted", e);
            }
        }

        @Override
        public void close() {
            times = 0;
            pass(begin);
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
