// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.osu;

import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
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
    private final int skip;
    private final int half;

    OsuAtomics(Shmem sh, OsuOptions options, OsuOutput out) {
        this.sh = sh;
        this.out = out;
        n = options.iterations(MOST);
        skip = Math.min(n, options.skip(0));
        half = sh.nPes() / 2;
    }

    void run() {
        out.title("Atomic Operation Rate");
        out.atomicsColumns();
        int me = sh.myPe();
        int pe = me < half ? me + half : me - half;
        int value = new SplittableRandom(me).nextInt(Integer.MAX_VALUE);
        SymInts ints = sh.ints(2L * n); // one in each eight bytes, as the elements of OSU's union
        if (me < half) for (int i = 0; i < n; i++) ints.put(2L * i, ints, 2L * i, 1, pe);
        fetches("int_fadd", i -> ints.fetchAdd(2L * i, 1, pe));
        fetches("int_finc", i -> ints.fetchInc(2L * i, pe));
        updates("int_add", i -> ints.add(2L * i, value, pe));
        updates("int_inc", i -> ints.inc(2L * i, pe));
        for (int i = 0; i < n; i++) ints.set(2L * i, me);
        fetches("int_cswap", i -> ints.compareSwap(2L * i, pe, value, pe));
        fetches("int_swap", i -> ints.atomicSwap(2L * i, value, pe));
        updates("int_set", i -> ints.atomicSet(2L * i, 1, pe));
        fetches("int_fetch", i -> ints.atomicFetch(2L * i, pe));
        SymLongs longs = sh.longs(n);
        fetches("longlong_fadd", i -> longs.fetchAdd(i, 1, pe));
        fetches("longlong_finc", i -> longs.fetchInc(i, pe));
        updates("longlong_add", i -> longs.add(i, value, pe));
        updates("longlong_inc", i -> longs.inc(i, pe));
        for (int i = 0; i < n; i++) longs.set(i, me);
        fetches("longlong_cswap", i -> longs.compareSwap(i, pe, value, pe));
        fetches("longlong_swap", i -> longs.atomicSwap(i, value, pe));
        updates("longlong_set", i -> longs.atomicSet(i, 1, pe));
        fetches("longlong_fetch", i -> longs.atomicFetch(i, pe));
        sh.freeAll(ints, longs);
    }

    private void updates(String operation, IntConsumer update) {
        row(operation, count -> {
            for (int i = 0; i < count; i++) update.accept(i);
        });
    }

    private void fetches(String operation, IntToLongFunction fetch) {
        row(operation, count -> {
            long sum = 0;
            for (int i = 0; i < count; i++) sum += fetch.applyAsLong(i);
            if (sum == Long.MIN_VALUE) throw new AssertionError("an unlikely sum"); // the compiler keeps the results
        });
    }

    /// OSU's own program warms nothing up. With `-x` the JIT compiler sees the loop before it is timed.
    private void row(String operation, IntConsumer loop) {
        if (sh.myPe() < half) loop.accept(skip);
        sh.barrierAll();
        double nanos = 0;
        if (sh.myPe() < half) {
            long start = sh.nanoTime();
            loop.accept(n);
            nanos = sh.nanoTime() - start;
        }
        double rates = sh.world().reduce(Op.SUM, nanos == 0 ? 0 : n * 1e3 / nanos);
        double micros = sh.world().reduce(Op.SUM, nanos / 1e3 / n);
        out.atomic("shmem_" + operation, rates, micros / half);
    }
}
