// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Test;

/// Test of puts to, or gets from, a PE that is drawn anew for each operation, by the origins of the pairs.
public record RandomTargets(String name, boolean put) implements Test.Copied {

    @Override
    public String about() {
        return (put ? "puts to" : "gets from")
                + " a PE drawn anew each time, never the own one, by the lower PE of each pair";
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        int me = b.sh.myPe();
        var draw = new Draw(me, b.sh.nPes());
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            b.floors.copies(this, sizes, 1);
            b.ways(this, (pairs, access) -> {
                boolean works = pairs.isOrigin(me);
                b.sweep(
                        sizes,
                        bytes -> Case.pairs(name, "random", access, pairs, bytes),
                        bytes -> works ? batch(b.sh, buffers, draw, access, bytes) : Batch.IDLE);
            });
        }
    }

    private Batch batch(Shmem sh, Buffers buffers, Draw draw, Access access, long bytes) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) {
            return put
                    ? n -> {
                        for (int i = 0; i < n; i++) dst.put(0, src, 0, bytes, draw.next());
                        sh.quiet();
                    }
                    : n -> {
                        for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, draw.next());
                    };
        }
        var all = new MemorySegment[sh.nPes()];
        for (int pe = 0; pe < all.length; pe++) all[pe] = (put ? dst : src).ptr(pe);
        MemorySegment own = (put ? src : dst).local();
        Work work = Bench.copying(bytes).andScalars(Draw.SCALARS);
        return n -> {
            for (int i = 0; i < n; i++) {
                MemorySegment other = all[draw.next()];
                if (put) MemorySegment.copy(own, 0, other, 0, bytes);
                else MemorySegment.copy(other, 0, own, 0, bytes);
                sh.compute(work);
            }
        };
    }

    /// A fixed sequence of PEs: an xorshift generator seeded with the PE's number.
    private static final class Draw {
        static final int SCALARS = 8;

        private final int me;
        private final int others;
        private long state;

        Draw(int me, int npes) {
            this.me = me;
            others = npes - 1;
            state = 0x9E3779B97F4A7C15L * (me + 1);
        }

        int next() {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
            int pe = (int) Math.unsignedMultiplyHigh(state, others);
            return pe < me ? pe : pe + 1;
        }
    }
}
