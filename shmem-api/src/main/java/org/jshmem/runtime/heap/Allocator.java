// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.Hash;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.UsableMemory;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Transport;

/// The allocator of symmetric memory. Its calls are collectives of the world; after each call all PEs have equal
/// blocks.
public final class Allocator {
    private final Session session;
    private final Transport transport;
    private final Channel channel;
    private final Group world;
    private final Set<Block> blocks = ConcurrentHashMap.newKeySet(); // also the empty ones
    private long allocations;

    Allocator(Session session, Group world) {
        this.session = session;
        this.transport = session.transport;
        this.channel = transport.channel();
        this.world = world;
    }

    /// Makes all blocks unusable.
    void invalidate() {
        for (Block block : blocks) block.live = false;
    }

    /// Allocates `n` zeroed elements, aligned to `align` bytes. All PEs agree on size and outcome before any PE
    /// returns.
    public Block allocate(Heap heap, ObjectKind kind, long n, int width, long align) {
        checkLength(heap, kind.label(), n, width);
        if ((align & (align - 1)) != 0 || align < 8) {
            throw new IllegalArgumentException(
                    "%s: mem, align=%d is not a power of two of at least 8; use 8, 16, 32 and so on"
                            .formatted(session.who(), align));
        }
        long most = Math.min(Shape.ALIGNMENT, Long.lowestOneBit(heap.start));
        if (align > most) {
            throw new IllegalArgumentException(
                    "%s: mem, align=%d is more than space '%s' is aligned to; give at most %d"
                            .formatted(session.who(), align, heap.memory.name(), most));
        }
        if (n == 0) {
            session.check(kind.label());
            return remember(new Block(session, heap, heap.start, 0, align, allocations));
        }
        return allocateEach(heap, kind, 1, n * width, align)[0];
    }

    /// Allocates `k` zeroed blocks, one after the other, with one meeting. `bytes` is a multiple of `align`, or there
    /// is one block.
    public Block[] allocateEach(Heap heap, ObjectKind kind, int k, long bytes, long align) {
        Block[] each = new Block[k];
        if (k == 0) return each;
        begin(kind.label());
        try {
            long at = take(heap, kind, k * bytes, align);
            for (int i = 0; i < k; i++) {
                long number = i == 0 ? allocations : ++allocations;
                each[i] = keep(new Block(session, heap, at + i * bytes, bytes, align, number), kind);
            }
            return each;
        } finally {
            world.dismiss();
        }
    }

    /// Begins a collective of the world. Refuses a second thread.
    private void begin(String verb) {
        session.check(verb);
        world.admit(verb);
    }

    private Block remember(Block block) {
        blocks.add(block);
        if (!session.live) block.live = false; // the session has ended on another thread meanwhile
        return block;
    }

    private Block keep(Block block, ObjectKind kind) {
        Observer observer = transport.observer();
        if (observer != null) {
            observer.object(block.offset, block.bytes, kind.width(), kind.label() + " " + block.number);
        }
        return remember(block);
    }

    /// Allocates zeroed bytes and returns their offset in the region.
    private long take(Heap heap, ObjectKind kind, long bytes, long align) {
        allocations++;
        long at = heap.allocate(bytes, align); // equal on all PEs
        if (at >= 0) back(heap.start + at, bytes);
        channel.quiet();
        world.syncWithin(Operation.ALLOCATE, bytes, align, kind.ordinal(), heap.number);
        if (at < 0) throw full(heap, bytes);
        int unbacked = unbacked();
        if (unbacked >= 0) {
            heap.release(at, bytes);
            throw noMemory(unbacked, bytes);
        }
        return heap.start + at;
    }

    private void checkLength(Heap heap, String verb, long n, int width) {
        if (n < 0) {
            throw new IllegalArgumentException(
                    "%s: %s, n=%d is negative; give 0 or more".formatted(session.who(), verb, n));
        }
        if (n > Long.MAX_VALUE / width) throw full(heap, Long.MAX_VALUE);
    }

    /// Makes a block's memory usable and zero. A PE that cannot marks that on all PEs before they meet.
    private boolean back(long offset, long bytes) {
        try {
            transport.back(offset, bytes, bytes);
            return true;
        } catch (SymmetricHeapException e) {
            markUnbacked();
            System.err.println(e.getMessage());
            return false;
        }
    }

    /// Marks on all PEs that this PE cannot back the allocation whose meeting is the world's next call. Two words are
    /// used in turn: a PE may be in the next meeting before another PE has read the word of this one.
    private void markUnbacked() {
        long call = world.calls.number() + 1;
        long mark = call << 32 | 1 + transport.pe();
        for (int pe = 0; pe < transport.npes(); pe++) channel.store(pe, SystemLayout.unbacked(call), 8, mark);
    }

    /// Returns a PE that could not back the allocation whose meeting is over, or -1.
    private int unbacked() {
        long mark = channel.load(transport.pe(), SystemLayout.unbacked(world.calls.number()), 8);
        return mark >>> 32 == (world.calls.number() & 0xffffffffL) ? (int) mark - 1 : -1;
    }

    private SymmetricHeapException noMemory(int pe, long bytes) {
        return new SymmetricHeapException(
                "%s: out of memory behind the heaps: PE %d could not get its %d bytes of this allocation; free space in /dev/shm, or give oshrun another --heap-dir"
                        .formatted(session.who(), pe, bytes));
    }

    private SymmetricHeapException full(Heap heap, long bytes) {
        return new SymmetricHeapException("%s: %s cannot give %d bytes, %d of %d are free, the largest block is %d; %s"
                .formatted(
                        session.who(),
                        heap == session.heap() ? "the symmetric heap" : "space '" + heap.memory.name() + "'",
                        bytes,
                        heap.size - heap.used(),
                        heap.size,
                        heap.largestFree(),
                        heap == session.heap() ? remedy(heap, bytes) : "free something, or use the heap"));
    }

    /// The remedy for a full heap: a size in whole MiB that certainly has the room, if this host has the memory.
    private String remedy(Heap heap, long bytes) {
        long other = heap.used() == 0 ? 0 : heap.size;
        if (bytes > (1L << 62) - other) return "use a smaller count: no memory has that many bytes";
        int pes = transport.topology().neighbours(transport.pe()).length;
        long memory = UsableMemory.bytes();
        if (other + bytes > memory / pes) {
            return "use a smaller count: a heap of %s on each of the %d PEs of this host has more bytes than its memory, %s"
                    .formatted(MemorySizes.format(other + bytes), pes, MemorySizes.format(memory));
        }
        return "raise the heap (--heap, SHMEM_SYMMETRIC_SIZE, @ShmemTest(heap)) to %dm or more"
                .formatted(other + bytes + (1 << 20) - 1 >> 20);
    }

    /// Frees an object's memory. Collective; no PE may use the object after its own call.
    public void free(Block block) {
        free("free", List.of(block));
    }

    /// Frees several objects' memory, with one meeting.
    public void free(String verb, List<Block> all) {
        List<Block> freed = new ArrayList<>(all);
        freed.removeIf(block -> block.bytes == 0);
        if (freed.isEmpty()) {
            all.forEach(this::forget);
            return;
        }
        long others = 0;
        for (Block block : freed.subList(1, freed.size())) others = Hash.mix(others, block.offset);
        begin(verb);
        try {
            channel.quiet();
            world.syncWithin(Operation.FREE, freed.getFirst().offset, freed.size(), others, 0);
            for (Block block : freed) block.heap.release(block.offset - block.heap.start, block.bytes);
        } finally {
            all.forEach(this::forget);
            world.dismiss();
        }
    }

    private void forget(Block block) {
        block.live = false;
        blocks.remove(block);
    }

    /// Changes the size of an object: in place if its memory allows it, else by a move of its content to another block.
    public Block realloc(Block old, ObjectKind kind, long n, int width) {
        Heap heap = old.heap;
        checkLength(heap, "realloc", n, width);
        if (old.bytes == 0 || n == 0) {
            if (old.bytes != 0) free(old);
            Block block = allocate(heap, kind, n, width, old.align);
            forget(old);
            return block;
        }
        begin("realloc");
        try {
            return move(old, kind, n * width);
        } finally {
            world.dismiss();
        }
    }

    private Block move(Block old, ObjectKind kind, long bytes) {
        channel.quiet();
        world.syncWithin(Operation.REALLOCATE, old.offset, bytes, 0, 0);
        Heap heap = old.heap;
        long number = ++allocations;
        long before = old.offset - heap.start;
        boolean here = heap.resize(before, old.bytes, bytes);
        long at = here ? before : heap.allocate(bytes, old.align);
        if (at < 0) throw full(heap, bytes);
        long offset = heap.start + at;
        if (!here && back(offset, bytes)) {
            channel.copy(transport.pe(), offset, transport.pe(), old.offset, old.bytes);
        } else if (here && bytes > old.bytes) {
            back(offset + old.bytes, bytes - old.bytes);
        }
        channel.quiet(); // completes the marks of a PE that could not back the block
        world.syncWithin(Operation.REALLOCATE, offset, bytes, 1, 0);
        int unbacked = unbacked();
        if (unbacked >= 0) {
            if (here) heap.resize(at, bytes, old.bytes);
            else heap.release(at, bytes);
            throw noMemory(unbacked, bytes);
        }
        forget(old);
        if (!here) heap.release(before, old.bytes);
        return keep(new Block(session, heap, offset, bytes, old.align, number), kind);
    }
}
