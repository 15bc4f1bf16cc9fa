// SPDX-License-Identifier: Apache-2.0
package org.jshmem.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymDoubles;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Puts and gets in all their forms, for all element types. `-Djshmem.seed=N` repeats the random programs.
@Tag(Samples.TAG)
public abstract class RmaContract extends ApiContract {

    @Test
    void fillSetsElementsOfOnePe() throws Exception {
        run(3, (sh, a) -> {
            int me = sh.myPe();
            int to = (me + 1) % 3;
            SymDoubles x = sh.doubles(5000);
            SymShorts y = sh.shorts(7);
            SymMem m = sh.mem(9);
            x.fill(1, 4998, 0.5 + me, to); // longer than what one put takes
            sh.fence();
            x.slice(2000, 10).fill(3, 2, -1.5, to);
            y.fill(6, 1, (short) -7, to);
            y.fill(0, 0, (short) 1, to);
            m.fill(2, 5, (byte) 3, to);
            sh.barrierAll();
            double from = 0.5 + (me + 2) % 3;
            for (int i = 0; i < 5000; i++) {
                boolean outside = i == 0 || i == 4999;
                assertEquals(i == 2003 || i == 2004 ? -1.5 : outside ? 0 : from, x.get(i), "element " + i);
            }
            for (int i = 0; i < 7; i++) assertEquals(i == 6 ? -7 : 0, y.get(i));
            for (int i = 0; i < 9; i++)
                assertEquals(i < 2 || i > 6 ? 0 : 3, m.asBytes().get(i));
        });
    }

    @Test
    void putOfNothingTouchesNothing() throws Exception {
        run(2, (sh, a) -> {
            SymLongs x = sh.longs(2);
            x.set(0, 1);
            x.set(1, 2);
            sh.barrierAll();
            x.put(2, (long[]) null, 0, 0, 1);
            x.put(0, (SymLongs) null, 0, 0, 1);
            x.put(1, MemorySegment.NULL, 1);
            x.get(2, (long[]) null, 0, 0, 1);
            x.putNbi(new long[0], 1);
            x.iput(0, 1, (SymLongs) null, 0, 1, 0, 1);
            x.ibget(0, 3, (MemorySegment) null, 0, 3, 0, 5, 1);
            Signal s = sh.signal();
            x.putSignal(0, (long[]) null, 0, 0, s, 5, SignalOp.SET, 1 - sh.myPe());
            assertEquals(5, s.waitUntil(Cmp.EQ, 5), "a put of nothing still signals");
            assertEquals(1, x.get(0));
            assertEquals(2, x.get(1));
        });
    }

    @Test
    void dataOfAPutSignalAreThereBeforeItsSignal() throws Exception {
        runAll((sh, a) -> {
            int n = 300;
            SymLongs x = sh.longs(n);
            SymLongs own = sh.longs(n);
            Signal go = sh.signal();
            Signal ack = sh.signal();
            int to = (sh.myPe() + 1) % sh.nPes();
            int from = (sh.myPe() + sh.nPes() - 1) % sh.nPes();
            long[] data = new long[n];
            SymLongs other = x.on(sh.ctx()); // the signal goes after the data, on their context
            int rounds = many(sh, 64, 16);
            for (int round = 1; round <= rounds; round++) {
                Arrays.fill(data, round);
                own.put(data, sh.myPe());
                switch (round % 8) {
                    case 0 -> x.putSignal(0, data, 0, n, go, round, SignalOp.SET, to);
                    case 1 -> x.putSignal(0, MemorySegment.ofArray(data), go, 1, SignalOp.ADD, to);
                    case 2 -> x.putSignal(0, own, 0, n, go, round, SignalOp.SET, to);
                    case 3 -> x.putSignalNbi(0, data, 0, n, go, 1, SignalOp.ADD, to);
                    case 4 -> x.putSignalNbi(0, MemorySegment.ofArray(data), go, round, SignalOp.SET, to);
                    case 5 -> x.putSignal(data, go, round, to);
                    case 6 -> other.putSignal(0, data, 0, n, go, round, SignalOp.SET, to);
                    default -> x.putSignalNbi(0, own, 0, n, go, 1, SignalOp.ADD, to);
                }
                if (round % 8 != 6) sh.quiet();
                assertEquals(round, go.waitUntil(Cmp.GE, round));
                for (int i = 0; i < n; i++) assertEquals(round, x.get(i));
                ack.add(1, from);
                ack.waitUntil(Cmp.GE, round);
            }
        });
    }

    @Test
    void ptrIsTheOtherPesObjectAndNothingElse() throws Exception {
        run(3, (sh, a) -> {
            SymLongs x = sh.longs(4);
            int to = (sh.myPe() + 1) % 3;
            MemorySegment there = x.ptr(to);
            boolean near = sh.world().translate(to, sh.shared()) >= 0;
            assertEquals(near ? 32 : -1, near ? there.byteSize() : there == null ? -1 : 0);
            if (near) there.setAtIndex(ValueLayout.JAVA_LONG, 3, 70 + sh.myPe());
            else x.p(3, 70 + sh.myPe(), to);
            sh.barrierAll();
            assertEquals(70 + (sh.myPe() + 2) % 3, x.get(3));
            assertEquals(x.get(3), x.local().getAtIndex(ValueLayout.JAVA_LONG, 3));
            assertEquals(x.get(3), x.ptr(sh.world(), sh.myPe()).getAtIndex(ValueLayout.JAVA_LONG, 3));
            MemorySegment own = x.ptr(sh.myPe());
            assertThrows(IndexOutOfBoundsException.class, () -> own.getAtIndex(ValueLayout.JAVA_LONG, 4));
        });
    }

    @Test
    void randomProgramsAgreeWithAModel() throws Exception {
        int most = isSampled() ? Samples.of(6, 30) : 30;
        runAll((sh, a) -> {
            for (ElementKind<?, ?> kind : ElementKind.ALL) {
                long seed = Long.getLong("jshmem.seed", 1000L * sh.nPes());
                // each PE replays the calls of all PEs, so a program for many PEs is short
                new RandomTransfers<>(sh, kind, seed).run(Math.clamp(240 / sh.nPes(), 2, most));
            }
        });
    }
}
