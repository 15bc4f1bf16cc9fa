// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Result;

/// Test of each algorithm among which the library chooses, for each collective and over sizes.
public record Algorithms() implements Test {
    /*
     * The algorithms take turns in rounds, because a disturbance of a second would otherwise decide between
     * them.
     */
    private static final int ROUNDS = 3;

    private static final int QUICK_ROUNDS = 2;

    /// The algorithms for memory that is loaded and stored; those that send messages over mailboxes are left
    /// out.
    public static final Map<Collective, List<String>> COMPARED = new TreeMap<>(Map.of(
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
        return "each algorithm of reduce, broadcast, fcollect, alltoall and scan, and the library's own choice, in turn; the"
                + " fastest of 3 rounds; 'bytes' of one PE's source, of one block for alltoall";
    }

    @Override
    public int unit(SuiteSettings settings) {
        return 1;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
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
        SymLongs even = b.sh.longs(room);
        SymLongs odd = b.sh.longs(room);
        int me = b.sh.myPe();
        int npes = b.sh.nPes();
        Destinations.fill(src.local(), SuiteSettings.ElementType.LONG, me);
        var results = new Destinations<>(even, even.local(), odd, odd.local(), SuiteSettings.ElementType.LONG, me);
        Team world = b.sh.world();
        var best = new LinkedHashMap<String, Result>();
        int rounds = b.where.virtual() ? 1 : b.settings.quick() ? QUICK_ROUNDS : ROUNDS;
        for (int round = 0; round < rounds; round++) {
            COMPARED.forEach((collective, names) -> {
                for (String algorithm : with(names, "auto")) {
                    world.algorithm(collective, algorithm);
                    String variant = collective.name().toLowerCase(Locale.ROOT) + "/" + algorithm;
                    b.sh.syncAll();
                    boolean all = collective == Collective.FCOLLECT || collective == Collective.ALLTOALL;
                    results.blocks(all ? npes : 1)
                            .expect(bytes -> k -> expected(collective, me, npes, bytes / Long.BYTES, k));
                    LongFunction<Case> row = bytes -> Case.collective(name(), variant, "auto")
                            .bytes(bytes)
                            .moves(bytes);
                    LongFunction<Batch> calls = bytes -> n -> {
                        for (int i = 0; i < n; i++) call(collective, world, results.next(), src, bytes / Long.BYTES);
                    };
                    b.warmUp(sizes, row, calls);
                    for (long bytes : sizes) {
                        Result result = b.checked(row.apply(bytes), calls.apply(bytes), results, bytes);
                        if (result != null) best.merge(result.key(), result, Algorithms::faster);
                    }
                }
            });
        }
        for (Result one : best.values()) {
            var marks = new ArrayList<>(one.marks());
            if (rounds > 1) marks.add("fastest of " + rounds + " rounds");
            b.row(one.change().marks(marks).made());
        }
        odd.free();
        even.free();
        src.free();
    }

    private static List<String> with(List<String> names, String another) {
        return Stream.concat(names.stream(), Stream.of(another)).toList();
    }

    private static Result faster(Result a, Result b) {
        return a.time().median() <= b.time().median() ? a : b;
    }

    private static double expected(Collective collective, int me, int npes, long count, long k) {
        return switch (collective) {
            case REDUCE -> Destinations.sum(npes, k);
            case SCAN -> Destinations.sum(me + 1, k);
            case BROADCAST -> me == 0 ? Double.NaN : Destinations.value(0, k);
            case FCOLLECT -> Destinations.value((int) (k / count), k % count);
            default -> Destinations.value((int) (k / count), me * count + k % count);
        };
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
