// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.SymArray;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Destinations;
import org.jshmem.microbench.runner.OperandType;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result.Row;

/// A collective of the world team: by each algorithm of `--algorithm` in each access mode, or as the library chooses.
/// After each row, every element of its destinations is compared.
public record Collectives(MeasuredCollective operation) implements Benchmark {
    private static final String CHOSEN = "auto";

    @Override
    public String name() {
        return operation.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String about() {
        return operation.about;
    }

    private OperandType type(SuiteOptions options) {
        return operation == MeasuredCollective.REDUCE
                ? options.type
                : operation.ofWords() ? OperandType.LONG : OperandType.BYTE;
    }

    /// Sizes of reductions count elements.
    @Override
    public int unit(SuiteOptions options) {
        return operation == MeasuredCollective.REDUCE ? options.type.bytes : 1;
    }

    private int destinations() {
        return operation == MeasuredCollective.BROADCAST ? 1 : 2;
    }

    @Override
    public long heap(SuiteOptions options, long bytes, int npes) {
        long blocks = operation.source(npes) + (long) destinations() * operation.destination(npes);
        return PairBuffers.SLACK + Math.multiplyExact(Math.max(type(options).bytes, bytes), blocks);
    }

    @Override
    public void run(Runner r) {
        switch (type(r.options)) {
            case BYTE -> run(r, r.sh::mem);
            case INT -> run(r, r.sh::ints);
            case LONG -> run(r, r.sh::longs);
            case FLOAT -> run(r, r.sh::floats);
            case DOUBLE -> run(r, r.sh::doubles);
        }
    }

    private <S extends SymArray<?, S>> void run(Runner r, LongFunction<S> allocate) {
        OperandType type = type(r.options);
        int width = type.bytes;
        int unit = unit(r.options);
        List<Long> sizes =
                r.sizes(this, unit == 1 ? width : 1).stream().map(n -> n * unit).toList();
        int npes = r.sh.nPes();
        int me = r.sh.myPe();
        int arriving = operation.arriving(npes);
        long last = sizes.getLast() / width;
        Team world = r.sh.world();
        Collective collective = operation.collective();
        long from = last * operation.source(npes);
        long to = last * operation.destination(npes);
        try (var operands = new Destinations<>(r.sh, allocate, type, from, to, destinations())) {
            operands.expect(operation.destination(npes), bytes -> k -> operation.expected(me, npes, bytes / width, k));
            for (String algorithm : algorithms(r.options)) {
                for (Access access : algorithm.equals(CHOSEN) ? List.of(Access.AUTO) : r.accesses()) {
                    world.algorithm(collective, algorithm);
                    world.access(collective, access);
                    r.sh.syncAll(); // so that a call of the previous algorithm is not taken for one of this
                    r.sweep(
                            sizes,
                            bytes -> Row.of(name(), algorithm, Runner.name(access))
                                    .bytes(bytes)
                                    .moved(bytes * arriving),
                            bytes -> calls(world, operands, bytes / width),
                            operands);
                }
            }
            world.algorithm(collective, CHOSEN);
            world.access(collective, Access.AUTO);
        }
    }

    private <S extends SymArray<?, S>> Operation calls(Team world, Destinations<S> operands, long count) {
        S src = operands.source();
        return n -> {
            for (int i = 0; i < n; i++) operation.call(world, operands.next(), src, count);
        };
    }

    private List<String> algorithms(SuiteOptions options) {
        if (options.algorithms.isEmpty()) return List.of(CHOSEN);
        return options.algorithms.equals(List.of("all"))
                ? AlgorithmNames.names(operation.collective())
                : options.algorithms;
    }

    /// Refuses an algorithm that the library does not have for this collective.
    public void check(Team world, SuiteOptions options) {
        for (String algorithm : algorithms(options)) {
            try {
                world.algorithm(operation.collective(), algorithm);
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments("--algorithm " + algorithm + ": " + e.getMessage());
            } finally {
                world.algorithm(operation.collective(), CHOSEN);
            }
        }
    }
}
