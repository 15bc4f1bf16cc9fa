// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Test of put-get latency: the origin of each pair alone transfers.
public record Latency(String name) implements Benchmark.Copied {

    @Override
    public String about() {
        return "the origin puts, quiets and gets back; one such round";
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        int me = r.sh.myPe();
        try (var buffers = new PairBuffers(r.sh, sizes.getLast())) {
            r.pairings(this, (pairs, access) -> {
                int pe = pairs.partner(me);
                LongFunction<Row> rows =
                        n -> Runner.row(name, "alone", access, pairs, n).moved(2 * n);
                r.sweep(sizes, rows, pairs.isOrigin(me), n -> alone(r.sh, buffers, pe, access, n));
            });
        }
    }

    private static Operation alone(Shmem sh, PairBuffers buffers, int partner, Access access, long bytes) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        if (access == Access.PUTGET) {
            return n -> {
                for (int i = 0; i < n; i++) {
                    dst.put(0, src, 0, bytes, partner);
                    sh.quiet();
                    src.get(0, dst, 0, bytes, partner);
                }
            };
        }
        MemorySegment from = src.local();
        MemorySegment there = dst.ptr(partner);
        MemorySegment back = src.ptr(partner);
        MemorySegment to = dst.local();
        return n -> {
            for (int i = 0; i < n; i++) {
                buffers.copy(from, there, bytes, true, partner);
                buffers.copy(back, to, bytes, false, partner);
            }
        };
    }
}
