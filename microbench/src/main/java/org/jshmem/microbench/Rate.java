// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.Work;

/// Message rate: windows of 64 puts that are complete only at the quiet behind them.
record Rate() implements CopyTest {
    private static final int WINDOW = 64;
    private static final long LARGEST = 4096;

    @Override
    public String name() {
        return "rate";
    }

    @Override
    public String about() {
        return "windows of " + WINDOW + " non-blocking puts to consecutive places and one quiet; time per put, so"
                + " 1000 / median is millions of messages a second for each pair";
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 2 * WINDOW * bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        boolean usual = b.settings.sizes().isEmpty();
        List<Long> sizes =
                b.sizes(this).stream().filter(n -> !usual || n <= LARGEST).toList();
        int me = b.sh.myPe();
        try (var buffers = new Buffers(b.sh, sizes.getLast() * WINDOW)) {
            b.floors.copies(this, sizes, 1);
            for (Pairs pairs : b.pairings(this)) {
                for (Access access : b.accesses()) {
                    boolean works = pairs.isOrigin(me);
                    b.sweep(
                            sizes,
                            bytes -> Case.pairs(name(), "window-" + WINDOW, access, pairs, bytes)
                                    .hops(WINDOW)
                                    .moves(bytes * WINDOW),
                            bytes -> works ? batch(b.sh, buffers, access, bytes, pairs.partner(me)) : Batch.IDLE);
                }
            }
        }
    }

    private static Batch batch(Shmem sh, Buffers buffers, Access access, long bytes, int partner) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) return n -> windows(sh, dst, src, bytes, partner, n);
        MemorySegment remote = dst.ptr(partner);
        return n -> stores(sh, src.local(), remote, bytes, Bench.copying(WINDOW * bytes), n);
    }

    private static void windows(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) dst.putNbi(k * bytes, src, k * bytes, bytes, pe);
            sh.quiet();
        }
    }

    private static void stores(Shmem sh, MemorySegment own, MemorySegment remote, long bytes, Work work, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) MemorySegment.copy(own, k * bytes, remote, k * bytes, bytes);
            sh.compute(work);
            sh.quiet();
        }
    }
}
