// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.putigny;

import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.report.Results;
import org.jshmem.report.Where;

/// Messages without access to the receiver's memory, a benchmark with the options of the suite.
///
/// The sender copies chunks into two shared buffers, and the receiver copies them out. One signal counts the chunks
/// that are full, another one those that are free again.
///
/// ```
/// sender     put C1  put C2  put C3 ..
/// receiver           out C1  out C2  out C3 ..      the pipeline of Putigny et al., eq. 1
/// ```
public final class TwoCopies implements Benchmark.Copied {
    private static final int BUFFERS = 2;
    private static final List<Long> CHUNKS = List.of(16L << 10, 32L << 10, 64L << 10);

    public static void main(String[] args) {
        Shmem.run(args, (sh, own) -> {
            SuiteOptions options = SuiteOptions.parse(own, new StringBuilder());
            try (var runner = new Runner(sh, options, Where.of(sh), options.output)) {
                new TwoCopies().run(runner);
            }
            if (sh.myPe() == 0) Results.append(options.output.jsonl, options.output.results());
        });
    }

    @Override
    public String name() {
        return "two-copies";
    }

    @Override
    public String about() {
        return "data into a shared buffer and out of it again, in chunks, two of them in flight; one way";
    }

    @Override
    public long heap(SuiteOptions options, long bytes, int npes) {
        return Benchmark.Copied.super.heap(options, bytes, npes) + BUFFERS * CHUNKS.getLast() + PairBuffers.SLACK;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        int me = r.sh.myPe();
        try (var buffers = new PairBuffers(r.sh, sizes.getLast());
                var ring = new Ring(r.sh, CHUNKS.getLast())) {
            for (long chunk : CHUNKS) {
                Pairs pairs = new Pairs(r.sh.nPes(), 1);
                r.sweep(
                        sizes,
                        bytes -> Runner.row(name(), "chunks of " + (chunk >> 10) + "K", Access.PUTGET, pairs, bytes),
                        pairs.isActive(me),
                        bytes -> {
                            int pe = pairs.partner(me);
                            return pairs.isOrigin(me)
                                    ? n -> ring.send(buffers.source(), bytes, chunk, pe, n)
                                    : n -> ring.receive(buffers.destination(), bytes, chunk, pe, n);
                        });
            }
        }
    }

    /// The shared buffers, and the number of chunks so far, which both sides count alike.
    private static final class Ring implements AutoCloseable {
        private final SymMem buffers;
        private final Signal full;
        private final Signal free;
        private final int me;
        private final long slot;
        private long count;

        Ring(Shmem sh, long largest) {
            me = sh.myPe();
            slot = largest;
            buffers = sh.mem(BUFFERS * largest, 4096);
            full = sh.signal();
            free = sh.signal();
        }

        private long slot(long k) {
            return k % BUFFERS * slot;
        }

        void send(SymMem from, long bytes, long chunk, int pe, int n) {
            for (int i = 0; i < n; i++) {
                for (long at = 0; at < bytes; at += chunk) {
                    long k = ++count;
                    if (k > BUFFERS) free.waitUntil(Cmp.GE, k - BUFFERS);
                    long some = Math.min(chunk, bytes - at);
                    buffers.putSignal(slot(k), from, at, some, full, k, SignalOp.SET, pe);
                }
                free.waitUntil(Cmp.GE, count); // the receiver has the message
            }
        }

        void receive(SymMem to, long bytes, long chunk, int pe, int n) {
            for (int i = 0; i < n; i++) {
                for (long at = 0; at < bytes; at += chunk) {
                    long k = ++count;
                    full.waitUntil(Cmp.GE, k);
                    long some = Math.min(chunk, bytes - at);
                    buffers.get(slot(k), to, at, some, me);
                    free.set(k, pe);
                }
            }
        }

        @Override
        public void close() {
            free.free();
            full.free();
            buffers.free();
        }
    }
}
