// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Collective;
import org.jshmem.Shmem;
import org.jshmem.ShmemLock;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.Work;
import org.jshmem.sim.machine.MachineFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Times of the library's own algorithms, and of transfers.
class GoldenTimesIT extends GoldenTimes {
    @Test
    void timesAreAsRecorded() throws Exception {
        collectivesByBothAccesses(2, 3, 8, 16);
        streams(2, 8);
        onCluster();
        collectives(8, 14);
        collective(Collective.REDUCE, "auto", Access.AUTO, 14, OptionalLong.of(7));
        streams(14);
        onScc();
        collectives(2, 11);
        streams(2);
        longRanges();
        assertRecorded("times.txt");
    }

    @Test
    @Tag("long")
    @Timeout(value = 40, unit = TimeUnit.MINUTES) // minutes of both cores, and several times as many on a busy machine
    void timesOfManyPesAreAsRecorded() throws Exception {
        collectivesByBothAccesses(60, 61, 120, 240);
        for (Collective collective : measuredOn(61)) {
            collective(collective, "auto", Access.AUTO, 61, OptionalLong.of(7));
        }
        streams(61, 120);
        onScc();
        collectives(48);
        collective(Collective.REDUCE, "auto", Access.AUTO, 48, OptionalLong.of(7));
        streams(48);
        assertRecorded("times-of-many.txt");
    }

    /// Ranges longer than half of L1, between flags and short ranges, which they displace.
    private void longRanges() {
        machine = MachineFiles.named("knc");
        record("flag before its data", 2, OptionalLong.empty(), 3, (sh, note) -> {
            int n = 2048; // 257 lines, of which the first one has the flag
            SymLongs cell = sh.longs(n + 1);
            SymLongs mine = sh.longs(n);
            for (int round = 1; round <= 3; round++) {
                cell.put(1, mine, 0, n, 1 - sh.myPe());
                sh.fence();
                cell.p(0, round, 1 - sh.myPe());
                cell.waitUntil(0, Cmp.GE, round);
                for (int i = 0; i < 2; i++) mine.put(0, cell, 1, n, sh.myPe());
                note.done(round - 1);
                sh.barrierAll();
            }
        });
        record("short copies between long ones", 2, OptionalLong.empty(), 3, (sh, note) -> {
            SymLongs x = sh.longs(2500); // 313 of the 512 lines of L1
            SymLongs y = sh.longs(2500);
            for (int round = 0; round < 3; round++) {
                x.put(0, y, 0, 100, sh.myPe());
                x.put(0, y, 0, 2500, sh.myPe());
                note.done(round);
            }
        });
    }

    private void streams(int... pes) {
        for (int npes : pes) streams(npes);
    }

    private void streams(int npes) {
        for (int bytes : new int[] {8, 64, 128, 1000, 8192, 65_536, 1 << 20}) {
            if (bytes > 65_536 && npes > 61) continue;
            int n = bytes / 8;
            transfer("put bytes=" + bytes, npes, n, (sh, x, y, to) -> x.put(0, new long[n], 0, n, to));
            transfer("put quiet bytes=" + bytes, npes, n, (sh, x, y, to) -> {
                x.put(0, y, 0, n, to);
                sh.quiet();
            });
            transfer("get bytes=" + bytes, npes, n, (sh, x, y, to) -> x.get(0, new long[n], 0, n, to));
            transfer("get sym bytes=" + bytes, npes, n, (sh, x, y, to) -> x.get(0, y, 0, n, to));
        }
        transfer("p", npes, 8, (sh, x, y, to) -> x.p(0, 5, to));
        transfer("p fence p", npes, 16, (sh, x, y, to) -> {
            x.p(0, 5, to);
            sh.fence();
            x.p(8, 5, to);
        });
        transfer("g", npes, 8, (sh, x, y, to) -> x.g(0, to));
        transfer("iput", npes, 64, (sh, x, y, to) -> x.iput(0, 3, new long[16], 0, 1, 16, to));
        transfer("iget", npes, 64, (sh, x, y, to) -> x.iget(0, 3, new long[16], 0, 1, 16, to));
        transfer("fetch add pair", npes, 8, (sh, x, y, to) -> x.fetchAdd(0, 1, to));
        transfer("fetch add hot", npes, 8, (sh, x, y, to) -> x.fetchAdd(0, 1, 0));
        transfer("compare swap hot", npes, 8, (sh, x, y, to) -> x.compareSwap(0, 0, 1, 0));
        transfer("read hot", npes, 8, (sh, x, y, to) -> x.g(0, 0));
        transfer("fetch", npes, 8, (sh, x, y, to) -> x.atomicFetch(0, to));
        transfer("sleep and compute", npes, 1024, (sh, x, y, to) -> {
            sh.sleep(Duration.ofNanos(100 + sh.myPe()));
            sh.compute(Work.flops(1000));
            sh.compute(Work.NONE.bytes(65_536, 32_768).vectorized().prefetched());
            sh.compute(Work.NONE.bytes(4 << 20, 1 << 20).vectorized().prefetched());
            x.put(0, y, 0, 1024, to);
        });
        // A lock's home PE depends on the lock's offset. These times on a mesh change with the size of the system area:
        // over the 48 homes of the SCC a step differs by up to 0.9 %.
        transfer("lock", npes, 8, null);
        signals(npes);
        pointers(npes);
    }

    private interface Transfer {
        void go(Shmem sh, SymLongs x, SymLongs y, int to);
    }

    private void transfer(String what, int npes, int n, Transfer transfer) {
        record(what, npes, OptionalLong.empty(), 4, (sh, note) -> {
            SymLongs x = sh.longs(n);
            SymLongs y = sh.longs(n);
            ShmemLock lock = transfer == null ? sh.lock() : null;
            int to = (sh.myPe() + sh.nPes() / 2) % sh.nPes();
            for (int i = 0; i < 3; i++) {
                if (lock == null) {
                    transfer.go(sh, x, y, to);
                } else {
                    lock.set();
                    x.p(0, x.g(0, 0) + 1, 0);
                    lock.clear();
                }
                note.done(i);
                if (i == 1) sh.barrierAll();
            }
            sh.barrierAll();
            note.done(3);
        });
    }

    private void signals(int npes) {
        record("signal ring", npes, OptionalLong.empty(), 3, (sh, note) -> {
            Signal signal = sh.signal();
            SymLongs x = sh.longs(1000);
            int to = (sh.myPe() + 1) % sh.nPes();
            for (int round = 1; round <= 3; round++) {
                if (sh.myPe() != 0) signal.waitUntil(Cmp.GE, round);
                x.putSignal(0, new long[1000], 0, 10 * round * round, signal, round, SignalOp.SET, to);
                if (sh.myPe() == 0) signal.waitUntil(Cmp.GE, round);
                note.done(round - 1);
            }
        });
        record("wait any", npes, OptionalLong.empty(), 2, (sh, note) -> {
            SymDoubles room = sh.doubles(64);
            SymLongs flags = sh.longs(8L * sh.nPes());
            flags.p(8L * sh.myPe(), 1, 0);
            room.p(1, 2.5, 0);
            note.done(0);
            if (sh.myPe() == 0) {
                boolean[] skip = new boolean[8 * sh.nPes()];
                for (int i = 0; i < skip.length; i++) skip[i] = i % 8 != 0;
                for (int i = 0; i < sh.nPes(); i++) {
                    skip[(int) flags.waitUntilAny(0, skip.length, skip, Cmp.EQ, 1)] = true;
                }
            }
            sh.barrierAll();
            note.done(1);
        });
    }

    private void pointers(int npes) {
        record("loads and stores through ptr", npes, OptionalLong.empty(), 3, (sh, note) -> {
            SymLongs x = sh.longs(4096);
            int to = (sh.myPe() + 1) % sh.nPes();
            x.stored(0, 4096, to);
            note.done(0);
            sh.barrierAll();
            x.loaded(0, 4096, to);
            x.loaded(5, 1, to);
            note.done(1);
            sh.barrierAll();
            note.done(2);
        });
    }
}
