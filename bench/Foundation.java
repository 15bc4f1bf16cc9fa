// SPDX-License-Identifier: Apache-2.0
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.Op;
import org.jshmem.Shmem;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;

/// The operations that everything else is made of, warm: PE 0 prints a line of each, its name and the nanoseconds of one
/// operation. `bench/foundation` runs it.
class Foundation {
    /// How long a loop runs at least. A number of rounds would be over before the compilers are at rest, the earlier the
    /// faster the first rounds are.
    private static final double SECONDS = 1;

    /// Rounds whose times count: the last ones.
    private static final int WARM = 13;

    /// A loop of `n` operations.
    private interface Loop {
        void run(int n);
    }

    private final Shmem sh;

    /// What loops of loads add up, so that the compiler keeps the loads.
    private static volatile long sum;

    private Foundation(Shmem sh) {
        this.sh = sh;
    }

    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> new Foundation(sh).measure());
    }

    private void measure() {
        int me = sh.myPe();
        int next = (me + 1) % sh.nPes();
        SymLongs box = sh.longs(1024);
        long[] array = new long[8];
        MemorySegment segment = Arena.global().allocate(64, 64);
        one("p", 10_000, n -> {
            for (int i = 0; i < n; i++) box.p(i & 1023, i, next);
        });
        one("p and quiet", 5_000, n -> {
            for (int i = 0; i < n; i++) {
                box.p(i & 1023, i, next);
                sh.quiet();
            }
        });
        one("g", 5_000, n -> {
            long s = 0;
            for (int i = 0; i < n; i++) s += box.g(i & 1023, next);
            sum = s;
        });
        one("fetchAdd", 10_000, n -> {
            for (int i = 0; i < n; i++) box.fetchAdd(3, 1, next);
        });
        one("compareSwap", 10_000, n -> {
            for (int i = 0; i < n; i++) box.compareSwap(5, i, i + 1, next);
        });
        one("put of an array of 64 B", 5_000, n -> {
            for (int i = 0; i < n; i++) box.put(8, array, 0, 8, next);
        });
        one("put of a segment of 64 B", 5_000, n -> {
            for (int i = 0; i < n; i++) box.put(8, segment, next);
        });
        SymLongs flag = sh.longs(1);
        long[] turn = {0};
        all("flag, there and back", 20_000, n -> {
            if (me > 1) return;
            for (int i = 0; i < n; i++) {
                long k = ++turn[0];
                if (me == 0) flag.p(0, k, 1);
                flag.waitUntil(0, Cmp.GE, k);
                if (me == 1) flag.p(0, k, 0);
            }
        });
        all("barrier", 20_000, n -> {
            for (int i = 0; i < n; i++) sh.barrierAll();
        });
        all("reduce of a value", 20_000, n -> {
            for (int i = 0; i < n; i++) sh.world().reduce(Op.SUM, 1.0);
        });
        SymDoubles part = sh.doubles(1);
        SymDoubles total = sh.doubles(1);
        all("reduce of an array of 1", 20_000, n -> {
            for (int i = 0; i < n; i++) sh.world().reduce(Op.SUM, total, part, 1);
        });
        all("allocate and free", 1_000, n -> {
            for (int i = 0; i < n; i++) sh.longs(8).free();
        });
    }

    /// Measures a loop of PE 0 that is over before the others, who wait for it, sleep. A store to a PE that sleeps also
    /// looks whether it concerns what the PE waits for; once that has happened, the compiled loop keeps the call that
    /// wakes the PE, and each `p` takes 2.5 to 3 ns instead of 0.8.
    private void one(String name, int n, Loop loop) {
        measure(name, n, k -> {
            if (sh.myPe() == 0) loop.run(k);
        });
    }

    /// Measures a loop that all PEs run.
    private void all(String name, int n, Loop loop) {
        measure(name, n, loop);
    }

    private void measure(String name, int n, Loop loop) {
        double[] nanos = new double[WARM];
        long begin = System.nanoTime();
        double seconds = 0;
        for (int r = 0; seconds < SECONDS || r < WARM; r++) {
            sh.barrierAll();
            long start = System.nanoTime();
            loop.run(n);
            nanos[r % WARM] = (System.nanoTime() - start) / (double) n;
            seconds = sh.world().reduce(Op.MIN, (System.nanoTime() - begin) * 1e-9);
        }
        Arrays.sort(nanos);
        if (sh.myPe() == 0) System.out.printf(Locale.ROOT, "%s\t%.3f%n", name, nanos[WARM / 2]);
    }
}
