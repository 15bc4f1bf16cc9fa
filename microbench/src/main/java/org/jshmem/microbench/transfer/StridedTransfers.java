// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Where;

/// Test of strided puts or gets of 8-byte elements: strided at the target, at the origin, or at both. The origin is
/// the calling PE, also for gets; its side is a Java array.
public record StridedTransfers(String name, boolean put) implements Test.Copied {

    private static final String[] SIDES = {"target", "origin", "both"};

    @Override
    public String about() {
        return (put ? "puts" : "gets")
                + " of 8-byte elements that lie --stride apart at the target, the origin or both;"
                + " bytes and MB/s count elements, not gaps";
    }

    /// A simulated machine carries out one operation for each element, hence the smaller size.
    @Override
    public long largest(Where where) {
        return where.virtual() ? 16 << 10 : 4 << 20;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return settings.stride * bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        int stride = b.settings.stride;
        List<Long> sizes = b.sizes(this, 8).stream()
                .filter(bytes -> bytes / 8 * stride < Integer.MAX_VALUE)
                .toList();
        int room = Math.toIntExact(sizes.getLast() / 8 * stride);
        SymLongs there = b.sh.longs(room);
        long[] here = new long[room];
        b.floors.copies(this, sizes, 1);
        int me = b.sh.myPe();
        b.ways(this, (pairs, access) -> {
            boolean works = pairs.isOrigin(me);
            int pe = pairs.partner(me);
            for (String side : SIDES) {
                int far = side.equals("origin") ? 1 : stride;
                int near = side.equals("target") ? 1 : stride;
                b.sweep(
                        sizes,
                        bytes -> Case.pairs(name, side + "-" + stride, access, pairs, bytes),
                        bytes -> works
                                ? batch(b.sh, there, far, here, near, (int) (bytes / 8), pe, access)
                                : Batch.IDLE);
            }
        });
        there.free();
    }

    private Batch batch(Shmem sh, SymLongs there, int far, long[] here, int near, int count, int pe, Access access) {
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
                ? n -> stores(sh, remote, far, here, near, count, work, n)
                : n -> loads(sh, remote, far, here, near, count, work, n);
    }

    private static void stores(
            Shmem sh, MemorySegment remote, int far, long[] here, int near, int count, Work work, int n) {
        for (int i = 0; i < n; i++) {
            for (int e = 0; e < count; e++) {
                remote.setAtIndex(ValueLayout.JAVA_LONG, (long) e * far, here[e * near]);
            }
            sh.compute(work);
        }
    }

    private static void loads(
            Shmem sh, MemorySegment remote, int far, long[] here, int near, int count, Work work, int n) {
        for (int i = 0; i < n; i++) {
            for (int e = 0; e < count; e++) {
                here[e * near] = remote.getAtIndex(ValueLayout.JAVA_LONG, (long) e * far);
            }
            sh.compute(work);
        }
    }
}
