// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// Collectives on 8-byte elements: both scans, and the exchange with strides.
record WordCollectives(String name, Kind kind) implements Test {
    private static final long STRIDE = 2;

    enum Kind {
        INSCAN,
        EXSCAN,
        ALLTOALLS
    }

    @Override
    public String about() {
        return switch (kind) {
            case INSCAN -> "inclusive scan, sums of longs";
            case EXSCAN -> "exclusive scan, sums of longs";
            case ALLTOALLS ->
                "alltoalls of so many bytes to each PE, every other long; MB/s count what arrives at one PE";
        };
    }

    @Override
    public int unit(Settings settings) {
        return 1;
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 3 * Math.max(8, bytes) * (kind == Kind.ALLTOALLS ? STRIDE * npes : 1) + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this).stream()
                .map(n -> Math.max(8, n / 8 * 8))
                .distinct()
                .toList();
        int npes = b.sh.nPes();
        long times = kind == Kind.ALLTOALLS ? STRIDE * npes : 1;
        long room = sizes.getLast() / 8 * times;
        SymLongs src = b.sh.longs(room);
        SymLongs even = b.sh.longs(room); // alternating destinations, for the reason that Collectives gives
        SymLongs odd = b.sh.longs(room);
        for (long i = 0; i < room; i++) src.set(i, 1);
        int arriving = kind == Kind.ALLTOALLS ? npes : 1;
        b.floors.copies(this, sizes, arriving);
        Team world = b.sh.world();
        b.sweep(
                sizes,
                bytes -> Case.collective(name, "auto", "auto")
                        .bytes(bytes)
                        .moves(bytes * arriving)
                        .windowed(),
                bytes -> n -> {
                    for (int i = 0; i < n; i++) one(world, (i & 1) == 0 ? even : odd, src, bytes / 8);
                });
        check(b, world, even, src);
        odd.free();
        even.free();
        src.free();
    }

    private void one(Team world, SymLongs dst, SymLongs src, long n) {
        switch (kind) {
            case INSCAN -> world.inscan(Op.SUM, dst, src, n);
            case EXSCAN -> world.exscan(Op.SUM, dst, src, n);
            case ALLTOALLS -> world.alltoalls(dst, src, STRIDE, STRIDE, n);
        }
    }

    /// A fast wrong result is none.
    private void check(Bench b, Team world, SymLongs dst, SymLongs src) {
        b.sh.barrierAll();
        one(world, dst, src, 1);
        long expected = switch (kind) {
            case INSCAN -> b.sh.myPe() + 1L;
            case EXSCAN -> b.sh.myPe();
            case ALLTOALLS -> 1;
        };
        if (dst.get(0) != expected) {
            throw new AssertionError(
                    "PE " + b.sh.myPe() + ": " + name + " of ones gives " + dst.get(0) + " instead of " + expected);
        }
        b.sh.barrierAll();
    }
}
