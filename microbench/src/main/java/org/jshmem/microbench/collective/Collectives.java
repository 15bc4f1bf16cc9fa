// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import java.util.List;
import java.util.function.LongFunction;
import org.jshmem.SymArray;
import org.jshmem.Team;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Destinations;
import org.jshmem.microbench.harness.OperandType;
import org.jshmem.microbench.harness.SuiteSettings;
import org.jshmem.microbench.harness.Test;

/// Tests of the collectives of the world team, by the algorithm that the library chooses.
public record Collectives(String name, MeasuredCollective operation) implements Test.Sized {

    @Override
    public String about() {
        return operation.about;
    }

    private boolean one() {
        return operation == MeasuredCollective.BROADCAST;
    }

    private int width() {
        return operation.ofWords() ? Long.BYTES : 1;
    }

    @Override
    public long heap(SuiteSettings settings, long bytes, int npes) {
        long blocks = operation.source(npes) + (one() ? 1L : 2L) * operation.destination(npes);
        return Buffers.SLACK + Math.multiplyExact(Math.max(width(), bytes), blocks);
    }

    private interface Call<S> {
        void of(Team world, S dst, S src, long count);
    }

    @Override
    public void run(Bench b) {
        if (operation.ofWords()) run(b, b.sh::longs, OperandType.LONG, operation::callOnLongs);
        else run(b, b.sh::mem, OperandType.BYTE, operation::call);
    }

    private <S extends SymArray<?, S>> void run(Bench b, LongFunction<S> allocate, OperandType type, Call<S> call) {
        List<Long> sizes = b.sizes(this, width());
        int npes = b.sh.nPes();
        int me = b.sh.myPe();
        int arriving = operation.arriving(npes);
        long last = sizes.getLast() / width();
        Team world = b.sh.world();
        try (var operands = new Destinations<>(
                b.sh, allocate, type, last * operation.source(npes), last * operation.destination(npes), one())) {
            operands.expect(
                    operation.destination(npes), bytes -> k -> operation.expected(me, npes, bytes / width(), k));
            b.floors.copies(this, sizes, arriving);
            b.sweep(
                    sizes,
                    bytes -> ChosenAlgorithm.of(name, operation.collective())
                            .bytes(bytes)
                            .moves(bytes * arriving)
                            .windowed(),
                    bytes -> batch(call, world, operands, bytes / width()),
                    operands);
        }
    }

    private static <S extends SymArray<?, S>> Batch batch(
            Call<S> call, Team world, Destinations<S> operands, long count) {
        S src = operands.source();
        return n -> {
            for (int i = 0; i < n; i++) call.of(world, operands.next(), src, count);
        };
    }
}
