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
import org.jshmem.microbench.harness.CopyTest;
import org.jshmem.microbench.harness.Pairs;

/// Test of contiguous puts or gets of growing size over a fixed pair of buffers, one way or both ways at once.
public record Bandwidth(String name, boolean put, boolean both) implements CopyTest {

    @Override
    public String about() {
        return (put ? "puts" : "gets") + " of the same buffer one after the other, "
                + (both ? "by both PEs of a pair at once; MB/s count both ways" : "by the origin of each pair")
                + (put ? "; quiet after each sample" : "");
    }

    @Override
    public boolean sharing() {
        return !both;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            b.floors.copies(this, sizes, 1);
            for (Pairs pairs : b.pairings(this)) {
                for (Access access : b.accesses()) {
                    int me = b.sh.myPe();
                    boolean works = both ? pairs.isActive(me) : pairs.isOrigin(me);
                    b.sweep(
                            sizes,
                            bytes -> row(pairs, access, bytes),
                            bytes -> works ? batch(b.sh, buffers, access, bytes, pairs.partner(me)) : Batch.IDLE);
                }
            }
        }
    }

    private Case row(Pairs pairs, Access access, long bytes) {
        Case c = Case.pairs(name, "contiguous", access, pairs, bytes);
        return both ? c.moves(2 * bytes).reportedBy(pairs::isActive) : c;
    }

    private Batch batch(Shmem sh, Buffers buffers, Access access, long bytes, int partner) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) {
            return put ? n -> puts(sh, dst, src, bytes, partner, n) : n -> gets(dst, src, bytes, partner, n);
        }
        MemorySegment from = put ? src.local() : src.ptr(partner);
        MemorySegment to = put ? dst.ptr(partner) : dst.local();
        Work work = Bench.copying(bytes);
        return n -> copies(sh, from, to, bytes, work, n);
    }

    private static void puts(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) dst.put(0, src, 0, bytes, pe);
        sh.quiet();
    }

    private static void gets(SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, pe);
    }

    private static void copies(Shmem sh, MemorySegment from, MemorySegment to, long bytes, Work work, int n) {
        for (int i = 0; i < n; i++) {
            MemorySegment.copy(from, 0, to, 0, bytes);
            sh.compute(work);
        }
    }
}
