// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.util.Arrays;
import org.jshmem.Signal;
import org.jshmem.Space;
import org.jshmem.SymBytes;
import org.jshmem.SymDoubles;
import org.jshmem.SymFloats;
import org.jshmem.SymInts;
import org.jshmem.SymLongs;
import org.jshmem.SymMem;
import org.jshmem.SymShorts;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;

/// A memory of the machine as programs see it: it makes symmetric objects in the default context.
public final class ObjectSpace implements Space {
    private final Heap heap;
    private final Context context;

    public ObjectSpace(Heap heap, Context context) {
        this.heap = heap;
        this.context = context;
    }

    private Block allocate(ObjectKind kind, long n) {
        return context.session.allocator.allocate(heap, kind, n, line());
    }

    @Override
    public String name() {
        return heap.memory.name();
    }

    @Override
    public long size() {
        return heap.size;
    }

    @Override
    public long used() {
        return heap.used();
    }

    @Override
    public long largestFree() {
        return heap.largestFree();
    }

    @Override
    public int line() {
        return heap.line;
    }

    @Override
    public SymBytes bytes(long n) {
        return new Bytes(allocate(ObjectKind.BYTES, n), context, n);
    }

    @Override
    public SymShorts shorts(long n) {
        return new Shorts(allocate(ObjectKind.SHORTS, n), context, n);
    }

    @Override
    public SymInts ints(long n) {
        return new Ints(allocate(ObjectKind.INTS, n), context, n);
    }

    @Override
    public SymLongs longs(long n) {
        return new Longs(allocate(ObjectKind.LONGS, n), context, n);
    }

    @Override
    public SymFloats floats(long n) {
        return new Floats(allocate(ObjectKind.FLOATS, n), context, n);
    }

    @Override
    public SymDoubles doubles(long n) {
        return new Doubles(allocate(ObjectKind.DOUBLES, n), context, n);
    }

    @Override
    public SymMem mem(long bytes) {
        return mem(bytes, line());
    }

    @Override
    public SymMem mem(long bytes, long align) {
        Block b = context.session.allocator.allocate(heap, ObjectKind.MEM, bytes, align);
        return new Mem(b, context, bytes);
    }

    @Override
    public Signal signal() {
        return new SignalWord(allocate(ObjectKind.SIGNAL, 1), context);
    }

    @Override
    public Signal[] signals(int k) {
        Block[] blocks = context.session.allocator.allocateLines(heap, ObjectKind.SIGNAL, k);
        return Arrays.stream(blocks)
                .map(block -> new SignalWord(block, context))
                .toArray(Signal[]::new);
    }
}
