// SPDX-License-Identifier: Apache-2.0
package org.jshmem.microbench.transfer;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.Access;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.Signal;
import org.jshmem.SignalOp;
import org.jshmem.SymMem;
import org.jshmem.Work;
import org.jshmem.microbench.harness.Batch;
import org.jshmem.microbench.harness.Bench;
import org.jshmem.microbench.harness.Buffers;
import org.jshmem.microbench.harness.Case;
import org.jshmem.microbench.harness.Pairs;
import org.jshmem.microbench.harness.Test;

/// Test of data and a signal to the partner and back: `putSignal`, or stores through `ptr` and a signal.
public record PutSignal(String name, boolean nonBlocking) implements Test.Copied {

    @Override
    public String about() {
        return "data and a signal to the partner, who waits for the signal and sends both back; one way";
    }

    @Override
    public void run(Bench b) {
        List<Long> sizes = b.sizes(this);
        Signal signal = b.sh.signal();
        var count = new long[1];
        int me = b.sh.myPe();
        try (var buffers = new Buffers(b.sh, sizes.getLast())) {
            b.floors.copies(this, sizes, 1);
            b.ways(this, (pairs, access) -> {
                boolean works = pairs.isActive(me);
                b.sweep(
                        sizes,
                        bytes -> row(access, pairs, bytes),
                        bytes -> works ? batch(b.sh, buffers, signal, count, access, bytes, pairs, me) : Batch.IDLE);
            });
        }
        signal.free();
    }

    /// The row of a size. The quiet at the end of a batch of non-blocking puts is not part of a single one.
    private Case row(Access access, Pairs pairs, long bytes) {
        Case c = Case.pairs(name, "round-trip", access, pairs, bytes).hops(2).moves(2 * bytes);
        return nonBlocking && access == Access.PUTGET ? c : c.latency();
    }

    private Batch batch(
            Shmem sh, Buffers buffers, Signal signal, long[] count, Access access, long bytes, Pairs pairs, int me) {
        SymMem src = buffers.source();
        SymMem dst = buffers.destination();
        int pe = pairs.partner(me);
        boolean answers = !pairs.isOrigin(me); // such a PE waits first
        if (access == Access.PUTGET && nonBlocking) {
            return n -> {
                for (int i = 0; i < n; i++) {
                    long k = ++count[0];
                    if (answers) signal.waitUntil(Cmp.GE, k);
                    dst.putSignalNbi(0, src, 0, bytes, signal, k, SignalOp.SET, pe);
                    if (!answers) signal.waitUntil(Cmp.GE, k);
                }
                sh.quiet();
            };
        }
        if (access == Access.PUTGET) {
            return n -> {
                for (int i = 0; i < n; i++) {
                    long k = ++count[0];
                    if (answers) signal.waitUntil(Cmp.GE, k);
                    dst.putSignal(0, src, 0, bytes, signal, k, SignalOp.SET, pe);
                    if (!answers) signal.waitUntil(Cmp.GE, k);
                }
            };
        }
        MemorySegment own = src.local();
        MemorySegment remote = dst.ptr(pe);
        Work work = Bench.copying(bytes);
        return n -> {
            for (int i = 0; i < n; i++) {
                long k = ++count[0];
                if (answers) signal.waitUntil(Cmp.GE, k);
                MemorySegment.copy(own, 0, remote, 0, bytes);
                sh.compute(work);
                signal.set(k, pe);
                if (!answers) signal.waitUntil(Cmp.GE, k);
            }
        };
    }
}
