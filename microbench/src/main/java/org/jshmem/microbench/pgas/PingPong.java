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
public record PingPong(String name) implements Benchmark.Paired {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
    private static final int WORDS = 64;
    private static final int WORD = 32; // with a line to spare on either side

    @Override
    public String about() {
        return "an 8-byte flag to the partner and back; one way. Through ptr, a bare spin on loads and stores, only"
                + " where every PE has a core";
    }

    @Override
    public void run(Runner r) {
        SymLongs flag = r.sh.longs(WORDS);
        long[] round = new long[1]; // over all rows, since the flag never decreases
        int me = r.sh.myPe();
        r.pairings(this, (pairs, access) -> {
            boolean direct = access == Access.PTR;
            // a spin without a wait never ends if the other PE cannot run at that time
            if (direct && (r.where.virtual() || r.where.oversubscribed())) return;
            Row row = Runner.row(name, direct ? "spin" : "p-waitUntil", access, pairs, 8)
                    .per(2)
                    .moved(0);
            boolean answers = !pairs.isOrigin(me);
            int pe = pairs.partner(me);
            if (!pairs.isActive(me)) r.measure(row, Operation.NONE);
            else if (direct) r.measure(row, spin(flag.local(), flag.ptr(pe), round, answers));
            else r.measure(row, turns(flag, pe, round, answers));
        });
        flag.free();
    }

    private static Operation turns(SymLongs flag, int pe, long[] round, boolean answers) {
        return n -> {
            for (int i = 0; i < n; i++) {
                long k = ++round[0];
                if (answers) flag.waitUntil(WORD, Cmp.GE, k);
                flag.p(WORD, k, pe);
                if (!answers) flag.waitUntil(WORD, Cmp.GE, k);
            }
        };
    }

    private static Operation spin(MemorySegment here, MemorySegment there, long[] round, boolean answers) {
        return n -> {
            for (int i = 0; i < n; i++) {
                long k = ++round[0];
                if (answers) await(here, k);
                LONG.setRelease(there, 8L * WORD, k); // pairs with the acquire of the partner
                if (!answers) await(here, k);
            }
        };
    }

    private static void await(MemorySegment here, long k) {
        while ((long) LONG.getAcquire(here, 8L * WORD) != k) Thread.onSpinWait();
    }
}
