// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.LongSupplier;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Test of threads of one PE that put at once, each by a context of its own, or all by the default one.
public record Contexts() implements Test {
    private static final int MOST_THREADS = 4;
    private static final int PUTS = 256;
    private static final int QUIETS = 256;

    @Override
    public String name() {
        return "contexts";
    }

    @Override
    public String about() {
        return QUIETS + " times " + PUTS + " puts of 8 bytes and a quiet by each of n threads of PE 0 at once;"
                + " time of one put of the slowest thread, each timed by itself; 'bytes' is the number of threads."
                + " Own: a private context each; shared: the default one";
    }

    @Override
    public boolean paired() {
        return true;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
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
                        .hops(PUTS * QUIETS)
                        .reportedBy(p -> p == 0);
                if (b.isFirst()) {
                    try (var crew = new Crew(threads, t -> putter(b.sh, words, t, own, pe))) {
                        b.measureStaged(c, crew::once);
                    }
                } else b.measureStaged(c, () -> 0);
            }
        }
        words.free();
    }

    private static Member putter(Shmem sh, SymLongs words, int t, boolean own, int pe) {
        Ctx ctx = own ? sh.ctx(Ctx.Option.PRIVATE) : null;
        SymLongs mine = own ? words.on(ctx) : words;
        long word = 64L * t;
        LongSupplier loop = () -> {
            long start = System.nanoTime();
            for (int i = 0; i < QUIETS; i++) {
                for (int k = 0; k < PUTS; k++) mine.p(word, k, pe);
                if (own) ctx.quiet();
                else sh.quiet();
            }
            return System.nanoTime() - start;
        };
        return new Member(loop, own ? ctx::close : () -> {});
    }

    /// The work of a thread and its clean-up at the end, both on that thread.
    record Member(LongSupplier loop, Runnable end) {}

    /// Makes the member of a thread, on that thread.
    @FunctionalInterface
    interface Members {
        Member of(int thread);
    }

    /// Threads that begin each sample together. Each times its own loop, so that the task switches before and
    /// after it are not in its time.
    static final class Crew implements AutoCloseable {
        private final List<Thread> threads = new ArrayList<>();
        private final CyclicBarrier begin;
        private final CyclicBarrier end;
        private final long[] took;
        private volatile boolean over;

        Crew(int count, Members members) {
            begin = new CyclicBarrier(count + 1);
            end = new CyclicBarrier(count + 1);
            took = new long[count];
            for (int t = 0; t < count; t++) {
                int thread = t;
                threads.add(Thread.ofPlatform().daemon().start(() -> work(members.of(thread), thread)));
            }
        }

        private void work(Member member, int thread) {
            while (true) {
                pass(begin);
                if (over) break;
                took[thread] = member.loop().getAsLong();
                pass(end);
            }
            member.end().run();
        }

        /// Runs the work of all threads once. Returns the nanoseconds of the slowest.
        long once() {
            pass(begin);
            pass(end);
            long most = 0;
            for (long one : took) most = Math.max(most, one);
            return most;
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
            over = true;
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
