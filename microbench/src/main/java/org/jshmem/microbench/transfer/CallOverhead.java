// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Test of the cost of single calls on lines that no other PE uses.
public record CallOverhead() implements Test {
    private static final int WORDS = 8;

    @Override
    public String name() {
        return "calls";
    }

    @Override
    public String about() {
        return "p, g, quiet, fence and an uncontended fetchAdd on a line of the partner that the origin alone uses";
    }

    @Override
    public boolean paired() {
        return true;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return Long.BYTES * 2 * WORDS;
    }

    @Override
    public void run(Bench b) {
        SymLongs words = b.sh.longs(2 * WORDS);
        var pair = new Pairs(b.sh.nPes(), 1, 0);
        boolean works = pair.isOrigin(b.sh.myPe());
        int pe = pair.partner(b.sh.myPe());
        row(b, pair, "p", works, n -> {
            for (int i = 0; i < n; i++) words.p(i & WORDS - 1, i, pe);
        });
        row(b, pair, "g", works, n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.g(i & WORDS - 1, pe);
            if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
        });
        row(b, pair, "quiet", works, n -> {
            for (int i = 0; i < n; i++) b.sh.quiet();
        });
        row(b, pair, "fence", works, n -> {
            for (int i = 0; i < n; i++) b.sh.fence();
        });
        row(b, pair, "fetchAdd", works, n -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += words.fetchAdd(0, 1, pe);
            if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
        });
        words.free();
    }

    private void row(Bench b, Pairs pair, String variant, boolean works, Batch batch) {
        b.measure(Case.collective(name(), variant, "putget").reportedBy(pair::isOrigin), works ? batch : Batch.IDLE);
    }
}
