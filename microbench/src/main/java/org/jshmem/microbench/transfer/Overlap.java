// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Result;

/// Test of the overlap of a non-blocking transfer with computation.
///
/// It measures the transfer alone, then with a computation of equal length between call and quiet. The hidden time is
/// the sum of both minus the time together. A put that is a copy by the calling processor hides nothing.
public record Overlap(String name, boolean put) implements Test.Copied {

    @Override
    public String about() {
        return (put ? "putNbi" : "getNbi")
                + ", computation of as long, quiet; the time is of all three, and the overlap the part of the transfer"
                + " that it hides";
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        var pair = new Pairs(b.sh.nPes(), 1, b.settings.partnerOffset);
        boolean works = pair.isOrigin(b.sh.myPe());
        int pe = pair.partner(b.sh.myPe());
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            for (long bytes : sizes) {
                var spin = new Spin(b.sh);
                // each of the three loops has a key, so that each is warmed up as a new one
                Result alone = b.result(
                        row("transfer", pair, bytes),
                        works ? n -> transfers(b.sh, buffers, bytes, pe, null, n) : Batch.IDLE);
                spin.length(b.agree(alone == null ? 0 : Math.round(alone.time().median())));
                Result both = b.result(
                        row("overlap", pair, bytes),
                        works ? n -> transfers(b.sh, buffers, bytes, pe, spin, n) : Batch.IDLE);
                Result computing = b.result(row("computation", pair, bytes), works ? n -> spins(spin, n) : Batch.IDLE);
                if (both != null)
                    b.out.row(told(both, alone.time().median(), computing.time().median()));
            }
        }
    }

    private Case row(String variant, Pairs pair, long bytes) {
        return Case.pairs(name, variant, Access.PUTGET, pair, bytes);
    }

    private static Result told(Result both, double communication, double compute) {
        double hidden = communication + compute - both.time().median();
        double share = Math.clamp(100 * hidden / Math.min(communication, compute), 0, 100);
        Map<String, String> measured = new LinkedHashMap<>();
        measured.put("communication", micros(communication));
        measured.put("compute", micros(compute));
        measured.put("overlap", String.format(Locale.ROOT, "%.1f", share));
        return both.change().measured(measured).made();
    }

    private static String micros(double nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / 1e3);
    }

    private void transfers(Shmem sh, Buffers buffers, long bytes, int pe, Spin spin, int n) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        for (int i = 0; i < n; i++) {
            if (put) dst.putNbi(0, src, 0, bytes, pe);
            else src.getNbi(0, dst, 0, bytes, pe);
            if (spin != null) spin.once();
            sh.quiet();
        }
    }

    private static void spins(Spin spin, int n) {
        for (int i = 0; i < n; i++) spin.once();
    }

    /// Computation of a given length that touches no memory.
    private static final class Spin {
        private static final int PROBE = 1 << 20;

        private final Shmem sh;
        private double perNano;
        private long turns;
        private long state = 1;
        private Work work = Work.NONE;

        Spin(Shmem sh) {
            this.sh = sh;
        }

        /// Sets the length by the clock of the backend, so that rows of a simulated machine repeat themselves.
        void length(long nanos) {
            turns = PROBE;
            work = Work.scalars(turns);
            for (int k = 0; k < 2; k++) {
                long start = sh.nanoTime();
                once();
                perNano = (double) PROBE / Math.max(1, sh.nanoTime() - start);
            }
            turns = Math.max(1, Math.round(nanos * perNano));
            work = Work.scalars(turns);
        }

        void once() {
            if (!sh.virtualTime()) spin();
            sh.compute(work);
        }

        private void spin() {
            long x = state;
            for (long k = 0; k < turns; k++) x = x * 6364136223846793005L + 1442695040888963407L;
            state = x;
        }
    }
}
