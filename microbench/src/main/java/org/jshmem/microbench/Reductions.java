// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymNumbers;
import org.jshmem.Team;

/// Sums over all PEs by each reduction algorithm in each access mode; every result is checked.
record Reductions() implements Test {
    /// What is measured where nothing is named.
    static final List<String> USUAL =
            List.of("flat", "rd", "bruck", "rsag", "ring", "tiled", "central", "pull", "auto");

    @Override
    public String name() {
        return "reduce";
    }

    @Override
    public String about() {
        return "sum over all PEs, one after the other; --sizes counts elements of --type; MB/s are bytes of the source";
    }

    @Override
    public int unit(Settings settings) {
        return settings.type().bytes;
    }

    @Override
    public long heap(Settings settings, long bytes, int npes) {
        return 3 * bytes + Buffers.SLACK;
    }

    @Override
    public void run(Bench b) {
        int width = b.settings.type().bytes;
        boolean bytes = b.settings.osu() != Osu.Columns.NONE; // OSU's sizes are bytes here too
        List<Long> counts = !bytes
                ? b.sizes(this)
                : b.sizes(this).stream()
                        .map(n -> Math.max(1, n / width))
                        .distinct()
                        .toList();
        switch (b.settings.type()) {
            case INT -> run(b, counts, b.sh::ints);
            case LONG -> run(b, counts, b.sh::longs);
            case FLOAT -> run(b, counts, b.sh::floats);
            case DOUBLE -> run(b, counts, b.sh::doubles);
        }
    }

    /// Allocates so many elements.
    @FunctionalInterface
    private interface Allocation<S> {
        S of(long n);
    }

    private <S extends SymNumbers<?, S>> void run(Bench b, List<Long> counts, Allocation<S> allocation) {
        int width = b.settings.type().bytes;
        S src = allocation.of(counts.getLast());
        S even = allocation.of(counts.getLast()); // alternating destinations, for the reason that Collectives gives
        S odd = allocation.of(counts.getLast());
        fill(b.settings.type(), src);
        b.floors.copies(this, counts.stream().map(n -> n * width).toList(), 1);
        Team world = b.sh.world();
        for (String algorithm : b.settings.algorithms()) {
            boolean chosen = algorithm.equals("auto");
            try {
                world.algorithm(Collective.REDUCE, algorithm);
            } catch (IllegalArgumentException e) {
                throw new Refusal("--algorithm " + algorithm + ": " + e.getMessage());
            }
            for (Access access : chosen ? List.of(Access.AUTO) : b.accesses()) {
                world.algorithm(Collective.REDUCE, algorithm);
                world.access(Collective.REDUCE, access);
                even.local().fill((byte) 0);
                b.sh.syncAll(); // so that no sum of the algorithm before is taken for one of this
                b.sweep(
                        counts,
                        count -> Case.collective(name(), algorithm, Case.name(access))
                                .bytes(count * width)
                                .moves(count * width)
                                .windowed(),
                        count -> n -> sums(world, even, odd, src, count, n));
                for (long count : counts) check(b, even, count);
            }
        }
        world.algorithm(Collective.REDUCE, "auto");
        world.access(Collective.REDUCE, Access.AUTO);
        odd.free();
        even.free();
        src.free();
    }

    private static <S extends SymNumbers<?, S>> void sums(Team world, S even, S odd, S src, long count, int n) {
        for (int i = 0; i < n; i++) world.reduce(Op.SUM, (i & 1) == 0 ? even : odd, src, count);
    }

    private static void fill(Settings.ElementType type, SymNumbers<?, ?> x) {
        MemorySegment own = x.local();
        for (long i = 0; i < x.length(); i++) {
            switch (type) {
                case INT -> own.setAtIndex(ValueLayout.JAVA_INT, i, 1);
                case LONG -> own.setAtIndex(ValueLayout.JAVA_LONG, i, 1);
                case FLOAT -> own.setAtIndex(ValueLayout.JAVA_FLOAT, i, 1);
                case DOUBLE -> own.setAtIndex(ValueLayout.JAVA_DOUBLE, i, 1);
            }
        }
    }

    /// A fast wrong sum is no result.
    private static void check(Bench b, SymNumbers<?, ?> sum, long count) {
        double last = switch (b.settings.type()) {
            case INT -> sum.local().getAtIndex(ValueLayout.JAVA_INT, count - 1);
            case LONG -> sum.local().getAtIndex(ValueLayout.JAVA_LONG, count - 1);
            case FLOAT -> sum.local().getAtIndex(ValueLayout.JAVA_FLOAT, count - 1);
            case DOUBLE -> sum.local().getAtIndex(ValueLayout.JAVA_DOUBLE, count - 1);
        };
        if (last != b.sh.nPes()) {
            throw new AssertionError("PE " + b.sh.myPe() + ": the sum of " + b.sh.nPes() + " ones is " + last);
        }
    }
}
