// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymNumbers;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.OperandType;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;
import org.jshmem.rehearsal.InvalidArguments;

/// Test of sums over all PEs by each reduction algorithm in each access mode. After each row, every element of its
/// sums is compared.
public record ReductionModes(String name) implements Test {
    /// The algorithms of the default set: those that the library chooses.
    public static final List<String> CHOSEN = List.of("rd", "rsag", "tiled", "central", "pull", "auto");

    /// The algorithms of a run of this test without `--algorithm`.
    public static final List<String> USUAL =
            List.of("flat", "rd", "bruck", "rsag", "ring", "tiled", "central", "pull", "auto");

    @Override
    public String about() {
        return "sum over all PEs, one after the other; --sizes counts elements of --type; MB/s are bytes of the source";
    }

    @Override
    public int unit(SuiteSettings settings) {
        return settings.type.bytes;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        return 3 * bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        List<Long> counts = b.sizes(this);
        switch (b.settings.type) {
            case BYTE -> throw new AssertionError("bytes are not summed");
            case INT -> run(b, counts, b.sh::ints);
            case LONG -> run(b, counts, b.sh::longs);
            case FLOAT -> run(b, counts, b.sh::floats);
            case DOUBLE -> run(b, counts, b.sh::doubles);
        }
    }

    private <S extends SymNumbers<?, S>> void run(Bench b, List<Long> counts, LongFunction<S> allocate) {
        OperandType type = b.settings.type;
        int width = type.bytes;
        int npes = b.sh.nPes();
        List<Long> sizes = counts.stream().map(n -> n * width).toList();
        Team world = b.sh.world();
        try (var sums = new Destinations<>(b.sh, allocate, type, counts.getLast(), counts.getLast(), false)) {
            sums.expect(1, bytes -> k -> Destinations.sum(npes, k));
            b.floors.copies(this, sizes, 1);
            for (String algorithm : b.settings.algorithms) {
                for (Access access : algorithm.equals("auto") ? List.of(Access.AUTO) : b.accesses()) {
                    world.algorithm(Collective.REDUCE, algorithm);
                    world.access(Collective.REDUCE, access);
                    b.sh.syncAll(); // so that a sum of the previous algorithm is not taken for one of this
                    b.sweep(
                            sizes,
                            bytes -> Case.collective(name, algorithm, Case.name(access))
                                    .bytes(bytes)
                                    .moves(bytes)
                                    .windowed(),
                            bytes -> n -> {
                                for (int i = 0; i < n; i++)
                                    world.reduce(Op.SUM, sums.next(), sums.source(), bytes / width);
                            },
                            sums);
                }
            }
            world.algorithm(Collective.REDUCE, "auto");
            world.access(Collective.REDUCE, Access.AUTO);
        }
    }

    /// Refuses an algorithm that the library does not have.
    public static void known(Team world, List<String> algorithms) {
        for (String algorithm : algorithms) {
            try {
                world.algorithm(Collective.REDUCE, algorithm);
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments("--algorithm " + algorithm + ": " + e.getMessage());
            } finally {
                world.algorithm(Collective.REDUCE, "auto");
            }
        }
    }
}
