// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Tests of collectives on 8-byte elements: both scans, and the exchange with strides.
public record WordCollectives(String name, Kind kind) implements Test {
    private static final long STRIDE = 2;

    public enum Kind {
        INSCAN,
        EXSCAN,
        ALLTOALLS
    }

    @Override
    public String about() {
        return switch (kind) {
            case INSCAN -> "inclusive scan, sums of longs";
            case EXSCAN -> "exclusive scan, sums of longs";
            case ALLTOALLS -> "alltoalls of n bytes to each PE, every other long; MB/s count what arrives at one PE";
        };
    }

    @Override
    public int unit(SuiteSettings settings) {
        return 1;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
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
        SymLongs even = b.sh.longs(room);
        SymLongs odd = b.sh.longs(room);
        int me = b.sh.myPe();
        Destinations.fill(src.local(), SuiteSettings.ElementType.LONG, me);
        int arriving = kind == Kind.ALLTOALLS ? npes : 1;
        var results = new Destinations<>(even, even.local(), odd, odd.local(), SuiteSettings.ElementType.LONG, me)
                .blocks(kind == Kind.ALLTOALLS ? (int) STRIDE * npes : 1)
                .expect(bytes -> k -> expected(me, bytes / 8, k));
        b.floors.copies(this, sizes, arriving);
        Team world = b.sh.world();
        b.sweep(
                sizes,
                bytes -> ChosenAlgorithm.of(name, kind == Kind.ALLTOALLS ? Collective.ALLTOALLS : Collective.SCAN)
                        .bytes(bytes)
                        .moves(bytes * arriving)
                        .windowed(),
                bytes -> n -> {
                    for (int i = 0; i < n; i++) one(world, results.next(), src, bytes / 8);
                },
                results);
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

    /// The value of element `k`. Elements between those that an exchange with strides writes stay zero.
    private double expected(int me, long count, long k) {
        return switch (kind) {
            case INSCAN -> Destinations.sum(me + 1, k);
            case EXSCAN -> Destinations.sum(me, k);
            case ALLTOALLS -> {
                long element = k / STRIDE;
                yield k % STRIDE != 0
                        ? 0
                        : Destinations.value((int) (element / count), (me * count + element % count) * STRIDE);
            }
        };
    }
}
