// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.time.Duration;
import java.util.List;
import org.jshmem.ShmemLock;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Benchmark.Plain;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of barrier, sync, and the transfer of a lock between all PEs.
public final class Synchronisation {
    public static final List<Benchmark> MEETINGS = List.of(
            new Plain(
                    "barrier",
                    false,
                    "barrierAll, one after the other, and with a last PE that arrives late, whose time counts",
                    Synchronisation::barrier),
            new Plain("sync", false, "syncAll, one after the other", Synchronisation::sync));
    public static final Benchmark LOCK = new Plain(
            "lock",
            false,
            "set and clear of one lock: by PE 0 alone, and by all PEs at once, where the time is from one holder to the"
                    + " next",
            Synchronisation::lock);

    private static final long LATE = 10_000; // nanoseconds

    private Synchronisation() {}

    private static void barrier(Runner r) {
        r.measure(Row.of("barrier", "auto", "auto"), n -> {
            for (int i = 0; i < n; i++) r.sh.barrierAll();
        });
        int last = r.sh.nPes() - 1;
        r.measureEach(Row.of("barrier", "last PE 10 us late", "auto"), () -> {
            long arrives = r.sh.nanoTime() + LATE;
            if (r.sh.myPe() == last && r.where.virtual()) r.sh.sleep(Duration.ofNanos(LATE));
            while (r.sh.myPe() == last && r.sh.nanoTime() < arrives) Thread.onSpinWait();
            long start = r.sh.nanoTime();
            r.sh.barrierAll();
            return r.sh.myPe() == last ? r.sh.nanoTime() - start : -1;
        });
    }

    private static void sync(Runner r) {
        r.measure(Row.of("sync", "auto", "auto"), n -> {
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
