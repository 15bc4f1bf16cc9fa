// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime;

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
import org.jshmem.transport.MemorySpace;

/// A memory of the machine, with the heap of its symmetric objects.
final class Area implements Space {
    final Session session;
    final Heap heap;
    private final int number;
    private final MemorySpace memory;
    private final long start;

    /// @param number its index among the machine's memories
    /// @param reserved bytes at its beginning that are the library's own
    Area(Session session, int number, MemorySpace memory, long reserved) {
        this.session = session;
        this.number = number;
        this.memory = memory;
        this.start = memory.offset() + reserved;
        this.heap = new Heap(memory.bytes() - reserved, memory.line());
    }

    /// Its index among the machine's memories, equal on all PEs.
    int number() {
        return number;
    }

    /// Offset in every region at which its objects begin.
    long start() {
        return start;
    }

    /// Whether this PE can load and store the part of this memory on PE `pe`.
    boolean hasAddress(int pe) {
        return memory.hasAddress(session.transport.reach(pe));
    }

    @Override
    public String name() {
        return memory.name();
    }

    @Override
    public long size() {
        return heap.size();
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
        return memory.line();
    }

    @Override
    public SymBytes bytes(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.BYTES, n, 1);
        return new Bytes(b, session.context, b.offset, n, false);
    }

    @Override
    public SymShorts shorts(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.SHORTS, n, 2);
        return new Shorts(b, session.context, b.offset, n, false);
    }

    @Override
    public SymInts ints(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.INTS, n, 4);
        return new Ints(b, session.context, b.offset, n, false);
    }

    @Override
    public SymLongs longs(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.LONGS, n, 8);
        return new Longs(b, session.context, b.offset, n, false);
    }

    @Override
    public SymFloats floats(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.FLOATS, n, 4);
        return new Floats(b, session.context, b.offset, n, false);
    }

    @Override
    public SymDoubles doubles(long n) {
        Block b = session.allocator.allocate(this, ObjectKind.DOUBLES, n, 8);
        return new Doubles(b, session.context, b.offset, n, false);
    }

    @Override
    public SymMem mem(long bytes) {
        return mem(bytes, heap.line());
    }

    @Override
    public SymMem mem(long bytes, long align) {
        Block b = session.allocator.allocate(this, ObjectKind.MEM, bytes, 1, align);
        return new Mem(b, session.context, b.offset, bytes, false);
    }

    @Override
    public Signal signal() {
        return new SignalWord(
                session.allocator.allocate(this, ObjectKind.SIGNAL, 1, SignalWord.BYTES), session.context);
    }

    @Override
    public Signal[] signals(int k) {
        if (k < 0) {
            throw new IllegalArgumentException(
                    "%s: signals, k=%d is negative; give 0 or more".formatted(session.who(), k));
        }
        Signal[] signals = new Signal[k];
        Block[] blocks = session.allocator.allocateEach(this, ObjectKind.SIGNAL, k);
        for (int i = 0; i < k; i++) signals[i] = new SignalWord(blocks[i], session.context);
        return signals;
    }
}
