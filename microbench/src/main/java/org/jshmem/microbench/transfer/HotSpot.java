// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.List;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Test of all other PEs accessing the last PE at once: puts to places of their own, and atomics on one word.
public record HotSpot(String name) implements Test.Sized {

    @Override
    public String about() {
        return "all other PEs put to places of their own at the last PE, or add to one word there; time of one at one"
                + " PE";
    }

    @Override
    public long largest(org.jshmem.report.Where where) {
        return 64 << 10;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return (npes + 1) * bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        if (b.sh.nPes() < 2) return;
        List<Long> sizes = b.sizes(this, 8);
        int me = b.sh.myPe();
        int last = b.sh.nPes() - 1; // not PE 0, which measures
        long room = sizes.getLast() / 8;
        SymLongs there = b.sh.longs(room * b.sh.nPes());
        SymLongs here = b.sh.longs(room);
        b.sweep(
                sizes,
                bytes -> Case.collective(name, "put", "putget")
                        .bytes(bytes)
                        .moves(bytes)
                        .reportedBy(pe -> pe < last),
                bytes -> me == last
                        ? Batch.IDLE
                        : n -> {
                            for (int i = 0; i < n; i++) there.put(me * room, here, 0, bytes / 8, last);
                            b.sh.quiet();
                        });
        b.measure(
                Case.collective(name, "fetchAdd", "putget").bytes(8).reportedBy(pe -> pe < last),
                me == last
                        ? Batch.IDLE
                        : n -> {
                            long sum = 0; // an atomic whose value is not used would be compiled to another instruction
                            for (int i = 0; i < n; i++) sum += there.fetchAdd(0, 1, last);
                            Bench.used(sum);
                        });
        here.free();
        there.free();
    }
}
