// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Contiguous puts or gets of growing size between the PEs of pairs.
///
/// @param put whether the origin puts; else it gets
public record Bandwidth(String name, Kind kind, boolean put) implements Benchmark.Copied {
    private static final int WINDOW = 64; // as OSU's tests have it

    public enum Kind {
        /// By the origin of each pair, the same buffer again and again.
        ONE_WAY,
        /// By both PEs of a pair at once.
        BOTH_WAYS,
        /// By the origin of each pair, without waiting, with a quiet after each window.
        WINDOW,
        /// By the origin of each pair, with a PE drawn anew for each operation from a fixed sequence.
        RANDOM
    }

    @Override
    public String about() {
        String routine = kind == Kind.WINDOW ? "putNbis" : put ? "puts" : "gets";
        return switch (kind) {
                    case ONE_WAY -> routine + " of the same buffer one after the other, by the origin of each pair";
                    case BOTH_WAYS ->
                        routine + " by both PEs of a pair at once; MB/s count both ways, and those of all pairs of N/2"
                                + " are the bisection's";
                    case WINDOW -> routine + " by the origin of each pair, with a quiet after each " + WINDOW;
                    case RANDOM ->
                        routine + " with a PE drawn anew each time, never the own one, by the origin of each pair";
                }
                + (put ? "; quiet after each sample" : "");
    }

    @Override
    public boolean sharing() {
        return kind == Kind.ONE_WAY;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        int me = r.sh.myPe();
        int others = r.sh.nPes() - 1;
        var random = new SplittableRandom(me);
        IntSupplier draw = () -> {
            int pe = random.nextInt(others);
            return pe < me ? pe : pe + 1;
        };
        try (var buffers = new PairBuffers(r.sh, sizes.getLast())) {
            r.pairings(this, (pairs, access) -> {
                boolean works = kind == Kind.BOTH_WAYS ? pairs.isActive(me) : pairs.isOrigin(me);
                int pe = pairs.partner(me);
                LongFunction<Operation> operations = kind == Kind.RANDOM
                        ? bytes -> random(r.sh, buffers, access, bytes, draw)
                        : bytes -> copies(r.sh, buffers, access, bytes, pe);
                if (kind == Kind.WINDOW && access == Access.PTR) return; // loads and stores do not wait
                boolean arrives = kind == Kind.BOTH_WAYS ? works : put ? pairs.isTarget(me) : pairs.isOrigin(me);
                LongFunction<Row> rows = bytes -> row(pairs, access, bytes);
                if (kind == Kind.RANDOM) r.sweep(sizes, rows, works, operations);
                else r.sweep(sizes, rows, works, operations, buffers.fresh(me, arrives));
            });
        }
    }

    private Row row(Pairs pairs, Access access, long bytes) {
        Row row = Runner.row(name, kind == Kind.RANDOM ? "random" : "contiguous", access, pairs, bytes);
        return kind == Kind.BOTH_WAYS ? row.moved(2 * bytes) : row;
    }

    private Operation copies(Shmem sh, PairBuffers buffers, Access access, long bytes, int pe) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PTR) {
            MemorySegment from = put ? src.local() : src.ptr(pe);
            MemorySegment to = put ? dst.ptr(pe) : dst.local();
            return n -> {
                for (int i = 0; i < n; i++) buffers.copy(from, to, bytes, put, pe);
            };
        }
        if (kind == Kind.WINDOW) {
            return n -> {
                for (int i = 1; i <= n; i++) {
                    dst.putNbi(0, src, 0, bytes, pe);
                    if (i % WINDOW == 0) sh.quiet();
                }
                sh.quiet();
            };
        }
        return put
                ? n -> {
                    for (int i = 0; i < n; i++) dst.put(0, src, 0, bytes, pe);
                    sh.quiet();
                }
                : n -> {
                    for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, pe);
                };
    }

    private Operation random(Shmem sh, PairBuffers buffers, Access access, long bytes, IntSupplier draw) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) {
            return put
                    ? n -> {
                        for (int i = 0; i < n; i++) dst.put(0, src, 0, bytes, draw.getAsInt());
                        sh.quiet();
                    }
                    : n -> {
                        for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, draw.getAsInt());
                    };
        }
        var all = new MemorySegment[sh.nPes()];
        for (int pe = 0; pe < all.length; pe++) all[pe] = (put ? dst : src).ptr(pe);
        MemorySegment own = (put ? src : dst).local();
        return n -> {
            for (int i = 0; i < n; i++) {
                int pe = draw.getAsInt();
                if (put) buffers.copy(own, all[pe], bytes, true, pe);
                else buffers.copy(all[pe], own, bytes, false, pe);
            }
        };
    }
}
