// SPDX-License-Identifier: Apache-2.0
package org.jshmem.trace;

import java.lang.foreign.MemorySegment;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Transport;

/// A channel that records its operations. It reads the clock for the beginning of an event before the event's bytes
/// move. The event that ends a wait therefore begins before that wait ends, also on the clock of another PE, since all
/// PEs read one clock.
final class TracedChannel implements Channel {
    /// Shorter transfers have their beginning alone: they take no longer than a reading of the clock.
    private static final long TIMED_BYTES = 1024;

    /// The detail of an event with a known new value of the word, instead of an atomic operation.
    static final int KNOWN = 0xff;

    private final TracedTransport transport;
    private final Channel inner;
    private final Recorder recorder;
    private final boolean virtual;
    private final int me;

    TracedChannel(TracedTransport transport, Channel inner, Recorder recorder) {
        this.transport = transport;
        this.inner = inner;
        this.recorder = recorder;
        this.virtual = transport.virtualTime();
        this.me = transport.pe();
    }

    @Override
    public Transport transport() {
        return transport;
    }

    private void moved(EventKind kind, int pe, long offset, long bytes, Runnable transfer) {
        long start = recorder.now();
        transfer.run();
        long end = virtual || bytes >= TIMED_BYTES ? recorder.now() : start;
        recorder.record(kind, 0, pe, offset, bytes, 0, start, end);
    }

    private void changed(EventKind kind, int detail, int pe, long offset, int width, long value, Runnable change) {
        long start = recorder.now();
        change.run();
        word(kind, detail, pe, offset, width, value, start);
    }

    private void word(EventKind kind, int detail, int pe, long offset, int width, long value, long start) {
        recorder.record(kind, detail, pe, offset, width, value, start, virtual ? recorder.now() : start);
    }

    @Override
    public void bindNextSignal(int pe) {
        inner.bindNextSignal(pe);
    }

    @Override
    public void put(int pe, long offset, MemorySegment src, long from, long bytes) {
        moved(EventKind.PUT, pe, offset, bytes, () -> inner.put(pe, offset, src, from, bytes));
    }

    @Override
    public void putNbi(int pe, long offset, MemorySegment src, long from, long bytes) {
        moved(EventKind.PUT, pe, offset, bytes, () -> inner.putNbi(pe, offset, src, from, bytes));
    }

    @Override
    public void get(int pe, long offset, MemorySegment dst, long to, long bytes) {
        moved(EventKind.GET, pe, offset, bytes, () -> inner.get(pe, offset, dst, to, bytes));
    }

    @Override
    public void getNbi(int pe, long offset, MemorySegment dst, long to, long bytes) {
        moved(EventKind.GET, pe, offset, bytes, () -> inner.getNbi(pe, offset, dst, to, bytes));
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
        if (srcPe == me) moved(EventKind.PUT, dstPe, dstOffset, bytes, copy);
        else moved(EventKind.GET, srcPe, srcOffset, bytes, copy);
    }

    @Override
    public void store(int pe, long offset, int width, long value) {
        changed(EventKind.STORE, KNOWN, pe, offset, width, value, () -> inner.store(pe, offset, width, value));
    }

    /// Records loads of other PEs' words only, because programs load own words in loops.
    @Override
    public long load(int pe, long offset, int width) {
        if (pe == me) return inner.load(pe, offset, width);
        long start = recorder.now();
        long value = inner.load(pe, offset, width);
        word(EventKind.LOAD, 0, pe, offset, width, value, start);
        return value;
    }

    @Override
    public long look(int pe, long offset, int width) {
        return inner.look(pe, offset, width);
    }

    @Override
    public long fetch(int pe, long offset, int width) {
        if (pe == me) return inner.fetch(pe, offset, width);
        long start = recorder.now();
        long value = inner.fetch(pe, offset, width);
        word(EventKind.LOAD, 0, pe, offset, width, value, start);
        return value;
    }

    @Override
    public long atomic(Atomic op, int pe, long offset, int width, long operand, long expected) {
        long start = recorder.now();
        long old = inner.atomic(op, pe, offset, width, operand, expected);
        long value = switch (op) {
            case ADD -> old + operand;
            case SWAP -> operand;
            case COMPARE_SWAP -> old == expected ? operand : old;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
        };
        word(EventKind.ATOMIC, KNOWN, pe, offset, width, value, start);
        return old;
    }

    @Override
    public void update(Atomic op, int pe, long offset, int width, long operand) {
        int detail = op == Atomic.SWAP ? KNOWN : op.ordinal();
        changed(
                EventKind.UPDATE,
                detail,
                pe,
                offset,
                width,
                operand,
                () -> inner.update(op, pe, offset, width, operand));
    }

    @Override
    public void signal(int pe, long offset, long value) {
        changed(EventKind.SIGNAL, KNOWN, pe, offset, Long.BYTES, value, () -> inner.signal(pe, offset, value));
    }

    @Override
    public void release() {
        inner.release();
    }

    @Override
    public void fence() {
        changed(EventKind.FENCE, 0, me, 0, 0, 0, inner::fence);
    }

    @Override
    public void quiet() {
        changed(EventKind.QUIET, 0, me, 0, 0, 0, inner::quiet);
    }

    @Override
    public void quiet(int pe) {
        changed(EventKind.QUIET, 1, pe, 0, 0, 0, () -> inner.quiet(pe));
    }

    @Override
    public void close() {
        inner.close();
    }
}
