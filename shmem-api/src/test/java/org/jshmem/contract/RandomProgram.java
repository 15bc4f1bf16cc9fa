// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.jshmem.Shmem;
import org.jshmem.SymArray;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;

/// Random puts, gets and atomics of one element kind against a model in plain arrays.
///
/// Every PE owns a section of every PE's copy and is the only one that touches it, so that each can keep a model
/// of what it wrote, while all of them are busy at once.
final class RandomProgram<A, S extends SymArray<A, S>> {
    private static final int SECTION = 64;

    private final Shmem sh;
    private final ElementKind<A, S> kind;
    private final Random random;
    private final S x;
    private final S own;
    private final A[] model;
    private final int base;

    @SuppressWarnings("unchecked") // an array of A
    RandomProgram(Shmem sh, ElementKind<A, S> kind, long seed) {
        this.sh = sh;
        this.kind = kind;
        this.random = new Random(seed + sh.myPe());
        this.x = kind.make().apply(sh, (long) SECTION * sh.nPes());
        this.own = kind.make().apply(sh, (long) SECTION);
        this.model = (A[]) new Object[sh.nPes()];
        for (int pe = 0; pe < model.length; pe++) model[pe] = kind.array(SECTION);
        this.base = SECTION * sh.myPe();
    }

    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            int pe = random.nextInt(sh.nPes());
            int n = random.nextInt(SECTION / 2);
            int i = random.nextInt(SECTION - n);
            write(random.nextInt(8), pe, i, n);
            sh.quiet();
            read(random.nextInt(4), random.nextInt(sh.nPes()));
        }
        sh.barrierAll();
        for (int pe = 0; pe < model.length; pe++) read(0, pe);
        x.free();
        own.free();
    }

    private void write(int form, int pe, int i, int n) {
        A data = kind.numbers(random, SECTION);
        int from = random.nextInt(SECTION - n);
        switch (form) {
            case 0 -> x.put(base + i, data, from, n, pe);
            case 1 ->
                x.putNbi(base + i, kind.segment(data).asSlice((long) from * kind.bytes(), (long) n * kind.bytes()), pe);
            case 2 -> {
                own.put(data, sh.myPe());
                x.put(base + i, own, from, n, pe);
            }
            case 3 -> x.slice(base, SECTION).putNbi(i, data, from, n, pe);
            case 4 -> {
                int stride = 1 + random.nextInt(3);
                int count = (n + stride - 1) / stride;
                x.iput(base + i, stride, data, from, stride, count, pe);
                for (int k = 0; k < count; k++) System.arraycopy(data, from + k * stride, model[pe], i + k * stride, 1);
                return;
            }
            case 5 -> {
                int block = 1 + random.nextInt(4);
                int count = n / block;
                x.ibput(base + i, block, data, from, block, block, count, pe);
                System.arraycopy(data, from, model[pe], i, count * block);
                return;
            }
            case 6 -> {
                MemorySegment there = x.ptr(pe);
                MemorySegment what = kind.segment(data).asSlice((long) from * kind.bytes(), (long) n * kind.bytes());
                if (there == null) x.put(base + i, what, pe);
                else
                    there.asSlice((long) (base + i) * kind.bytes(), what.byteSize())
                            .copyFrom(what);
            }
            default -> {
                atomics(pe, i);
                return;
            }
        }
        System.arraycopy(data, from, model[pe], i, n);
    }

    private void atomics(int pe, int i) {
        int v = random.nextInt(1000);
        if (x instanceof SymLongs l) {
            long[] m = (long[]) model[pe];
            assertEquals(m[i], l.fetchAdd(base + i, v, pe));
            m[i] += v;
            l.xor(base + i, v, pe);
            m[i] ^= v;
            assertEquals(m[i], l.compareSwap(base + i, m[i], ~m[i], pe));
            m[i] = ~m[i];
        } else if (x instanceof SymInts l) {
            int[] m = (int[]) model[pe];
            assertEquals(m[i], l.fetchAnd(base + i, v, pe));
            m[i] &= v;
            l.inc(base + i, pe);
            m[i]++;
            assertEquals(m[i], l.atomicSwap(base + i, -v, pe));
            m[i] = -v;
        }
    }

    private void read(int form, int pe) {
        A got = kind.array(SECTION);
        switch (form) {
            case 0 -> x.get(base, got, 0, SECTION, pe);
            case 1 -> x.getNbi(base, kind.segment(got), pe);
            case 2 -> {
                x.get(base, own, 0, SECTION, pe);
                own.get(got, sh.myPe());
            }
            default -> {
                for (int k = 0; k < 4; k++) x.iget(base + k, 4, got, k, 4, SECTION / 4, pe);
            }
        }
        sh.quiet();
        assertEquals(kind.values(model[pe]), kind.values(got), () -> kind.name() + " of PE " + pe);
    }
}
