// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.util.SplittableRandom;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;

/// OSU's rates of atomics: each PE of the lower half calls an operation once on each of 500 elements of its partner.
final class OsuAtomics {
    private static final int MOST = 500;

    private final Shmem sh;
    private final OsuOutput out;
    private final int n;
    private final int half;
    private final int me;
    private final int pe;
    private final SymInts ints;
    private final SymLongs longs;
    private final SplittableRandom random;

    OsuAtomics(Shmem sh, OsuOptions options, OsuOutput out) {
        this.sh = sh;
        this.out = out;
        n = options.iterations(MOST);
        half = sh.nPes() / 2;
        me = sh.myPe();
        pe = me < half ? me + half : me - half;
        ints = sh.ints(2L * n); // one in each eight bytes, as the elements of OSU's union
        longs = sh.longs(n);
        random = new SplittableRandom(me);
    }

    /// A loop of one operation over all elements. Returns what makes the compiler keep its results.
    @FunctionalInterface
    private interface Loop {
        long run();
    }

    void run() {
        out.title("Atomic Operation Rate");
        out.atomicsColumns();
        if (me < half) for (int i = 0; i < n; i++) ints.put(2L * i, ints, 2L * i, 1, pe);
        ints();
        longs();
        longs.free();
        ints.free();
    }

    private void ints() {
        int value = random.nextInt(Integer.MAX_VALUE);
        row("int_fadd", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += ints.fetchAdd(2L * i, 1, pe);
            return sum;
        });
        row("int_finc", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += ints.fetchInc(2L * i, pe);
            return sum;
        });
        row("int_add", () -> {
            for (int i = 0; i < n; i++) ints.add(2L * i, value, pe);
            return 0;
        });
        row("int_inc", () -> {
            for (int i = 0; i < n; i++) ints.inc(2L * i, pe);
            return 0;
        });
        for (int i = 0; i < n; i++) ints.set(2L * i, me);
        row("int_cswap", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += ints.compareSwap(2L * i, pe, value, pe);
            return sum;
        });
        row("int_swap", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += ints.atomicSwap(2L * i, value, pe);
            return sum;
        });
        row("int_set", () -> {
            for (int i = 0; i < n; i++) ints.atomicSet(2L * i, 1, pe);
            return 0;
        });
        row("int_fetch", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += ints.atomicFetch(2L * i, pe);
            return sum;
        });
    }

    private void longs() {
        long value = random.nextInt(Integer.MAX_VALUE);
        row("longlong_fadd", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += longs.fetchAdd(i, 1, pe);
            return sum;
        });
        row("longlong_finc", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += longs.fetchInc(i, pe);
            return sum;
        });
        row("longlong_add", () -> {
            for (int i = 0; i < n; i++) longs.add(i, value, pe);
            return 0;
        });
        row("longlong_inc", () -> {
            for (int i = 0; i < n; i++) longs.inc(i, pe);
            return 0;
        });
        for (int i = 0; i < n; i++) longs.set(i, me);
        row("longlong_cswap", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += longs.compareSwap(i, pe, value, pe);
            return sum;
        });
        row("longlong_swap", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += longs.atomicSwap(i, value, pe);
            return sum;
        });
        row("longlong_set", () -> {
            for (int i = 0; i < n; i++) longs.atomicSet(i, 1, pe);
            return 0;
        });
        row("longlong_fetch", () -> {
            long sum = 0;
            for (int i = 0; i < n; i++) sum += longs.atomicFetch(i, pe);
            return sum;
        });
    }

    private void row(String operation, Loop loop) {
        sh.barrierAll();
        double rate = 0;
        double micros = 0;
        if (me < half) {
            long start = sh.nanoTime();
            long seen = loop.run();
            double nanos = sh.nanoTime() - start;
            if (seen == Long.MIN_VALUE) throw new AssertionError("an unlikely sum");
            rate = n * 1e3 / nanos;
            micros = nanos / 1e3 / n;
        }
        double rates = sh.world().reduce(Op.SUM, rate);
        double times = sh.world().reduce(Op.SUM, micros);
        out.atomic("shmem_" + operation, rates, times / half);
    }
}
