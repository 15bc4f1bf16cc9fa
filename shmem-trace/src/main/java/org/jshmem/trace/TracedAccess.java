// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import org.jshmem.Work;
import org.jshmem.transport.DirectAccess;

/// A simulated PE's direct accesses and its computation, recorded.
record TracedAccess(DirectAccess inner, TracedChannel channel, int pe) implements DirectAccess {
    private void touches(int stores, int target, long offset, long bytes, Runnable access) {
        channel.record(EventKind.TOUCH, stores, target, offset, bytes, 0, access);
    }

    private void computes(long bytes, Runnable computation) {
        channel.record(EventKind.COMPUTE, 0, pe, 0, bytes, 0, computation);
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        touches(stores ? 1 : 0, target, offset, bytes, () -> inner.touch(target, offset, bytes, stores));
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        touches(1, dstPe, dstOffset, bytes, () -> inner.copy(dstPe, dstOffset, srcPe, srcOffset, bytes));
    }

    @Override
    public long longCopy() {
        return inner.longCopy();
    }

    @Override
    public void request(long to, int target, long from, long bytes) {
        touches(1, pe, to, bytes, () -> inner.request(to, target, from, bytes));
    }

    @Override
    public void complete() {
        inner.complete();
    }

    @Override
    public void combine(int sources, long n, int width) {
        computes((sources + 1) * n * width, () -> inner.combine(sources, n, width));
    }

    @Override
    public void compute(Work work) {
        computes(work.bytesRead() + work.bytesWritten(), () -> inner.compute(work));
    }

    @Override
    public void looksInPlace() {
        inner.looksInPlace();
    }

    @Override
    public void byCalls(boolean calls) {
        inner.byCalls(calls);
    }

    @Override
    public double parameter(String symbol) {
        return inner.parameter(symbol);
    }
}
