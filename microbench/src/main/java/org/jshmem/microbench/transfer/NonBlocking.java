// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.CopyTest;
import org.jshmem.microbench.harness.Pairs;

/// Test of a non-blocking put or get with the quiet that completes it.
public record NonBlocking(String name, boolean put) implements CopyTest {

    @Override
    public String about() {
        return "one " + (put ? "putNbi" : "getNbi") + " and the quiet that completes it, by the origin of each pair";
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            b.floors.copies(this, sizes, 1);
            for (Pairs pairs : b.pairings(this)) {
                boolean works = pairs.isOrigin(b.sh.myPe());
                int pe = pairs.partner(b.sh.myPe());
                b.sweep(
                        sizes,
                        bytes -> Case.pairs(name, "nbi-quiet", Access.PUTGET, pairs, bytes)
                                .latency(),
                        bytes -> works ? batch(b.sh, buffers, bytes, pe) : Batch.IDLE);
            }
        }
    }

    private Batch batch(Shmem sh, Buffers buffers, long bytes, int pe) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        return put ? n -> puts(sh, dst, src, bytes, pe, n) : n -> gets(sh, src, dst, bytes, pe, n);
    }

    private static void puts(Shmem sh, SymMem dst, SymMem src, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            dst.putNbi(0, src, 0, bytes, pe);
            sh.quiet();
        }
    }

    private static void gets(Shmem sh, SymMem src, SymMem dst, long bytes, int pe, int n) {
        for (int i = 0; i < n; i++) {
            src.getNbi(0, dst, 0, bytes, pe);
            sh.quiet();
        }
    }
}
