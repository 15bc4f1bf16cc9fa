// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymArray;

/// Random puts and gets of one kind of array.
/*
 * In each round every PE writes to its own column of other PEs' arrays, so that no two writers meet; every PE replays what
 * all of them do on a model of all memories, and compares after the barrier: its own memory whole, other PEs' by gets.
 */
final class RandomTransfers<A, S extends SymArray<A, S>> {
    private static final int STEPS = 12;

    /// Elements of every array that one writer has for itself.
    static final int COLUMN = 48;

    private final Shmem sh;
    private final ElementKind<A, S> kind;
    private final long seed;
    private final S mine;
    private final S source;
    private final Object[] model;
    private final Signal signal;
    private long signals;

    RandomTransfers(Shmem sh, ElementKind<A, S> kind, long seed) {
        this.sh = sh;
        this.kind = kind;
        this.seed = seed;
        this.mine = kind.make().apply(sh, (long) sh.nPes() * COLUMN);
        this.source = kind.make().apply(sh, (long) COLUMN);
        this.signal = sh.signal();
        this.model = new Object[sh.nPes()];
        for (int pe = 0; pe < model.length; pe++) model[pe] = kind.array((int) mine.length());
    }

    void run(int rounds) {
        SplittableRandom root = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            for (int writer = 0; writer < sh.nPes(); writer++) write(root.split(), writer);
            sh.barrierAll();
            assertEquals(signals, signal.fetch(), at(round));
            A whole = kind.array((int) mine.length());
            mine.get(whole, sh.myPe());
            assertTrue(Objects.deepEquals(model[sh.myPe()], whole), at(round) + ": own memory");
            for (int step = 0; step < STEPS; step++) read(root.split(), at(round));
            sh.barrierAll();
        }
    }

    private String at(int round) {
        return "PE %d/%d, %s, seed %d, round %d".formatted(sh.myPe(), sh.nPes(), kind.name(), seed, round);
    }

    private void write(SplittableRandom random, int writer) {
        boolean me = writer == sh.myPe();
        for (int s = 0; s < STEPS; s++) {
            Step step = Step.of(random, sh.nPes(), writer);
            A from = kind.array(COLUMN);
            for (int i = 0; i < COLUMN; i++) kind.set(from, i, random.nextInt() * 0x1_0001_0001L);
            step.put(from, model[step.pe]);
            if (step.way == 3 && step.pe == sh.myPe()) signals++;
            if (me) put(step, from);
            if (me) sh.fence(); // a later step may go to the same place
        }
    }

    private void put(Step s, A from) {
        MemorySegment all = kind.segment(from);
        source.put(from, sh.myPe());
        switch (s.way) {
            case 0 -> mine.put(s.at, from, s.from, s.n, s.pe);
            case 1 -> mine.putNbi(s.at, from, s.from, s.n, s.pe);
            case 2 -> mine.put(s.at, part(all, s), s.pe);
            case 3 -> mine.putSignal(s.at, from, s.from, s.n, signal, 1, SignalOp.ADD, s.pe);
            case 4 -> mine.put(s.at, source, s.from, s.n, s.pe);
            case 5 -> {
                MemorySegment there = mine.ptr(s.pe);
                if (there == null) mine.put(s.at, part(all, s), s.pe);
                else {
                    sh.quiet(); // a fence does not hold own stores back behind puts that are under way
                    bytes(there, s.at, s.n).copyFrom(part(all, s));
                }
            }
            case 6 -> {
                try (Arena arena = Arena.ofConfined()) {
                    mine.put(s.at, part(arena.allocate(all.byteSize(), 8).copyFrom(all), s), s.pe);
                }
            }
            case 7 -> mine.putNbi(s.at, part(all, s), s.pe);
            case 8 -> {
                mine.putNbi(s.at, source, s.from, s.n, s.pe);
                sh.quiet(); // the next step may write the source
            }
            case 9 -> mine.iput(s.at, s.stride, from, s.from, s.fromStride, s.blocks, s.pe);
            case 10 -> mine.ibput(s.at, s.stride, from, s.from, s.fromStride, s.n, s.blocks, s.pe);
            case 11 -> mine.ibput(s.at, s.stride, all, s.from, s.fromStride, s.n, s.blocks, s.pe);
            default -> mine.ibput(s.at, s.stride, source, s.from, s.fromStride, s.n, s.blocks, s.pe);
        }
    }

    private void read(SplittableRandom random, String where) {
        Step s = Step.of(random, sh.nPes(), random.nextInt(sh.nPes()));
        A want = kind.array(COLUMN);
        A got = kind.array(COLUMN);
        s.get(model[s.pe], want);
        MemorySegment all = kind.segment(got);
        source.put(got, sh.myPe());
        switch (s.way) {
            case 0 -> mine.get(s.at, got, s.from, s.n, s.pe);
            case 1 -> mine.getNbi(s.at, got, s.from, s.n, s.pe);
            case 2 -> mine.get(s.at, part(all, s), s.pe);
            case 3 -> mine.slice(s.at, s.n).get(0, got, s.from, s.n, s.pe);
            case 4 -> mine.get(s.at, source, s.from, s.n, s.pe);
            case 5 -> {
                MemorySegment there = mine.ptr(s.pe);
                if (there == null) mine.get(s.at, part(all, s), s.pe);
                else part(all, s).copyFrom(bytes(there, s.at, s.n));
            }
            case 6 -> {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment to = part(arena.allocate(all.byteSize(), 8), s);
                    mine.get(s.at, to, s.pe);
                    part(all, s).copyFrom(to);
                }
            }
            case 7 -> mine.getNbi(s.at, part(all, s), s.pe);
            case 8 -> mine.getNbi(s.at, source, s.from, s.n, s.pe);
            case 9 -> mine.iget(s.at, s.stride, got, s.from, s.fromStride, s.blocks, s.pe);
            case 10 -> mine.ibget(s.at, s.stride, got, s.from, s.fromStride, s.n, s.blocks, s.pe);
            case 11 -> mine.ibget(s.at, s.stride, all, s.from, s.fromStride, s.n, s.blocks, s.pe);
            default -> mine.ibget(s.at, s.stride, source, s.from, s.fromStride, s.n, s.blocks, s.pe);
        }
        sh.quiet();
        if (Set.of(4, 8, 12).contains(s.way)) source.get(got, sh.myPe());
        assertTrue(Objects.deepEquals(want, got), () -> where + ": " + s);
    }

    private MemorySegment part(MemorySegment array, Step s) {
        return bytes(array, s.from, s.n);
    }

    private MemorySegment bytes(MemorySegment elements, long from, long n) {
        return elements.asSlice(from * kind.bytes(), n * kind.bytes());
    }

    /// One transfer: `blocks` blocks of `n` elements between a column of a symmetric array and a private array.
    private record Step(int way, int pe, int at, int stride, int from, int fromStride, int n, int blocks) {
        private static final int WAYS = 13;
        private static final int STRIDED = 9; // ways from here on use the strides, and those after it blocks

        static Step of(SplittableRandom random, int npes, int column) {
            int way = random.nextInt(WAYS);
            int blocks = way > STRIDED ? random.nextInt(4) : 1;
            int count = way == STRIDED ? random.nextInt(6) : 1;
            int n = way > STRIDED ? random.nextInt(4) : way == STRIDED ? 1 : random.nextInt(COLUMN / 2);
            int most = COLUMN / 2 / 6;
            int stride = Math.max(n, 1 + random.nextInt(most));
            int fromStride = Math.max(n, 1 + random.nextInt(most));
            int at = column * COLUMN + random.nextInt(COLUMN / 2);
            return new Step(
                    way, random.nextInt(npes), at, stride, random.nextInt(COLUMN / 2), fromStride, n, count * blocks);
        }

        /// Copies what a put of this step copies.
        void put(Object from, Object to) {
            for (int b = 0; b < blocks; b++) {
                System.arraycopy(from, this.from + b * fromStride, to, at + b * stride, n);
            }
        }

        /// Copies what a get of this step copies.
        void get(Object from, Object to) {
            for (int b = 0; b < blocks; b++) {
                System.arraycopy(from, at + b * stride, to, this.from + b * fromStride, n);
            }
        }
    }
}
