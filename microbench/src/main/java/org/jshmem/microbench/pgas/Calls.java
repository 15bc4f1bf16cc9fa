// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// The cost of single calls on lines that no other PE uses.
public record Calls(String name) implements Benchmark.Paired {
    private static final int WORDS = 8;

    @Override
    public String about() {
        return "p, p and quiet, g, quiet, fence, an uncontended fetchAdd, and a put of 64 bytes from a MemorySegment, on lines"
                + " of the partner that the origin alone uses";
    }

    @Override
    public void run(Runner r) {
        SymLongs words = r.sh.longs(2 * WORDS);
        var pair = new Pairs(r.sh.nPes(), 1);
        int pe = pair.partner(r.sh.myPe());
        row(r, "p", n -> {
            for (int i = 0; i < n; i++) words.p(i & WORDS - 1, i, pe);
        });
        row(r, "p-quiet", n -> {
            for (int i = 0; i < n; i++) {
                words.p(i & WORDS - 1, i, pe);
                r.sh.quiet();
            }
        });
        row(r, "g", n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.g(i & WORDS - 1, pe);
            Runner.used(sum);
        });
        row(r, "quiet", n -> {
            for (int i = 0; i < n; i++) r.sh.quiet();
        });
        row(r, "fence", n -> {
            for (int i = 0; i < n; i++) r.sh.fence();
        });
        row(r, "fetchAdd", n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.fetchAdd(0, 1, pe);
            Runner.used(sum);
        });
        MemorySegment segment = Arena.ofAuto().allocate(WORDS * Long.BYTES, WORDS * Long.BYTES);
        row(r, "put-segment", n -> {
            for (int i = 0; i < n; i++) words.put(0, segment, pe);
        });
        words.free();
    }

    private void row(Runner r, String variant, Operation batch) {
        r.measure(Row.of(name, variant, "putget"), r.isFirst() ? batch : Operation.NONE);
    }
}
