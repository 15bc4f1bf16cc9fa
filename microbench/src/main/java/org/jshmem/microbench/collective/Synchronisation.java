// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.collective;

import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.Test;

/// Tests of barrier, sync, and the transfer of a lock between all PEs.
public record Synchronisation(String name, Kind kind) implements Test {

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
    public void run(Bench b) {
        b.floors.of(this, kind == Kind.LOCK ? Floors.Kind.PING_PONG : Floors.Kind.BARRIER);
        Shmem sh = b.sh;
        switch (kind) {
            case BARRIER ->
                together(b, Collective.BARRIER, n -> {
                    for (int i = 0; i < n; i++) sh.barrierAll();
                });
            case SYNC ->
                together(b, Collective.SYNC, n -> {
                    for (int i = 0; i < n; i++) sh.syncAll();
                });
            case LOCK -> locks(b);
        }
    }

    private void together(Bench b, Collective collective, Batch batch) {
        b.warmTogether(batch);
        b.measure(ChosenAlgorithm.of(name, collective).windowed(), batch);
    }

    private void locks(Bench b) {
        ShmemLock lock = b.sh.lock();
        Batch batch = n -> {
            for (int i = 0; i < n; i++) {
                lock.set();
                lock.clear();
            }
        };
        b.measure(
                Case.collective(name, "uncontended", "auto").bytes(8).latency().reportedBy(pe -> pe == 0),
                b.isFirst() ? batch : Batch.IDLE);
        b.measure(Case.collective(name, "contended", "auto").bytes(8).hops(b.sh.nPes()), batch);
        lock.free();
    }
}
