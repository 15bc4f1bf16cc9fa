// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Test of the cost of single calls on lines that no other PE uses.
public record CallOverhead(String name) implements Test.Paired {
    private static final int WORDS = 8;

    @Override
    public String about() {
        return "p, g, quiet, fence and an uncontended fetchAdd on a line of the partner that the origin alone uses";
    }

    @Override
    public void run(Bench b) {
        SymLongs words = b.sh.longs(2 * WORDS);
        var pair = new Pairs(b.sh.nPes(), 1, 0);
        int pe = pair.partner(b.sh.myPe());
        row(b, "p", n -> {
            for (int i = 0; i < n; i++) words.p(i & WORDS - 1, i, pe);
        });
        row(b, "g", n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.g(i & WORDS - 1, pe);
            Bench.used(sum);
        });
        row(b, "quiet", n -> {
            for (int i = 0; i < n; i++) b.sh.quiet();
        });
        row(b, "fence", n -> {
            for (int i = 0; i < n; i++) b.sh.fence();
        });
        row(b, "fetchAdd", n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.fetchAdd(0, 1, pe);
            Bench.used(sum);
        });
        words.free();
    }

    private void row(Bench b, String variant, Batch batch) {
        b.measure(Case.collective(name, variant, "putget").reportedBy(pe -> pe == 0), b.isFirst() ? batch : Batch.IDLE);
    }
}
