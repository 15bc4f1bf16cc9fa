// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.jshmem.Collective;
import org.jshmem.ShmemLock;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Benchmark.Plain;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of barrier, sync, and the transfer of a lock between all PEs.
public final class Synchronisation {
    public static final List<Benchmark> MEETINGS = List.of(
            new Meeting(
                    Collective.BARRIER,
                    "barrierAll, one after the other, and with a last PE that arrives late, whose time counts",
                    Synchronisation::barrier),
            new Meeting(Collective.SYNC, "syncAll, one after the other", Synchronisation::sync));
    public static final Benchmark LOCK = new Plain(
            "lock",
            false,
            "set and clear of one lock: by PE 0 alone, and by all PEs at once, where the time is from one holder to the"
                    + " next",
            Synchronisation::lock);

    private static final long LATE = 10_000; // nanoseconds
    private static final String LATE_PE = "last PE 10 us late";

    private Synchronisation() {}

    /// A benchmark of a collective without data: by each algorithm of `--algorithm`, or as the library chooses.
    private record Meeting(Collective collective, String about, BiConsumer<Runner, String> body) implements Benchmark {
        @Override
        public String name() {
            return collective.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public void run(Runner r) {
            for (String algorithm : Collectives.algorithms(r.options, collective)) {
                use(r, algorithm);
                body.accept(r, algorithm);
            }
            use(r, Collectives.CHOSEN);
        }

        private void use(Runner r, String algorithm) {
            if (Collectives.algorithms(r.options, collective).equals(List.of(Collectives.CHOSEN))) return;
            r.sh.world().algorithm(collective, algorithm);
            r.sh.syncAll(); // so that a call of the previous algorithm is not taken for one of this
        }
    }

    private static void barrier(Runner r, String algorithm) {
        r.measure(Row.of("barrier", algorithm, "auto"), n -> {
            for (int i = 0; i < n; i++) r.sh.barrierAll();
        });
        int last = r.sh.nPes() - 1;
        String late = algorithm.equals(Collectives.CHOSEN) ? LATE_PE : algorithm + ", " + LATE_PE;
        r.measureEach(Row.of("barrier", late, "auto"), () -> {
            long arrives = r.sh.nanoTime() + LATE;
            if (r.sh.myPe() == last && r.where.virtual()) r.sh.sleep(Duration.ofNanos(LATE));
            while (r.sh.myPe() == last && r.sh.nanoTime() < arrives) Thread.onSpinWait();
            long start = r.sh.nanoTime();
            r.sh.barrierAll();
            return r.sh.myPe() == last ? r.sh.nanoTime() - start : -1;
        });
    }

    private static void sync(Runner r, String algorithm) {
        r.measure(Row.of("sync", algorithm, "auto"), n -> {
            for (int i = 0; i < n; i++) r.sh.syncAll();
        });
    }

    private static void lock(Runner r) {
        ShmemLock lock = r.sh.lock();
        Operation batch = n -> {
            for (int i = 0; i < n; i++) {
                lock.set();
                lock.clear();
            }
        };
        r.measure(Row.of("lock", "uncontended", "auto").bytes(8), r.isFirst() ? batch : Operation.NONE);
        r.measure(Row.of("lock", "contended", "auto").bytes(8).per(r.sh.nPes()), batch);
        lock.free();
    }
}
