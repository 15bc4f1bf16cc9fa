// SPDX-License-Identifier: Apache-2.0
package org.jshmem.fidelity.baseline;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ObjLongConsumer;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.papers.message.Mpi;
import org.jshmem.papers.message.MpichMessages;
import org.jshmem.sim.JobSpec;
import org.jshmem.sim.SimTransport;
import org.jshmem.sim.Simulation;
import org.jshmem.sim.cost.Machine;

/// Times of the baselines as the published benchmarks measure them (R 5): the mean over calls that follow each other
/// at once, without a forced cache state between them. The first calls are not timed.
public final class Baselines {
    /*
     * The Intel MPI Benchmarks change the root round-robin: 8 roots in turn untimed, then the same roots timed.
     */
    private static final int TURNS = 8;

    private Baselines() {}

    /// Nanoseconds of MPI's broadcast.
    public static double mpiBroadcast(Machine m, int n, int bytes) {
        return mpi(m, n, bytes, TURNS, TURNS, (mpi, at) -> i -> mpi.broadcast(i % TURNS % n, at, bytes));
    }

    /// Nanoseconds of MPI's reduction of one word.
    public static double mpiReduction(Machine m, int n) {
        return mpi(
                m,
                n,
                3 * 64,
                TURNS,
                TURNS,
                (mpi, at) -> i -> mpi.reduce(i % TURNS % n, ElementType.LONG, at, at + 64, at + 128, 1));
    }

    /// Nanoseconds of MPI's sum of ints on all PEs: one untimed call, then the mean of `repeats`.
    public static double mpiAllreduce(Machine m, int n, int ints, int repeats) {
        long bytes = (4L * ints + 63) / 64 * 64;
        return mpi(
                m,
                n,
                3 * bytes,
                1,
                repeats,
                (mpi, at) -> i -> mpi.allreduce(ElementType.INT, at, at + bytes, at + 2 * bytes, ints));
    }

    /// Nanoseconds of MPI's barrier.
    public static double mpiBarrier(Machine m, int n) {
        return mpi(m, n, 0, TURNS, TURNS, (mpi, at) -> i -> mpi.barrier());
    }

    /// Nanoseconds of Intel's OpenMP barrier.
    public static double openMpBarrier(Machine m, int n) {
        return openMp(m, n, OpenMpBarrier::await);
    }

    /// Nanoseconds of a reduction of one word in Intel's OpenMP.
    public static double openMpReduction(Machine m, int n) {
        return openMp(m, n, (barrier, episode) -> barrier.sum(1, episode));
    }

    private static double openMp(Machine m, int n, ObjLongConsumer<OpenMpBarrier> call) {
        return mean(m, n, OpenMpBarrier.BYTES, 0, TURNS, TURNS, t -> {
            OpenMpBarrier barrier = new OpenMpBarrier(t, 0);
            return i -> call.accept(barrier, i + 1);
        });
    }

    /// `collective` returns the calls on one PE, numbered from 0, on data that begin at an offset.
    private static double mpi(
            Machine m, int n, long data, int first, int timed, BiFunction<Mpi, Long, IntConsumer> collective) {
        long at = MpichMessages.bytes(n);
        return mean(m, n, at, data, first, timed, t -> collective.apply(new Mpi(t, new MpichMessages(t, 0)), at));
    }

    /// Returns the nanoseconds from the first start of `timed` calls to their last end, divided by `timed`. The PEs
    /// meet before. Each PE's data lie after the library's `library` bytes, and are in its cache at first.
    private static double mean(
            Machine m, int n, long library, long data, int first, int timed, Function<SimTransport, IntConsumer> made) {
        long lines = library + (data + 63) / 64 * 64;
        // the copies and the polls of a message are loops inside the library
        JobSpec job = JobSpec.of(m.without("calls"), n, lines + OpenMpBarrier.BYTES);
        long[] start = new long[n];
        long[] end = new long[n];
        try (Simulation sim = new Simulation(job)) {
            for (int pe = 0; pe < n && data > 0; pe++) sim.force(pe, library, data, pe);
            sim.runOrThrow(t -> {
                IntConsumer call = made.apply(t);
                for (int i = 0; i < first; i++) call.accept(i);
                new OpenMpBarrier(t, lines).await(1);
                start[t.pe()] = t.picos();
                for (int i = 0; i < timed; i++) call.accept(first + i);
                end[t.pe()] = t.picos();
            });
        }
        return (Arrays.stream(end).max().orElseThrow()
                        - Arrays.stream(start).min().orElseThrow())
                / 1000.0
                / timed;
    }
}
