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
import org.jshmem.microbench.harness.SuiteSettings;

/// Test of the message rate: windows of 64 puts or gets, each followed by a quiet, which completes the non-blocking
/// ones.
public record Rate(String name, boolean put, boolean nonBlocking) implements CopyTest {
    private static final int WINDOW = 64;
    private static final long LARGEST = 4096;

    @Override
    public String about() {
        return "windows of " + WINDOW + (nonBlocking ? " non-blocking" : "") + (put ? " puts to" : " gets from")
                + " consecutive places and one quiet; time of one, so 1000 / median is millions of messages a second"
                + " for each pair";
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
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
                            bytes -> Case.pairs(name, "window-" + WINDOW, access, pairs, bytes)
                                    .hops(WINDOW)
                                    .moves(bytes * WINDOW),
                            bytes -> works ? batch(b.sh, buffers, access, bytes, pairs.partner(me)) : Batch.IDLE);
                }
            }
        }
    }

    private Batch batch(Shmem sh, Buffers buffers, Access access, long bytes, int partner) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PTR) {
            MemorySegment from = put ? src.local() : src.ptr(partner);
            MemorySegment to = put ? dst.ptr(partner) : dst.local();
            return n -> copies(sh, from, to, bytes, Bench.copying(WINDOW * bytes), n);
        }
        if (put)
            return nonBlocking
                    ? n -> putsNbi(sh, dst, src, bytes, partner, n)
                    : n -> puts(sh, dst, src, bytes, partner, n);
        return nonBlocking ? n -> getsNbi(sh, dst, src, bytes, partner, n) : n -> gets(sh, dst, src, bytes, partner, n);
    }

    private static void puts(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) dst.put(k * bytes, src, k * bytes, bytes, pe);
            sh.quiet();
        }
    }

    private static void putsNbi(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) dst.putNbi(k * bytes, src, k * bytes, bytes, pe);
            sh.quiet();
        }
    }

    private static void gets(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) src.get(k * bytes, dst, k * bytes, bytes, pe);
            sh.quiet();
        }
    }

    private static void getsNbi(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) src.getNbi(k * bytes, dst, k * bytes, bytes, pe);
            sh.quiet();
        }
    }

    private static void copies(Shmem sh, MemorySegment from, MemorySegment to, long bytes, Work work, int n) {
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < WINDOW; k++) MemorySegment.copy(from, k * bytes, to, k * bytes, bytes);
            sh.compute(work);
            sh.quiet();
        }
    }
}
