// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;

/// A channel that records its operations. It reads the clock for the beginning of an event before the event's bytes
/// move. The event that ends a wait therefore begins before that wait ends, also on the clock of another PE, since all
/// PEs read one clock.
record TracedChannel(TracedTransport transport, Channel inner, Recorder recorder) implements Channel {
    /// Shorter transfers have their beginning alone: they take no longer than a reading of the clock.
    private static final long TIMED_BYTES = 1024;

    /// The detail of an event with a known new value of the word, instead of an atomic operation.
    static final int KNOWN = 0xff;

    /// Performs an operation and records it.
    void record(EventKind kind, int detail, int pe, long offset, long bytes, long value, Runnable operation) {
        long start = recorder.now();
        operation.run();
        ended(kind, detail, pe, offset, bytes, value, start);
    }

    private void ended(EventKind kind, int detail, int pe, long offset, long bytes, long value, long start) {
        long end = transport.virtualTime() || bytes >= TIMED_BYTES ? recorder.now() : start;
        recorder.record(kind, detail, pe, offset, bytes, value, start, end);
    }

    /// Loads a word. Loads of own words are not recorded, because programs make them in loops.
    private long loaded(int pe, long offset, int width, LongSupplier load) {
        if (pe == transport.pe()) return load.getAsLong();
        long start = recorder.now();
        long value = load.getAsLong();
        ended(EventKind.LOAD, 0, pe, offset, width, value, start);
        return value;
    }

    @Override
    public void bindNextSignal(int pe) {
        inner.bindNextSignal(pe);
    }

    @Override
    public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
        record(EventKind.PUT, 0, pe, offset, bytes, 0, () -> inner.put(pe, offset, src, from, bytes));
    }

    @Override
    public void putNbi(int pe, long offset, MemorySegment src, long from, long bytes) {
        record(EventKind.PUT, 0, pe, offset, bytes, 0, () -> inner.putNbi(pe, offset, src, from, bytes));
    }

    @Override
    public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
        record(EventKind.GET, 0, pe, offset, bytes, 0, () -> inner.get(pe, offset, dst, to, bytes));
    }

    @Override
    public void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        record(EventKind.GET, 0, pe, offset, bytes, 0, () -> inner.getNbi(pe, offset, dst, to, bytes));
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Runnable copy = () -> inner.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        copied(dstPe, dstOffset, srcPe, srcOffset, bytes, copy);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        Runnable copy = () -> inner.copyNbi(dstPe, dstOffset, srcPe, srcOffset, bytes);
        copied(dstPe, dstOffset, srcPe, srcOffset, bytes, copy);
    }

    private void copied(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes, Runnable copy) {
        if (srcPe == transport.pe()) record(EventKind.PUT, 0, dstPe, dstOffset, bytes, 0, copy);
        else record(EventKind.GET, 0, srcPe, srcOffset, bytes, 0, copy);
    }

    @Override
    public void store(int pe, long offset, int width, long value) {
        record(EventKind.STORE, KNOWN, pe, offset, width, value, () -> inner.store(pe, offset, width, value));
    }

    @Override
    public long load(int pe, long offset, int width) {
        return loaded(pe, offset, width, () -> inner.load(pe, offset, width));
    }

    @Override
    public long look(int pe, long offset, int width) {
        return inner.look(pe, offset, width);
    }

    @Override
    public long fetch(int pe, long offset, int width) {
        return loaded(pe, offset, width, () -> inner.fetch(pe, offset, width));
    }

    @Override
    public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
        long start = recorder.now();
        long old = inner.atomic(op, pe, offset, width, operand, expected);
        ended(EventKind.ATOMIC, KNOWN, pe, offset, width, op.apply(old, operand, expected), start);
        return old;
    }

    @Override
    public void update(Atomic op, int pe, long offset, int width, long operand) {
        int detail = op == Atomic.SWAP ? KNOWN : op.ordinal();
        Runnable update = () -> inner.update(op, pe, offset, width, operand);
        record(EventKind.UPDATE, detail, pe, offset, width, operand, update);
    }

    @Override
    public void signal(int pe, long offset, long value) {
        record(EventKind.SIGNAL, KNOWN, pe, offset, Long.BYTES, value, () -> inner.signal(pe, offset, value));
    }

    @Override
    public void release() {
        inner.release();
    }

    @Override
    public void fence() {
        record(EventKind.FENCE, 0, transport.pe(), 0, 0, 0, inner::fence);
    }

    @Override
    public void quiet() {
        record(EventKind.QUIET, 0, transport.pe(), 0, 0, 0, inner::quiet);
    }

    @Override
    public void quiet(int pe) {
        record(EventKind.QUIET, 1, pe, 0, 0, 0, () -> inner.quiet(pe));
    }

    @Override
    public void close() {
        inner.close();
    }
}
