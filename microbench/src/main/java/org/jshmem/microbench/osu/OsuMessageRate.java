// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymMem;

/// OSU's message rate: each PE of the lower half transfers messages at consecutive places of its partner, then
/// completes them by one quiet. There are 500 messages below 8 KiB and 50 from there on; the rate is of all pairs.
enum OsuMessageRate {
    PUT_MR("Put Message Rate"),
    PUT_MR_NB("Put_nb Message Rate"),
    GET_MR_NB("Get_nb Message Rate");

    private static final long MOST = 4 << 20;
    private static final int LARGE = 8192;
    private static final int FEW = 50;
    private static final int MANY = 500;
    private static final int ALIGN = 4096;

    private final String title;

    OsuMessageRate(String title) {
        this.title = title;
    }

    void run(Shmem sh, OsuOptions options, OsuOutput out) {
        int half = sh.nPes() / 2;
        boolean origin = sh.myPe() < half;
        int partner = origin ? sh.myPe() + half : sh.myPe() - half;
        var sizes = options.sizes(MOST, 1);
        long room = 0;
        for (long size : sizes) room = Math.max(room, size * messages(options, size));
        int warmUp = (int) Math.min(options.skip(FEW), room / sizes.getLast());
        OsuOptions.checkRoom(sh, room + 2 * ALIGN);
        SymMem buffer = sh.mem(room, ALIGN);
        out.title(title);
        out.columns("Messages/s");
        if (origin) {
            for (int i = 0; i < warmUp; i++)
                buffer.put(i * sizes.getLast(), buffer, i * sizes.getLast(), sizes.getLast(), partner);
        }
        sh.barrierAll();
        for (long size : sizes) {
            int messages = messages(options, size);
            buffer.local().fill((byte) size);
            sh.barrierAll();
            double rate = 0;
            if (origin) {
                long start = sh.nanoTime();
                messages(buffer, size, messages, partner);
                sh.quiet();
                rate = messages * 1e9 / (sh.nanoTime() - start);
            }
            out.row(size, sh.world().reduce(Op.SUM, rate));
        }
        buffer.free();
    }

    private static int messages(OsuOptions options, long size) {
        return options.iterations(size < LARGE ? MANY : FEW);
    }

    private void messages(SymMem buffer, long size, int n, int pe) {
        switch (this) {
            case PUT_MR -> {
                for (int i = 0; i < n; i++) buffer.put(i * size, buffer, i * size, size, pe);
            }
            case PUT_MR_NB -> {
                for (int i = 0; i < n; i++) buffer.putNbi(i * size, buffer, i * size, size, pe);
            }
            case GET_MR_NB -> {
                for (int i = 0; i < n; i++) buffer.getNbi(i * size, buffer, i * size, size, pe);
            }
        }
    }
}
