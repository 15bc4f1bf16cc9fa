// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// OSU's latency and bandwidth of PE 0 to PE 1: 10,000 operations after 1,000 others up to 8 KiB, 100 from there on.
///
/// A blocking put of the latency test is completed by a quiet each time. The blocking bandwidth tests have no quiet,
/// and the non-blocking ones have a quiet after each operation.
enum OsuPointToPoint {
    PUT("Put"),
    GET("Get"),
    PUT_NB("Put_nbi"),
    GET_NB("Get"), // so titled by OSU
    PUT_BW("Put Bandwidth"),
    GET_BW("Get Bandwidth"),
    PUT_NB_BW("Put_nbi Bandwidth"),
    GET_NB_BW("Get_nbi Bandwidth");

    static final long MOST = 1 << 20;
    static final int LARGE = 8192;
    private static final int ALIGN = 4096;

    private final String title;

    OsuPointToPoint(String title) {
        this.title = title;
    }

    private boolean isBandwidth() {
        return compareTo(PUT_BW) >= 0;
    }

    void run(Shmem sh, OsuOptions options, OsuOutput out) {
        var sizes = options.sizes(MOST, 1);
        OsuOptions.checkRoom(sh, 2 * sizes.getLast() + 4 * ALIGN);
        SymMem src = sh.mem(sizes.getLast(), ALIGN);
        SymMem dst = sh.mem(sizes.getLast(), ALIGN);
        out.title(title);
        out.columns(isBandwidth() ? "Bandwidth (MB/s)" : "Latency (us)");
        for (long size : sizes) {
            int iterations = options.iterations(size > LARGE ? 100 : 10_000);
            int skip = options.skip(size > LARGE ? 0 : 1_000);
            touch(src, dst, size);
            sh.barrierAll();
            double micros = 0;
            if (sh.myPe() == 0) {
                calls(sh, src, dst, size, skip);
                long start = sh.nanoTime();
                calls(sh, src, dst, size, iterations);
                micros = (sh.nanoTime() - start) / 1e3 / iterations;
            }
            sh.barrierAll();
            out.row(size, isBandwidth() ? size / micros : micros);
        }
        dst.free();
        src.free();
    }

    static void touch(SymMem src, SymMem dst, long size) {
        src.local().asSlice(0, size).fill((byte) 'a');
        dst.local().asSlice(0, size).fill((byte) 'b');
    }

    /// `n` operations. Each test has a loop of its own, which is compiled for it.
    private void calls(Shmem sh, SymMem src, SymMem dst, long size, int n) {
        switch (this) {
            case PUT -> {
                for (int i = 0; i < n; i++) {
                    dst.put(0, src, 0, size, 1);
                    sh.quiet();
                }
            }
            case GET, GET_BW -> {
                for (int i = 0; i < n; i++) src.get(0, dst, 0, size, 1);
            }
            case PUT_BW -> {
                for (int i = 0; i < n; i++) dst.put(0, src, 0, size, 1);
            }
            case PUT_NB, PUT_NB_BW -> {
                for (int i = 0; i < n; i++) {
                    dst.putNbi(0, src, 0, size, 1);
                    sh.quiet();
                }
            }
            case GET_NB, GET_NB_BW -> {
                for (int i = 0; i < n; i++) {
                    src.getNbi(0, dst, 0, size, 1);
                    sh.quiet();
                }
            }
        }
    }
}
