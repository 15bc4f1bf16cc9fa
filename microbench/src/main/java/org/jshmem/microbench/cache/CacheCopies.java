// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.cache;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.SymMem;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;
import org.jshmem.rehearsal.Rehearsal;
import org.jshmem.report.Result;

/// Test of copies from the partner by 1, 2, 4 .. all PEs at once.
///
/// It prints the parallel efficiency of Putigny et al.: the rate of one PE among many, divided by its rate alone.
public record CacheCopies(String name) implements Test.Copied {
    private static final long WARM_BYTES = 64 << 10;
    private static final double MOST_WARM = 0.5; // seconds

    @Override
    public String about() {
        return "n PEs get from their partners at once; MB/s of one of them, and its efficiency against one alone";
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        int me = b.sh.myPe();
        int partner = new Pairs(b.sh.nPes(), b.sh.nPes() / 2, 0).partner(me);
        Map<Long, Double> alone = new TreeMap<>();
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            b.floors.copies(this, sizes, 1);
            SymMem src = buffers.source();
            SymMem dst = buffers.destination();
            Runnable one = () -> {
                for (long bytes : sizes) if (bytes <= WARM_BYTES) src.get(0, dst, 0, bytes, partner);
            };
            if (!b.where.virtual() && !b.settings.check) Rehearsal.of(b.sh, MOST_WARM, one);
            for (int count = 1; count <= b.sh.nPes(); count <<= 1) {
                int copiers = count;
                for (long bytes : sizes) {
                    Case c = Case.collective(name, count + (count == 1 ? " PE" : " PEs"), "putget")
                            .bytes(bytes)
                            .moves(bytes)
                            .reportedBy(pe -> pe < copiers);
                    Result result = b.result(
                            c,
                            me < count
                                    ? n -> {
                                        for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, partner);
                                    }
                                    : Batch.IDLE);
                    if (result == null) continue;
                    alone.putIfAbsent(bytes, result.megabytesPerSecond());
                    double efficiency = result.megabytesPerSecond() / alone.get(bytes);
                    b.out.row(result.change()
                            .measured(Map.of("efficiency", String.format(Locale.ROOT, "%.3f", efficiency)))
                            .made());
                }
            }
        }
    }
}
