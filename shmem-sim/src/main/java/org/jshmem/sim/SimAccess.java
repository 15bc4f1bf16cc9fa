// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.Work;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.memory.MemoryAccess;
import org.jshmem.sim.memory.MemoryAccess.Call;
import org.jshmem.transport.DirectAccess;
import org.jshmem.transport.Memory;

/// A simulated PE's direct accesses and its computation.
final class SimAccess implements DirectAccess {
    private static final int LINE = 64;

    private final SimTransport transport;
    private final SimJob job;
    boolean byCalls; // the collective that this PE is in puts and gets
    boolean inPlace; // its waits read their flags where they lie

    SimAccess(SimTransport transport, SimJob job) {
        this.transport = transport;
        this.job = job;
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        if (bytes == 0) return;
        AccessKind kind = stores ? AccessKind.WRITE : AccessKind.READ;
        transport.perform(kind, target, offset, bytes, Call.DIRECT, null);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        transport.copy(dstPe, dstOffset, srcPe, srcOffset, bytes, Call.DIRECT, MemoryAccess.NOTHING);
        Memory.copy(transport.address(srcPe, srcOffset), transport.address(dstPe, dstOffset), bytes);
    }

    @Override
    public long longCopy() {
        return Long.MAX_VALUE;
    }

    @Override
    public void request(long to, int target, long from, long bytes) {
        MemoryAccess copy = transport.next(job.issues, AccessKind.COPY, transport.pe(), to, bytes);
        copy.access.from(target, from);
        transport.happen(copy, Call.DIRECT, null);
        transport.copies = job.issues;
    }

    @Override
    public void complete() {
        transport.drain();
    }

    @Override
    public void combine(int sources, long n, int width) {
        compute(Work.flops((sources - 1) * n)
                .bytes(sources * n * width, n * width)
                .footprint(LINE) // the operands' memory has just been declared
                .vectorized()
                .prefetched());
    }

    @Override
    public void compute(Work work) {
        job.meter.stopped(transport.pe(), true);
        long bytes = work.bytesRead() + work.bytesWritten();
        MemoryAccess computation = transport.next(false, AccessKind.COMPUTE, -1, 0, bytes);
        computation.access.work = work;
        transport.happen(computation, Call.NONE, null);
    }

    @Override
    public void byCalls(boolean calls) {
        byCalls = calls;
        inPlace = false;
    }

    @Override
    public void looksInPlace() {
        inPlace = true;
    }

    @Override
    public double parameter(String symbol) {
        return job.spec.machine.value(symbol, 0);
    }
}
