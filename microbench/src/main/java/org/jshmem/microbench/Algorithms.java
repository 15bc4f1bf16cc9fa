// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.Team;

/// Each algorithm of each collective that the library would choose between, over sizes.
record Algorithms() implements Test {
    /// Those that are meant for memory that is loaded and stored; messages over mailboxes are left out.
    static final Map<Collective, List<String>> COMPARED = new TreeMap<>(Map.of(
            Collective.REDUCE, List.of("rd", "rsag", "tiled", "central", "pull"),
            Collective.BROADCAST, List.of("flat", "binomial", "chain", "scatter"),
            Collective.FCOLLECT, List.of("linear", "ring", "bruck"),
            Collective.ALLTOALL, List.of("linear", "pairwise"),
            Collective.SCAN, List.of("linear", "chain")));

    @Override
    public String name() {
        return "algorithms";
    }

    @Override
    public String about() {
        return "each algorithm of reduce, broadcast, fcollect, alltoall and scan, one call after the other; 'bytes' as the"
                + " cost formulas count them: of one PE's source, of one block for alltoall";
    }

    @Override
    public int unit(Settings settings) {
        return 1;
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 3 * Math.max(Long.BYTES, bytes) * npes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this).stream()
                .map(n -> Math.max(Long.BYTES, n / Long.BYTES * Long.BYTES))
                .distinct()
                .toList();
        long room = sizes.getLast() / Long.BYTES * b.sh.nPes();
        SymLongs src = b.sh.longs(room);
        SymLongs even = b.sh.longs(room); // alternating destinations, for the reason that Collectives gives
        SymLongs odd = b.sh.longs(room);
        Team world = b.sh.world();
        COMPARED.forEach((collective, names) -> {
            for (String algorithm : names) {
                world.algorithm(collective, algorithm);
                String variant = collective.name().toLowerCase(Locale.ROOT) + "/" + algorithm;
                b.sh.syncAll();
                b.sweep(
                        sizes,
                        bytes -> Case.collective(name(), variant, "auto")
                                .bytes(bytes)
                                .moves(bytes),
                        bytes -> n -> {
                            for (int i = 0; i < n; i++) {
                                call(collective, world, (i & 1) == 0 ? even : odd, src, bytes / Long.BYTES);
                            }
                        });
            }
            world.algorithm(collective, "auto");
        });
        odd.free();
        even.free();
        src.free();
    }

    private static void call(Collective collective, Team world, SymLongs dst, SymLongs src, long count) {
        switch (collective) {
            case REDUCE -> world.reduce(Op.SUM, dst, src, count);
            case FCOLLECT -> world.fcollect(dst, src, count);
            case ALLTOALL -> world.alltoall(dst, src, count);
            case SCAN -> world.inscan(Op.SUM, dst, src, count);
            case BROADCAST -> {
                world.broadcast(dst, src, count, 0);
                world.sync(); // without it the root would run ahead
            }
            default -> throw new AssertionError(collective + " is not compared");
        }
    }
}
