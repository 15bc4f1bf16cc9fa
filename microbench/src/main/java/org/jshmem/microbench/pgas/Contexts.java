// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Phaser;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import org.jshmem.Ctx;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// threads of one PE that put at once, each by a context of its own, or all by the default one.
public record Contexts(String name) implements Benchmark.Paired {
    private static final int MOST_THREADS = 4;
    private static final int PUTS = 256;
    private static final int QUIETS = 256;

    @Override
    public String about() {
        return QUIETS + " times " + PUTS + " puts of 8 bytes and a quiet by each of n threads of PE 0 at once;"
                + " time of one put of the slowest thread, each timed by itself; 'bytes' is the number of threads."
                + " Own: a private context each; shared: the default one";
    }

    @Override
    public void run(Runner r) {
        if (r.sh.threadLevel() != ThreadLevel.MULTIPLE) return; // a simulated PE is one thread
        SymLongs words = r.sh.longs(64L * MOST_THREADS);
        int pe = r.sh.nPes() / 2;
        for (boolean own : new boolean[] {true, false}) {
            for (int threads = 1; threads <= MOST_THREADS; threads <<= 1) {
                Row row = Row.of(name, own ? "own" : "shared", "putget")
                        .bytes(threads)
                        .per(PUTS * QUIETS);
                int count = threads;
                LongSupplier mine = () -> {
                    var begin = new Phaser(count);
                    return slowest(count, t -> puts(r.sh, words, t, own, pe, begin));
                };
                r.measureEach(row, r.isFirst() ? mine : () -> -1);
            }
        }
        words.free();
    }

    /// The nanoseconds of a thread's puts. All threads begin together.
    private static long puts(Shmem sh, SymLongs words, int t, boolean own, int pe, Phaser begin) {
        Ctx ctx = own ? sh.ctx(Ctx.Option.PRIVATE) : null;
        SymLongs mine = own ? words.on(ctx) : words;
        long word = 64L * t;
        begin.arriveAndAwaitAdvance();
        long start = System.nanoTime();
        for (int i = 0; i < QUIETS; i++) {
            for (int k = 0; k < PUTS; k++) mine.p(word, k, pe);
            if (own) ctx.quiet();
            else sh.quiet();
        }
        long took = System.nanoTime() - start;
        if (own) ctx.close();
        return took;
    }

    /// Runs work on fresh threads, each of which times itself: its start and end are not in its time. Returns the
    /// nanoseconds of the slowest. A failure of any thread is thrown at once, while others may wait for it.
    static long slowest(int threads, IntToLongFunction work) {
        var crew = new ExecutorCompletionService<Long>(
                task -> Thread.ofPlatform().daemon().start(task));
        for (int t = 0; t < threads; t++) {
            int thread = t;
            crew.submit(() -> work.applyAsLong(thread));
        }
        long slowest = 0;
        try {
            for (int t = 0; t < threads; t++)
                slowest = Math.max(slowest, crew.take().get());
        } catch (ExecutionException e) {
            throw new IllegalStateException("a thread of the contexts test failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the contexts test was interrupted", e);
        }
        return slowest;
    }
}
