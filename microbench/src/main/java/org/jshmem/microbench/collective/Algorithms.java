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
import org.jshmem.Team;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.OperandType;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.report.Result;

/// Test of each algorithm among which the library chooses, for each collective and over sizes.
public record Algorithms(String name) implements Test.Sized {
    /*
     * The algorithms take turns in rounds, because a disturbance of a second would otherwise decide between
     * them.
     */
    private static final int ROUNDS = 3;

    private static final int QUICK_ROUNDS = 2;

    /// The algorithms for memory that is loaded and stored; those that send messages over mailboxes are left
    /// out.
    public static final Map<MeasuredCollective, List<String>> COMPARED = new TreeMap<>(Map.of(
            MeasuredCollective.REDUCE, List.of("rd", "rsag", "tiled", "central", "pull"),
            MeasuredCollective.BROADCAST, List.of("flat", "binomial", "scatter"),
            MeasuredCollective.FCOLLECT, List.of("linear"),
            MeasuredCollective.ALLTOALL, List.of("linear"),
            MeasuredCollective.INSCAN, List.of("linear")));

    @Override
    public String about() {
        return "each algorithm of reduce, broadcast, fcollect, alltoall and scan, and the library's own choice, in"
                + " turn; the fastest of 3 rounds; 'bytes' of one PE's source, of one block for alltoall";
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return 3 * Math.max(Long.BYTES, bytes) * npes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this, Long.BYTES);
        long room = sizes.getLast() / Long.BYTES * b.sh.nPes();
        int me = b.sh.myPe();
        int npes = b.sh.nPes();
        Team world = b.sh.world();
        var best = new LinkedHashMap<String, Result>();
        int rounds = b.where.virtual() ? 1 : b.settings.quick ? QUICK_ROUNDS : ROUNDS;
        try (var operands = new Destinations<>(b.sh, b.sh::longs, OperandType.LONG, room, room, false)) {
            for (int round = 0; round < rounds; round++) {
                COMPARED.forEach((operation, names) -> {
                    operands.expect(
                            operation.destination(npes),
                            bytes -> k -> operation.expected(me, npes, bytes / Long.BYTES, k));
                    for (String algorithm :
                            Stream.concat(names.stream(), Stream.of("auto")).toList()) {
                        world.algorithm(operation.collective(), algorithm);
                        b.sh.syncAll();
                        LongFunction<Case> row = bytes -> Case.collective(name, variant(operation, algorithm), "auto")
                                .bytes(bytes)
                                .moves(bytes);
                        LongFunction<Batch> calls = bytes -> n -> {
                            for (int i = 0; i < n; i++)
                                operation.callOnLongs(world, operands.next(), operands.source(), bytes / Long.BYTES);
                        };
                        b.warmUp(sizes, row, calls);
                        for (long bytes : sizes) {
                            Result result = b.checked(row.apply(bytes), calls.apply(bytes), operands, bytes);
                            if (result != null) best.merge(result.key(), result, Result::faster);
                        }
                    }
                });
            }
        }
        for (Result one : best.values()) {
            var marks = new ArrayList<>(one.marks());
            if (rounds > 1) marks.add("fastest of " + rounds + " rounds");
            b.out.row(one.change().marks(marks).made());
        }
    }

    /// The variant in the rows of an algorithm.
    public static String variant(MeasuredCollective operation, String algorithm) {
        return operation.collective().name().toLowerCase(Locale.ROOT) + "/" + algorithm;
    }
}
