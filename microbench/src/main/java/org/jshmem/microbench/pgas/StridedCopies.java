// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Where;

/// Test of strided puts or gets of 8-byte elements: strided at the target, at the origin, or at both. The origin is
/// the calling PE, also for gets; its side is a Java array.
public record StridedCopies(String name, boolean put) implements Benchmark.Copied {

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    private static final int STRIDE = 2;
    private static final String[] SIDES = {"target", "origin", "both"};

    @Override
    public String about() {
        return (put ? "puts" : "gets")
                + " of 8-byte elements that lie 2 apart at the target, the origin or both;"
                + " bytes and MB/s count elements, not gaps";
    }

    /// A simulated machine carries out one operation for each element, hence the smaller size.
    @Override
    public long largest(Where where) {
        return where.virtual() ? 16 << 10 : 4 << 20;
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 8).stream()
                .filter(bytes -> bytes / 8 * STRIDE < Integer.MAX_VALUE)
                .toList();
        int room = Math.toIntExact(sizes.getLast() / 8 * STRIDE);
        SymLongs there = r.sh.longs(room);
        long[] here = new long[room];
        int me = r.sh.myPe();
        r.pairings(this, (pairs, access) -> {
            boolean works = pairs.isOrigin(me);
            int pe = pairs.partner(me);
            for (String side : SIDES) {
                int far = side.equals("origin") ? 1 : STRIDE;
                int near = side.equals("target") ? 1 : STRIDE;
                r.sweep(
                        sizes,
                        bytes -> Runner.row(name, side + "-" + STRIDE, access, pairs, bytes),
                        works,
                        bytes -> batch(r.sh, there, far, here, near, (int) (bytes / 8), pe, access));
            }
        });
        there.free();
    }

    private Operation batch(
            Shmem sh, SymLongs there, int far, long[] here, int near, int count, int pe, Access access) {
        if (access == Access.PUTGET) {
            return put
                    ? n -> {
                        for (int i = 0; i < n; i++) there.iput(0, far, here, 0, near, count, pe);
                        sh.quiet();
                    }
                    : n -> {
                        for (int i = 0; i < n; i++) there.iget(0, far, here, 0, near, count, pe);
                    };
        }
        MemorySegment remote = there.ptr(pe);
        Work work = Work.scalars(2L * count).bytes(8L * count, 8L * count).footprint(8L * count * (far + near));
        return put
                ? n -> {
                    for (int i = 0; i < n; i++) {
                        for (int e = 0; e < count; e++) remote.setAtIndex(LONG, (long) e * far, here[e * near]);
                        sh.compute(work);
                    }
                }
                : n -> {
                    for (int i = 0; i < n; i++) {
                        for (int e = 0; e < count; e++) here[e * near] = remote.getAtIndex(LONG, (long) e * far);
                        sh.compute(work);
                    }
                };
    }
}
