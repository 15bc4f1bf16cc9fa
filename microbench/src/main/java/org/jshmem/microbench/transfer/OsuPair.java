// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.util.List;
import org.jshmem.Access;
import org.jshmem.Shmem;
import org.jshmem.SymMem;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.CopyTest;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.report.Where;

/// Tests with the point-to-point loops of the OSU micro-benchmarks, under their names.
///
/// A quiet follows each put or get, or each window of them. Latency and bandwidth have one pair of PEs, message rates
/// all pairs.
public record OsuPair(String name, boolean put, boolean nonBlocking, int window) implements CopyTest {
    private static final int WINDOW = 64;
    private static final long LARGEST_RATE = 4096;

    public static final List<OsuPair> ALL = List.of(
            new OsuPair("osu_oshm_put", true, false, 1),
            new OsuPair("osu_oshm_get", false, false, 1),
            new OsuPair("osu_oshm_put_nb", true, true, 1),
            new OsuPair("osu_oshm_get_nb", false, true, 1),
            new OsuPair("osu_oshm_put_bw", true, false, WINDOW),
            new OsuPair("osu_oshm_get_bw", false, false, WINDOW),
            new OsuPair("osu_oshm_put_nb_bw", true, true, WINDOW),
            new OsuPair("osu_oshm_get_nb_bw", false, true, WINDOW),
            new OsuPair("osu_oshm_put_mr", true, false, WINDOW),
            new OsuPair("osu_oshm_put_mr_nb", true, true, WINDOW),
            new OsuPair("osu_oshm_get_mr_nb", false, true, WINDOW));

    @Override
    public String about() {
        return (window == 1 ? "one " : "windows of " + window + " ") + (nonBlocking ? "non-blocking " : "")
                + (put ? "put" : "get") + (window == 1 ? "" : "s") + " and a quiet, each time; time of one";
    }

    private boolean rate() {
        return name.contains("_mr");
    }

    @Override
    public long largest(Where where) {
        return rate() ? LARGEST_RATE : 1 << 20;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        int me = b.sh.myPe();
        var pairs = new Pairs(b.sh.nPes(), rate() ? b.sh.nPes() / 2 : 1, 0);
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            boolean works = pairs.isOrigin(me);
            b.sweep(
                    sizes,
                    bytes -> Case.pairs(name, "window-" + window, Access.PUTGET, pairs, bytes)
                            .hops(window)
                            .moves(bytes * window),
                    bytes -> works ? n -> loop(b.sh, buffers, bytes, pairs.partner(me), n) : Batch.IDLE);
            b.sh.barrierAll();
            if (pairs.isActive(me)) check(buffers, sizes.getLast(), me, pairs);
            b.sh.barrierAll();
        }
    }

    private void loop(Shmem sh, Buffers buffers, long bytes, int pe, int n) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < window; k++) {
                if (put && nonBlocking) dst.putNbi(0, src, 0, bytes, pe);
                else if (put) dst.put(0, src, 0, bytes, pe);
                else if (nonBlocking) src.getNbi(0, dst, 0, bytes, pe);
                else src.get(0, dst, 0, bytes, pe);
            }
            sh.quiet();
        }
    }

    /// Compares every byte at the PE to which the bytes were transferred.
    private void check(Buffers buffers, long bytes, int me, Pairs pairs) {
        if (pairs.isOrigin(me) == put) return;
        byte wanted = (byte) (pairs.partner(me) + 1);
        for (long k = 0; k < bytes; k++) {
            byte there = SuiteSettings.byteAt(buffers.destination().local(), k);
            if (there != wanted) {
                throw new AssertionError("PE " + me + ": " + name + ": byte " + k + " of " + bytes + " is " + there
                        + " instead of " + wanted);
            }
        }
    }
}
