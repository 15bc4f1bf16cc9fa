// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.List;
import org.jshmem.Collective;
import org.jshmem.SymMem;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Tests of broadcast, collect, fcollect and alltoall of the world team, by the algorithm that the library chooses.
public record Collectives(String name, Kind kind) implements Test {

    public enum Kind {
        BROADCAST,
        COLLECT,
        FCOLLECT,
        ALLTOALL
    }

    @Override
    public String about() {
        return switch (kind) {
            case BROADCAST -> "broadcast from PE 0 and a sync, without which the root would run ahead";
            case COLLECT -> "collect of n bytes from each PE; MB/s count what arrives at one PE";
            case FCOLLECT -> "fcollect of n bytes from each PE; MB/s count what arrives at one PE";
            case ALLTOALL -> "alltoall of n bytes to each PE; MB/s count what arrives at one PE";
        };
    }

    @Override
    public int unit(SuiteSettings settings) {
        return 1;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        long all = Math.multiplyExact(bytes, npes);
        return Buffers.SLACK
                + switch (kind) {
                    case BROADCAST -> 2 * bytes;
                    case COLLECT, FCOLLECT -> bytes + 2 * all;
                    case ALLTOALL -> 3 * all;
                };
    }

    // The root of a broadcast does not wait for the other PEs. The sync after it keeps the root from running
    // ahead.
    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        int npes = b.sh.nPes();
        int me = b.sh.myPe();
        int arriving = kind == Kind.BROADCAST ? 1 : npes;
        long last = sizes.getLast();
        SymMem src = b.sh.mem(kind == Kind.ALLTOALL ? last * npes : last);
        SymMem even = b.sh.mem(last * arriving);
        SymMem odd = kind == Kind.BROADCAST ? even : b.sh.mem(last * arriving);
        Destinations.fill(src.local(), SuiteSettings.ElementType.BYTE, me);
        var results = new Destinations<>(even, even.local(), odd, odd.local(), SuiteSettings.ElementType.BYTE, me)
                .blocks(arriving)
                .expect(bytes -> k -> expected(me, bytes, k));
        b.floors.copies(this, sizes, arriving);
        Team world = b.sh.world();
        b.sweep(
                sizes,
                bytes -> ChosenAlgorithm.of(name, Collective.valueOf(kind.name()))
                        .bytes(bytes)
                        .moves(bytes * arriving)
                        .windowed(),
                bytes -> batch(world, src, results, bytes),
                results);
        if (odd != even) odd.free();
        even.free();
        src.free();
    }

    /// The value of element `k` after the operation; NaN at the root of a broadcast, whose destination may keep
    /// its values.
    private double expected(int me, long bytes, long k) {
        int from = (int) (k / bytes);
        long at = k % bytes;
        return switch (kind) {
            case BROADCAST -> me == 0 ? Double.NaN : Destinations.value(0, k);
            case COLLECT, FCOLLECT -> Destinations.value(from, at);
            case ALLTOALL -> Destinations.value(from, me * bytes + at);
        };
    }

    private Batch batch(Team world, SymMem src, Destinations<SymMem> to, long bytes) {
        return switch (kind) {
            case BROADCAST ->
                n -> {
                    for (int i = 0; i < n; i++) {
                        world.broadcast(to.next(), src, bytes, 0);
                        world.sync();
                    }
                };
            case COLLECT ->
                n -> {
                    for (int i = 0; i < n; i++) world.collect(to.next(), src, bytes);
                };
            case FCOLLECT ->
                n -> {
                    for (int i = 0; i < n; i++) world.fcollect(to.next(), src, bytes);
                };
            case ALLTOALL ->
                n -> {
                    for (int i = 0; i < n; i++) world.alltoall(to.next(), src, bytes);
                };
        };
    }
}
