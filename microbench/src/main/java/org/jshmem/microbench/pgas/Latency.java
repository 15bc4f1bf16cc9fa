// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of put-get, put-put and get-get latency.
///
/// In put-put and get-get the two PEs of a pair take turns, synchronised by a barrier of all PEs. In put-get the origin
/// alone transfers.
public record Latency(String name, Kind kind) implements Benchmark.Copied {

    public enum Kind {
        PUT_GET,
        PUT_PUT,
        GET_GET
    }

    @Override
    public String about() {
        return switch (kind) {
            case PUT_GET -> "the origin puts, quiets and gets back; one such round";
            case PUT_PUT -> "both PEs put in turn, with a barrier of all PEs between; one way";
            case GET_GET -> "both PEs get in turn, with a barrier of all PEs between; one way";
        };
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        int me = r.sh.myPe();
        try (var buffers = new PairBuffers(r.sh, sizes.getLast())) {
            r.pairings(this, (pairs, access) -> {
                int pe = pairs.partner(me);
                if (kind == Kind.PUT_GET) {
                    LongFunction<Row> rows =
                            n -> Runner.row(name, "alone", access, pairs, n).moved(2 * n);
                    r.sweep(sizes, rows, pairs.isOrigin(me), n -> alone(r.sh, buffers, pe, access, n));
                    return;
                }
                boolean active = pairs.isActive(me);
                LongFunction<Move> moves = n -> active ? move(buffers, access, n, pe) : () -> {};
                LongFunction<Row> rows = n -> Runner.roundTrip(name, "barrier", access, pairs, n);
                r.sweep(sizes, rows, true, n -> inTurn(r.sh, !pairs.isOrigin(me), moves.apply(n)));
            });
        }
    }

    private static Operation alone(Shmem sh, PairBuffers buffers, int partner, Access access, long bytes) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) {
            return n -> {
                for (int i = 0; i < n; i++) {
                    dst.put(0, src, 0, bytes, partner);
                    sh.quiet();
                    src.get(0, dst, 0, bytes, partner);
                }
            };
        }
        MemorySegment from = src.local();
        MemorySegment there = dst.ptr(partner);
        MemorySegment back = src.ptr(partner);
        MemorySegment to = dst.local();
        return n -> {
            for (int i = 0; i < n; i++) {
                buffers.copy(from, there, bytes, true, partner);
                buffers.copy(back, to, bytes, false, partner);
            }
        };
    }

    private static Operation inTurn(Shmem sh, boolean answers, Move move) {
        return n -> {
            for (int i = 0; i < n; i++) {
                if (!answers) move.go();
                sh.barrierAll();
                if (answers) move.go();
                sh.barrierAll();
            }
        };
    }

    /// One transfer by this PE.
    @FunctionalInterface
    private interface Move {
        void go();
    }

    private Move move(PairBuffers buffers, Access access, long bytes, int partner) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        boolean put = kind == Kind.PUT_PUT;
        if (access == Access.PUTGET) {
            return put ? () -> dst.put(0, src, 0, bytes, partner) : () -> src.get(0, dst, 0, bytes, partner);
        }
        MemorySegment from = put ? src.local() : src.ptr(partner);
        MemorySegment to = put ? dst.ptr(partner) : dst.local();
        return () -> buffers.copy(from, to, bytes, put, partner);
    }
}
