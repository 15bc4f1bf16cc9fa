// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SymMem;
import org.jshmem.Work;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Buffers;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;

/// Tests of put-get, put-put and get-get latency.
///
/// In put-put and get-get the two PEs of a pair take turns, synchronised by a barrier of all PEs or by a flag between
/// the two. In put-get the origin alone transfers.
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
            case PUT_PUT -> "both PEs put in turn, a barrier of all PEs or a flag of the pair between; one way";
            case GET_GET -> "both PEs get in turn, a barrier of all PEs or a flag of the pair between; one way";
        };
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        Signal flag = r.sh.signal();
        try (var buffers = new Buffers(r.sh, sizes.getLast())) {
            var state = new Turn(r.sh, flag);
            r.pairings(this, (pairs, access) -> {
                if (kind == Kind.PUT_GET) alone(r, buffers, pairs, access, sizes);
                else
                    for (boolean barrier : new boolean[] {true, false})
                        inTurn(r, buffers, state, pairs, access, barrier, sizes);
            });
        }
        flag.free();
    }

    private void alone(Runner r, Buffers buffers, Pairs pairs, Access access, List<Long> sizes) {
        boolean works = pairs.isOrigin(r.sh.myPe());
        r.sweep(
                sizes,
                bytes -> Runner.row(name, "alone", access, pairs, bytes).moved(2 * bytes),
                bytes -> works ? alone(r.sh, buffers, pairs.partner(r.sh.myPe()), access, bytes) : Operation.NONE);
    }

    private static Operation alone(Shmem sh, Buffers buffers, int partner, Access access, long bytes) {
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
        Work work = Runner.copying(2 * bytes);
        return n -> {
            for (int i = 0; i < n; i++) {
                MemorySegment.copy(from, 0, there, 0, bytes);
                MemorySegment.copy(back, 0, to, 0, bytes);
                sh.compute(work);
            }
        };
    }

    private void inTurn(
            Runner r, Buffers buffers, Turn turn, Pairs pairs, Access access, boolean barrier, List<Long> sizes) {
        r.sweep(
                sizes,
                bytes -> Runner.row(name, barrier ? "barrier" : "flag", access, pairs, bytes)
                        .per(2)
                        .moved(2 * bytes),
                bytes -> inTurn(r.sh, buffers, turn, pairs, access, barrier, bytes));
    }

    private Operation inTurn(
            Shmem sh, Buffers buffers, Turn turn, Pairs pairs, Access access, boolean barrier, long bytes) {
        int me = sh.myPe();
        if (!pairs.isActive(me)) return barrier ? turn::watch : Operation.NONE;
        int partner = pairs.partner(me);
        Move move = move(sh, buffers, access, bytes, partner);
        boolean begins = pairs.isOrigin(me);
        if (barrier) return begins ? n -> turn.beginByBarrier(move, n) : n -> turn.answerByBarrier(move, n);
        return begins ? n -> turn.begin(move, partner, n) : n -> turn.answer(move, partner, n);
    }

    /// One transfer by this PE.
    @FunctionalInterface
    private interface Move {
        void go();
    }

    private Move move(Shmem sh, Buffers buffers, Access access, long bytes, int partner) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        boolean put = kind == Kind.PUT_PUT;
        if (access == Access.PUTGET) {
            return put ? () -> dst.put(0, src, 0, bytes, partner) : () -> src.get(0, dst, 0, bytes, partner);
        }
        MemorySegment from = put ? src.local() : src.ptr(partner);
        MemorySegment to = put ? dst.ptr(partner) : dst.local();
        Work work = Runner.copying(bytes);
        return () -> {
            MemorySegment.copy(from, 0, to, 0, bytes);
            sh.compute(work);
        };
    }

    /// The turns of a pair. The flag counts rounds over all rows of a test and never decreases.
    private static final class Turn {
        private final Shmem sh;
        private final Signal flag;
        private long round;

        Turn(Shmem sh, Signal flag) {
            this.sh = sh;
            this.flag = flag;
        }

        void begin(Move move, int partner, int n) {
            for (int i = 0; i < n; i++) {
                move.go();
                flag.set(++round, partner);
                flag.waitUntil(Cmp.GE, round);
            }
        }

        void answer(Move move, int partner, int n) {
            for (int i = 0; i < n; i++) {
                flag.waitUntil(Cmp.GE, ++round);
                move.go();
                flag.set(round, partner);
            }
        }

        void beginByBarrier(Move move, int n) {
            for (int i = 0; i < n; i++) {
                move.go();
                sh.barrierAll();
                sh.barrierAll();
            }
        }

        void answerByBarrier(Move move, int n) {
            for (int i = 0; i < n; i++) {
                sh.barrierAll();
                move.go();
                sh.barrierAll();
            }
        }

        void watch(int n) {
            for (int i = 0; i < 2 * n; i++) sh.barrierAll();
        }
    }
}
