// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.SymArray;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.Team;
import org.jshmem.collective.algorithm.AlgorithmNames;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.microbench.runner.SuiteOptions;
import org.jshmem.rehearsal.InvalidArguments;
import org.jshmem.report.Result.Row;

/// A collective of the world team: by each algorithm of `--algorithm` in each access mode, or as the library chooses.
///
/// Its destinations alternate. When a PE enters operation k + 2, all PEs have left operation k, since a PE leaves k
/// + 1 only after all have entered it. Two destinations are therefore enough for operations that follow each other
/// without a barrier.
public record Collectives(MeasuredCollective operation) implements Benchmark {
    /// The name of the algorithm that the library chooses.
    static final String CHOSEN = "auto";

    @Override
    public String name() {
        return operation.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String about() {
        return operation.about;
    }

    @Override
    public Collective collective() {
        return operation.collective();
    }

    private String type(SuiteOptions options) {
        return operation.sums() ? options.type : operation.ofWords() ? "long" : "byte";
    }

    /// Sizes of reductions count elements.
    @Override
    public int unit(SuiteOptions options) {
        return operation.sums() ? SuiteOptions.bytes(options.type) : 1;
    }

    private int destinations() {
        return operation == MeasuredCollective.BROADCAST ? 1 : 2;
    }

    @Override
    public long heap(SuiteOptions options, long bytes, int npes) {
        long blocks = operation.source(npes) + (long) destinations() * operation.destination(npes);
        return PairBuffers.SLACK + Math.multiplyExact(Math.max(SuiteOptions.bytes(type(options)), bytes), blocks);
    }

    @Override
    public void run(Runner r) {
        switch (type(r.options)) {
            case "int" -> run(r, r.sh::ints, (a, i, x) -> a.set(i, (int) x), SymInts::get);
            case "long" -> run(r, r.sh::longs, (a, i, x) -> a.set(i, (long) x), SymLongs::get);
            case "float" -> run(r, r.sh::floats, (a, i, x) -> a.set(i, (float) x), SymFloats::get);
            case "double" -> run(r, r.sh::doubles, SymDoubles::set, SymDoubles::get);
            default ->
                run(
                        r,
                        r.sh::mem,
                        (a, i, x) -> a.local().set(ValueLayout.JAVA_BYTE, i, (byte) x),
                        (a, i) -> a.local().get(ValueLayout.JAVA_BYTE, i));
        }
    }

    private <S extends SymArray<?, S>> void run(
            Runner r, LongFunction<S> allocate, FreshBlocks.Set<S> set, FreshBlocks.Get<S> get) {
        int width = SuiteOptions.bytes(type(r.options));
        int unit = unit(r.options);
        List<Long> sizes =
                r.sizes(this, unit == 1 ? width : 1).stream().map(n -> n * unit).toList();
        int npes = r.sh.nPes();
        long last = sizes.getLast() / width;
        Team world = r.sh.world();
        Collective collective = operation.collective();
        S src = allocate.apply(last * operation.source(npes));
        S even = allocate.apply(last * operation.destination(npes));
        S odd = destinations() == 1 ? even : allocate.apply(last * operation.destination(npes));
        for (String algorithm : algorithms(r.options, collective)) {
            for (Access access : algorithm.equals(CHOSEN) ? List.of(Access.AUTO) : r.accesses()) {
                world.algorithm(collective, algorithm);
                world.access(collective, access);
                r.sh.syncAll(); // so that a call of the previous algorithm is not taken for one of this
                r.sweep(
                        sizes,
                        bytes -> Row.of(name(), algorithm, Runner.name(access))
                                .bytes(bytes)
                                .moved(bytes * operation.arriving(npes)),
                        true,
                        bytes -> calls(world, even, odd, src, bytes / width),
                        new FreshBlocks<>(r.sh, operation, width, even, odd, src, set, get));
            }
        }
        world.algorithm(collective, CHOSEN);
        world.access(collective, Access.AUTO);
        if (odd != even) odd.free();
        r.sh.freeAll(even, src);
    }

    private <S extends SymArray<?, S>> Operation calls(Team world, S even, S odd, S src, long count) {
        boolean[] turn = new boolean[1];
        return n -> {
            for (int i = 0; i < n; i++) operation.call(world, (turn[0] ^= true) ? odd : even, src, count);
        };
    }

    /// The algorithms of a collective that `--algorithm` names.
    static List<String> algorithms(SuiteOptions options, Collective collective) {
        if (options.algorithms.isEmpty()) return List.of(CHOSEN);
        return options.algorithms.equals(List.of("all")) ? AlgorithmNames.names(collective) : options.algorithms;
    }

    /// Refuses an algorithm that the library does not have for the collective of a benchmark.
    public static void check(Benchmark benchmark, SuiteOptions options, Team world) {
        Collective collective = benchmark.collective();
        for (String algorithm : collective == null ? List.<String>of() : algorithms(options, collective)) {
            try {
                world.algorithm(collective, algorithm);
            } catch (IllegalArgumentException e) {
                throw new InvalidArguments("--algorithm " + algorithm + ": " + e.getMessage());
            } finally {
                world.algorithm(collective, CHOSEN);
            }
        }
    }
}
