// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.SymLongs;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.Runner;
import org.jshmem.report.Result.Row;

/// a flag that travels between the PEs of each pair: by `p` and `waitUntil`, or by a bare spin through `ptr`.
public record PingPong(String name) implements Benchmark {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public boolean paired() {
        return true;
    }

    @Override
    public String about() {
        return "an 8-byte flag to the partner and back; one way. Through ptr, a bare spin on loads and stores, only"
                + " where every PE has a core";
    }

    @Override
    public void run(Runner r) {
        SymLongs flag = r.sh.longs(WORDS);
        var round = new Round(flag);
        int me = r.sh.myPe();
        r.pairings(this, (pairs, access) -> {
            boolean direct = access == Access.PTR;
            // a spin without a wait never ends if the other PE cannot run at that time
            if (direct && (r.where.virtual() || r.where.oversubscribed())) return;
            Row row = Runner.row(name, direct ? "spin" : "p-waitUntil", access, pairs, 8)
                    .per(2)
                    .moved(0);
            if (!pairs.isActive(me)) {
                r.measure(row, Operation.NONE);
                return;
            }
            int pe = pairs.partner(me);
            MemorySegment there = flag.ptr(pe);
            MemorySegment here = flag.local();
            boolean begins = pairs.isOrigin(me);
            if (direct) r.measure(row, begins ? n -> round.serve(here, there, n) : n -> round.reply(here, there, n));
            else r.measure(row, begins ? n -> round.begin(pe, n) : n -> round.answer(pe, n));
        });
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
