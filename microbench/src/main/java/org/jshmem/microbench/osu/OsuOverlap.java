// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.Work;

/// OSU's overlap of a non-blocking transfer with computation: the transfer alone, then with a computation of equal
/// length between call and quiet. The overlap is the part of the transfer that the computation hides.
///
/// A put that is a copy by the calling processor hides nothing.
final class OsuOverlap {
    private static final int SIDE = 25;
    private static final int ALIGN = 4096;

    private final Shmem sh;
    private final boolean put;
    private final Work computed = Work.scalars(2L * SIDE * SIDE);
    private int sum;

    OsuOverlap(Shmem sh, boolean put) {
        this.sh = sh;
        this.put = put;
    }

    void run(OsuOptions options, OsuOutput out) {
        var sizes = options.sizes(OsuPointToPoint.MOST, 1);
        OsuOptions.checkRoom(sh, 2 * sizes.getLast() + 4 * ALIGN);
        SymMem src = sh.mem(sizes.getLast(), ALIGN);
        SymMem dst = sh.mem(sizes.getLast(), ALIGN);
        out.title(put ? "Put_nbi" : "Get_nbi");
        out.overlapColumns();
        for (long size : sizes) {
            int iterations = options.iterations(size > OsuPointToPoint.LARGE ? 100 : 10_000);
            int skip = options.skip(size > OsuPointToPoint.LARGE ? 0 : 1_000);
            OsuPointToPoint.touch(src, dst, size);
            sh.barrierAll();
            if (sh.myPe() == 0) measure(src, dst, size, iterations, skip, out);
            sh.barrierAll();
        }
        if (sum == 1) throw new AssertionError("an odd sum"); // so that the sum is computed
        dst.free();
        src.free();
    }

    private void measure(SymMem src, SymMem dst, long size, int iterations, int skip, OsuOutput out) {
        long alone = 0;
        for (int i = 0; i < iterations + skip; i++) {
            long start = sh.nanoTime();
            if (put) dst.put(0, src, 0, size, 1);
            else src.get(0, dst, 0, size, 1);
            sh.quiet();
            if (i >= skip) alone += sh.nanoTime() - start;
            sh.fence();
        }
        long call = 0;
        long compute = 0;
        long wait = 0;
        for (int i = 0; i < iterations + skip; i++) {
            long start = sh.nanoTime();
            if (put) dst.putNbi(0, src, 0, size, 1);
            else src.getNbi(0, dst, 0, size, 1);
            long called = sh.nanoTime();
            compute(alone / iterations);
            long calculated = sh.nanoTime();
            sh.quiet();
            long end = sh.nanoTime();
            if (i >= skip) {
                call += called - start;
                compute += calculated - called;
                wait += end - calculated;
            }
            sh.fence();
        }
        double overlap = Math.max(0, 100 - 100.0 * (call + wait) / Math.max(1, alone));
        double micros = 1e3 * iterations;
        out.overlap(size, compute / micros, call / micros, wait / micros, alone / micros, overlap);
    }

    private void compute(long nanos) {
        for (long elapsed = 0; elapsed < nanos; ) {
            long start = sh.nanoTime();
            int x = 0;
            for (int i = 0; i < SIDE; i++) for (int j = 0; j < SIDE; j++) x += i * j;
            sum |= x & 1;
            sh.compute(computed);
            elapsed += Math.max(1, sh.nanoTime() - start);
        }
    }
}
