// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Test;

/// GUPS, the RandomAccess benchmark of HPCC: each PE updates random words of a table over all PEs by exclusive or.
/// Repeating the updates must restore the table.
public record RandomAccess(String name) implements Test {
    private static final long POLYNOMIAL = 7;
    private static final int WORDS = 1 << 16;
    private static final double MOST_WRONG = 0.01;

    @Override
    public String about() {
        return "exclusive or with random words of a table of " + WORDS
                + " longs a PE: 'atomic' by xor, 'racy' by get and"
                + " put as HPCC allows; time of an update at one PE, so 1 / ns x PEs is GUPS. Checked as HPCC does";
    }

    @Override
    public void run(Bench b) {
        SymLongs table = b.sh.longs(WORDS);
        for (boolean atomic : new boolean[] {true, false}) {
            var stream = new Stream(b.sh.myPe());
            fill(b, table);
            long[] done = new long[1];
            Batch batch = n -> {
                done[0] += n;
                updates(b, table, stream, atomic, n);
            };
            b.measure(
                    Case.collective(name, atomic ? "atomic" : "racy", "putget").bytes(8), batch);
            check(b, table, done[0], atomic);
        }
        table.free();
    }

    private static void fill(Bench b, SymLongs table) {
        for (int i = 0; i < WORDS; i++) table.set(i, i);
        b.sh.barrierAll();
    }

    private static void updates(Bench b, SymLongs table, Stream stream, boolean atomic, int n) {
        int npes = b.sh.nPes();
        for (int i = 0; i < n; i++) {
            long value = stream.next();
            long word = value & (WORDS - 1);
            int pe = (int) Math.unsignedMultiplyHigh(value * 0x9E3779B97F4A7C15L, npes);
            if (atomic) table.xor(word, value, pe);
            else table.p(word, table.g(word, pe) ^ value, pe);
        }
        b.sh.quiet();
    }

    /// Repeats all updates atomically and counts the words that differ from their first values.
    private void check(Bench b, SymLongs table, long done, boolean atomic) {
        b.sh.barrierAll();
        var again = new Stream(b.sh.myPe());
        for (long left = done; left > 0; left -= Integer.MAX_VALUE) {
            updates(b, table, again, true, (int) Math.min(left, Integer.MAX_VALUE));
        }
        b.sh.barrierAll();
        long wrong = 0;
        for (int i = 0; i < WORDS; i++) if (table.get(i) != i) wrong++;
        long all = b.sh.world().reduce(Op.SUM, wrong);
        long updates = b.sh.world().reduce(Op.SUM, done);
        double share = (double) all / Math.max(1, Math.min(updates, (long) WORDS * b.sh.nPes()));
        if (share > (atomic ? 0 : MOST_WRONG)) {
            String text = "gups, " + (atomic ? "atomic" : "racy") + ": " + all + " words of "
                    + (long) WORDS * b.sh.nPes() + " are wrong after " + updates + " updates";
            if (atomic) throw new AssertionError("PE " + b.sh.myPe() + ": " + text);
            b.say(text + ", more than the 1 % that HPCC allows of updates");
        }
        b.sh.barrierAll();
    }

    /// The sequence of HPCC: a shift, and the polynomial if the highest bit was set; each PE begins at another
    /// value.
    private static final class Stream {
        private long value;

        Stream(int pe) {
            value = 0x9E3779B97F4A7C15L * (pe + 1) | 1;
        }

        long next() {
            value = value << 1 ^ (value < 0 ? POLYNOMIAL : 0);
            return value;
        }
    }
}
