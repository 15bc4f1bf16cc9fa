// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// Tests of barrier, sync, and the transfer of a lock between all PEs.
public record Synchronisation(String name, Kind kind) implements Benchmark {

    public enum Kind {
        BARRIER,
        SYNC,
        LOCK
    }

    @Override
    public String about() {
        return switch (kind) {
            case BARRIER -> "barrierAll, one after the other";
            case SYNC -> "syncAll, one after the other";
            case LOCK ->
                "set and clear of one lock: by PE 0 alone, and by all PEs at once, where the time is from one"
                        + " holder to the next";
        };
    }

    @Override
    public void run(Runner r) {
        Shmem sh = r.sh;
        switch (kind) {
            case BARRIER ->
                r.measure(Row.of(name, "auto", "auto"), n -> {
                    for (int i = 0; i < n; i++) sh.barrierAll();
                });
            case SYNC ->
                r.measure(Row.of(name, "auto", "auto"), n -> {
                    for (int i = 0; i < n; i++) sh.syncAll();
                });
            case LOCK -> locks(r);
        }
    }

    private void locks(Runner r) {
        ShmemLock lock = r.sh.lock();
        Operation batch = n -> {
            for (int i = 0; i < n; i++) {
                lock.set();
                lock.clear();
            }
        };
        r.measure(Row.of(name, "uncontended", "auto").bytes(8), r.isFirst() ? batch : Operation.NONE);
        r.measure(Row.of(name, "contended", "auto").bytes(8).per(r.sh.nPes()), batch);
        lock.free();
    }
}
