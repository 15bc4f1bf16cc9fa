// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.pgas;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymMem;
import org.jshmem.microbench.runner.Benchmark;
import org.jshmem.microbench.runner.Benchmark.Operation;
import org.jshmem.microbench.runner.PairBuffers;
import org.jshmem.microbench.runner.Pairs;
import org.jshmem.microbench.runner.Runner;

/// Test of data and a signal to the partner and back: `putSignal`, or stores through `ptr` and a signal.
public record PutSignal(String name) implements Benchmark.Copied {

    @Override
    public String about() {
        return "data and a signal to the partner, who waits for the signal and sends both back; one way. With"
                + " --fresh-data also written by each sender and read by each receiver, as part of the time";
    }

    @Override
    public void run(Runner r) {
        List<Long> sizes = r.sizes(this, 1);
        Signal signal = r.sh.signal();
        var count = new long[1];
        int me = r.sh.myPe();
        try (var buffers = new PairBuffers(r.sh, sizes.getLast())) {
            r.pairings(this, (pairs, access) -> {
                for (boolean fresh : r.options.freshData ? new boolean[] {false, true} : new boolean[1]) {
                    String variant = fresh ? "round-trip, written and read" : "round-trip";
                    r.sweep(
                            sizes,
                            bytes -> Runner.roundTrip(name, variant, access, pairs, bytes),
                            pairs.isActive(me),
                            bytes -> batch(buffers, signal, count, access, bytes, pairs, me, fresh));
                }
            });
        }
        signal.free();
    }

    private Operation batch(
            PairBuffers buffers,
            Signal signal,
            long[] count,
            Access access,
            long bytes,
            Pairs pairs,
            int me,
            boolean fresh) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        int pe = pairs.partner(me);
        boolean answers = !pairs.isOrigin(me); // such a PE waits first
        MemorySegment own = src.local();
        MemorySegment remote = access == Access.PTR ? dst.ptr(pe) : null;
        return n -> {
            for (int i = 0; i < n; i++) {
                long k = ++count[0];
                if (answers) signal.waitUntil(Cmp.GE, k);
                if (fresh && answers) buffers.check(me, bytes, k);
                if (fresh) buffers.write(bytes, k);
                if (remote == null) dst.putSignal(0, src, 0, bytes, signal, k, SignalOp.SET, pe);
                else {
                    buffers.copy(own, remote, bytes, true, pe);
                    signal.set(k, pe);
                }
                if (!answers) signal.waitUntil(Cmp.GE, k);
                if (fresh && !answers) buffers.check(me, bytes, k);
            }
        };
    }
}
