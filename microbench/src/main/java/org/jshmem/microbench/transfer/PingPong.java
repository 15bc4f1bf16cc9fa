// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Floors;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Test of a flag that travels between the PEs of each pair: by `p` and `waitUntil`, or by a bare spin through `ptr`.
public record PingPong(String name) implements Test.Paired {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public String about() {
        return "an 8-byte flag to the partner and back; one way. Through ptr, a bare spin on loads and stores, only"
                + " where every PE has a core";
    }

    @Override
    public void run(Bench b) {
        b.floors.of(this, Floors.Kind.PING_PONG);
        SymLongs flag = b.sh.longs(WORDS);
        var round = new Round(flag);
        int me = b.sh.myPe();
        for (Pairs pairs : b.pairings(this)) {
            for (Access access : b.accesses()) {
                boolean direct = access == Access.PTR;
                // a spin without a wait never ends if the other PE cannot run at that time
                if (direct && (b.where.virtual() || b.where.crowded())) continue;
                Case c = Case.pairs(name, direct ? "spin" : "p-waitUntil", access, pairs, 8)
                        .hops(2)
                        .moves(0)
                        .latency();
                if (!pairs.isActive(me)) {
                    b.measure(c, Batch.IDLE);
                    continue;
                }
                int pe = pairs.partner(me);
                MemorySegment there = flag.ptr(pe);
                MemorySegment here = flag.local();
                boolean begins = pairs.isOrigin(me);
                if (direct) b.measure(c, begins ? n -> round.serve(here, there, n) : n -> round.reply(here, there, n));
                else b.measure(c, begins ? n -> round.begin(pe, n) : n -> round.answer(pe, n));
            }
        }
        flag.free();
    }

    /// The count of rounds over all rows, so that the flag never decreases.
    private static final class Round {
        private final SymLongs flag;
        private long count;

        Round(SymLongs flag) {
            this.flag = flag;
        }

        void begin(int pe, int n) {
            long last = count + n;
            for (long k = count + 1; k <= last; k++) {
                flag.p(WORD, k, pe);
                flag.waitUntil(WORD, Cmp.GE, k);
            }
            count = last;
        }

        void answer(int pe, int n) {
            long last = count + n;
            for (long k = count + 1; k <= last; k++) {
                flag.waitUntil(WORD, Cmp.GE, k);
                flag.p(WORD, k, pe);
            }
            count = last;
        }

        void serve(MemorySegment here, MemorySegment there, int n) {
            long last = count + n;
            for (long k = count + 1; k <= last; k++) {
                // release: pairs with the acquire in reply
                LONG.setRelease(there, 8L * WORD, k);
                while ((long) LONG.getAcquire(here, 8L * WORD) != k) Thread.onSpinWait();
            }
            count = last;
        }

        void reply(MemorySegment here, MemorySegment there, int n) {
            long last = count + n;
            for (long k = count + 1; k <= last; k++) {
                while ((long) LONG.getAcquire(here, 8L * WORD) != k) Thread.onSpinWait();
                // release: pairs with the acquire in serve
                LONG.setRelease(there, 8L * WORD, k);
            }
            count = last;
        }
    }
}
