// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.calibrate;

import java.util.List;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Test of copies from the partner by 1, 2, 4 .. all PEs at once.
///
/// The parallel efficiency of Putigny et al. is the rate of one PE among many, divided by its rate alone.
public record CacheCopies(String name) implements Benchmark.Copied {
    @Override
    public String about() {
        return "n PEs get from their partners at once; MB/s of one of them";
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        int me = r.sh.myPe();
        int partner = new Pairs(r.sh.nPes(), r.sh.nPes() / 2).partner(me);
        try (var buffers = new PairBuffers(r.sh, sizes.getLast())) {
            SymMem src = buffers.source();
            SymMem dst = buffers.destination();
            for (int count = 1; count <= r.sh.nPes(); count <<= 1) {
                String pes = count + (count == 1 ? " PE" : " PEs");
                r.sweep(
                        sizes,
                        bytes -> Row.of(name, pes, "putget").bytes(bytes).moved(bytes),
                        me < count,
                        bytes -> n -> {
                            for (int i = 0; i < n; i++) src.get(0, dst, 0, bytes, partner);
                        });
            }
        }
    }
}
