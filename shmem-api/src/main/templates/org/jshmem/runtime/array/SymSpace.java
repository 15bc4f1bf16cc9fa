// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.array;

import java.util.Arrays;
import org.jshmem.*;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.kernel.ElementType;
import org.jshmem.runtime.heap.Block;
import org.jshmem.runtime.heap.Heap;

/// A memory of the machine as programs see it: it makes symmetric objects in the default context.
///
/// @param heap the memory
/// @param context the default context
/// @param name the memory's name
/// @param size the bytes of a PE
/// @param line the bytes of a line
public record SymSpace(Heap heap, Context context, String name, long size, int line) implements Space {

    public SymSpace(Heap heap, Context context) {
        this(heap, context, heap.memory.name(), heap.size, heap.line);
    }

    private Block allocate(ObjectKind kind, long n) {
        return context.session.allocator.allocate(heap, kind, n, line);
    }

    @Override
    public long used() {
        return heap.used();
    }

    @Override
    public long largestFree() {
        return heap.largestFree();
    }
    // for TYPES

    @Override
    public SymTypes TYPEs(long n) {
        return new Types(allocate(ObjectKind.of(ElementType.TYPE), n), context, n);
    }
    // end

    @Override
    public SymMem mem(long bytes) {
        return mem(bytes, line);
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
