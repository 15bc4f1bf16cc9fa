// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.util.List;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.Team;

/// OSU's collectives: each call is timed by itself, and a barrier follows it outside its time.
///
/// There are 1,000 calls after 200 others up to 8,192 elements of 4 bytes, 100 after 10 beyond. The columns are over
/// the PEs' mean times. Barriers follow each other.
enum OsuCollectives {
    BARRIER("Barrier"),
    BROADCAST("Broadcast"),
    COLLECT("Collect"),
    FCOLLECT("FCollect"),
    REDUCE("Reduce");

    private static final long MOST = 1 << 20;
    private static final int LARGE = 8192; // elements
    private static final long MEMORY = 512L << 20;

    private final String title;

    OsuCollectives(String title) {
        this.title = title;
    }

    @FunctionalInterface
    private interface Call {
        void run(long count);
    }

    void run(Shmem sh, OsuOptions options, OsuOutput out) {
        out.title(title + " Latency");
        out.collectiveColumns(this != BARRIER);
        Team world = sh.world();
        if (this == BARRIER) {
            int iterations = options.iterations(100);
            row(sh, out, 0, iterations, timed(sh, n -> sh.barrierAll(), 0, iterations, options.skip(10), false));
            return;
        }
        boolean gathers = this == COLLECT || this == FCOLLECT;
        long most = gathers ? Math.min(MOST, Long.highestOneBit(MEMORY / sh.nPes())) : MOST;
        var sizes = options.sizes(most, Integer.BYTES);
        if (sizes.isEmpty()) return;
        long room = sizes.getLast() / Integer.BYTES;
        long arriving = gathers ? room * sh.nPes() : room;
        OsuOptions.checkRoom(sh, Integer.BYTES * (room + arriving) + 16 * 1024);
        if (this == REDUCE) {
            SymFloats src = sh.floats(room);
            SymFloats dst = sh.floats(arriving);
            sweep(sh, options, out, sizes, n -> world.reduce(Op.SUM, dst, src, n));
            sh.freeAll(src, dst);
        } else {
            SymInts src = sh.ints(room);
            SymInts dst = this == BROADCAST ? src : sh.ints(arriving);
            Call call = this == BROADCAST
                    ? n -> world.broadcast(dst, src, n, 0)
                    : this == COLLECT ? n -> world.collect(dst, src, n) : n -> world.fcollect(dst, src, n);
            sweep(sh, options, out, sizes, call);
            if (dst != src) dst.free();
            src.free();
        }
    }

    private void sweep(Shmem sh, OsuOptions options, OsuOutput out, List<Long> sizes, Call call) {
        for (long size : sizes) {
            long count = size / Integer.BYTES;
            int iterations = options.iterations(count > LARGE ? 100 : 1_000);
            int skip = options.skip(count > LARGE ? 10 : 200);
            sh.barrierAll();
            row(sh, out, size, iterations, timed(sh, call, count, iterations, skip, true));
        }
    }

    /// The mean microseconds of a call on this PE.
    private static double timed(Shmem sh, Call call, long count, int iterations, int skip, boolean barrier) {
        long sum = 0;
        for (int i = 0; i < iterations + skip; i++) {
            long start = sh.nanoTime();
            call.run(count);
            if (i >= skip) sum += sh.nanoTime() - start;
            if (barrier) sh.barrierAll();
        }
        sh.barrierAll();
        return sum / 1e3 / iterations;
    }

    private static void row(Shmem sh, OsuOutput out, long size, int iterations, double micros) {
        Team world = sh.world();
        double least = world.reduce(Op.MIN, micros);
        double most = world.reduce(Op.MAX, micros);
        out.collective(size, world.reduce(Op.SUM, micros) / sh.nPes(), least, most, iterations);
    }
}
