// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jshmem.Collective;
import org.jshmem.Op;
import org.jshmem.SymArray;
import org.jshmem.SymNumbers;
import org.jshmem.Team;

/// The collective operations that the suite measures, and their calls.
public enum MeasuredCollective {
    BROADCAST(Collective.BROADCAST, "broadcast from PE 0 and a sync, without which the root would run ahead"),
    SCATTER(Collective.SCATTER, "scatter of n bytes to each PE from PE 0"),
    COLLECT(Collective.COLLECT, "collect of n bytes from each PE; MB/s count what arrives at one PE"),
    FCOLLECT(Collective.FCOLLECT, "fcollect of n bytes from each PE; MB/s count what arrives at one PE"),
    GATHER(Collective.GATHER, "gather of n bytes from each PE at PE 0; MB/s count what arrives there"),
    ALLTOALL(Collective.ALLTOALL, "alltoall of n bytes to each PE; MB/s count what arrives at one PE"),
    ALLTOALLV(Collective.ALLTOALLV, "alltoallv of n bytes to each PE; MB/s count what arrives at one PE"),
    ALLTOALLS(
            Collective.ALLTOALLS,
            "alltoalls of n bytes to each PE, every other long; MB/s count what arrives at one PE"),
    INSCAN(Collective.SCAN, "inclusive scan, sums of longs"),
    EXSCAN(Collective.SCAN, "exclusive scan, sums of longs"),
    REDUCE(Collective.REDUCE, "sum over all PEs; --sizes counts elements of --type; MB/s are bytes of the source"),
    REDUCE_ROOT(Collective.REDUCE, "sum at PE 0; --sizes counts elements of --type; MB/s are bytes of the source");

    private static final int STRIDE = 2;

    private final Collective collective;
    final String about;

    MeasuredCollective(Collective collective, String about) {
        this.collective = collective;
        this.about = about;
    }

    /// The name under which the library chooses its algorithm.
    public Collective collective() {
        return collective;
    }

    /// Whether sizes count elements of `--type`.
    boolean sums() {
        return compareTo(REDUCE) >= 0;
    }

    /// Whether its elements are longs. Otherwise they are bytes.
    boolean ofWords() {
        return compareTo(ALLTOALLS) >= 0;
    }

    /// The blocks of n bytes that arrive at one PE.
    int arriving(int npes) {
        return compareTo(COLLECT) >= 0 && compareTo(ALLTOALLS) <= 0 ? npes : 1;
    }

    /// The blocks of n bytes in the source.
    int source(int npes) {
        return this == ALLTOALL || this == ALLTOALLV || this == SCATTER ? npes : this == ALLTOALLS ? STRIDE * npes : 1;
    }

    /// The blocks of n bytes in the destination, gaps included.
    int destination(int npes) {
        return stride() * arriving(npes);
    }

    /// The distance of the elements of a block.
    int stride() {
        return this == ALLTOALLS ? STRIDE : 1;
    }

    boolean arrivesAt(int pe) {
        return this != GATHER && this != REDUCE_ROOT || pe == 0;
    }

    /// The value in a block of the destination, where each PE's source has one value.
    double expected(IntToDoubleFunction value, int block, int me, int npes) {
        return switch (this) {
            case BROADCAST, SCATTER -> value.applyAsDouble(0);
            case COLLECT, FCOLLECT, GATHER, ALLTOALL, ALLTOALLV, ALLTOALLS -> value.applyAsDouble(block);
            case INSCAN -> IntStream.rangeClosed(0, me).mapToDouble(value).sum();
            case EXSCAN -> IntStream.range(0, me).mapToDouble(value).sum();
            case REDUCE, REDUCE_ROOT ->
                IntStream.range(0, npes).mapToDouble(value).sum();
        };
    }

    /// Calls the operation. Reductions and scans are called with arrays of numbers only.
    @SuppressWarnings({"unchecked", "rawtypes"})
    <S extends SymArray<?, S>> void call(Team world, S dst, S src, long count) {
        switch (this) {
            case COLLECT -> world.collect(dst, src, count);
            case FCOLLECT -> world.fcollect(dst, src, count);
            case ALLTOALL -> world.alltoall(dst, src, count);
            case ALLTOALLV -> {
                long[] counts = new long[world.nPes()];
                Arrays.fill(counts, count);
                world.alltoallv(dst, src, counts);
            }
            case GATHER -> world.gather(dst, src, count, 0);
            case SCATTER -> world.scatter(dst, src, count, 0);
            case ALLTOALLS -> world.alltoalls(dst, src, STRIDE, STRIDE, count);
            case BROADCAST -> {
                world.broadcast(dst, src, count, 0);
                world.sync(); // the root does not wait for the other PEs
            }
            case INSCAN -> world.inscan(Op.SUM, (SymNumbers) dst, (SymNumbers) src, count);
            case EXSCAN -> world.exscan(Op.SUM, (SymNumbers) dst, (SymNumbers) src, count);
            case REDUCE -> world.reduce(Op.SUM, (SymNumbers) dst, (SymNumbers) src, count);
            case REDUCE_ROOT -> world.reduce(Op.SUM, (SymNumbers) dst, (SymNumbers) src, count, 0);
        }
    }
}
