// SPDX-License-Identifier: Apache-2.0
package org.jshmem.runtime.heap;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jshmem.SymmetricHeapException;
import org.jshmem.collective.CallSequence;
import org.jshmem.collective.Group;
import org.jshmem.collective.diagnose.CallLog;
import org.jshmem.collective.diagnose.ObjectKind;
import org.jshmem.collective.diagnose.Operation;
import org.jshmem.collective.layout.SystemLayout;
import org.jshmem.runtime.settings.MemorySizes;
import org.jshmem.runtime.settings.UsableMemory;
import org.jshmem.transport.Observer;
import org.jshmem.transport.Shape;
import org.jshmem.transport.Wait;

/// The allocator of symmetric memory. Its calls are collectives of the world; after each call all PEs have equal
/// blocks.
public final class Allocator {
    private final Session session;
    private final Group world;
    private final Set<Block> blocks = ConcurrentHashMap.newKeySet(); // also the empty ones
    private long allocations;

    Allocator(Session session, Group world) {
        this.session = session;
        this.world = world;
    }

    /// Makes all blocks unusable.
    void invalidate() {
        for (Block block : blocks) block.live = false;
    }

    /// Allocates `n` zeroed elements, aligned to `align` bytes. All PEs agree on size and outcome before any PE
    /// returns.
    public Block allocate(Heap heap, ObjectKind kind, long n, long align) {
        long bytes = bytes(heap, kind.label(), "n", n, kind.width());
        if (Long.bitCount(align) != 1 || align < 8) {
            throw session.refusal("mem, align=%d is not a power of two of at least 8; use 8, 16, 32 and so on", align);
        }
        long most = Math.min(Shape.ALIGNMENT, Long.lowestOneBit(heap.start));
        if (align > most) {
            String mistake = "mem, align=%d is more than space '%s' is aligned to; give at most %d";
            throw session.refusal(mistake, align, heap.memory.name(), most);
        }
        if (n > 0) return allocateEach(heap, kind, 1, bytes, align)[0];
        session.check(kind.label());
        return remember(new Block(session, heap, heap.start, 0, align, allocations));
    }

    /// Allocates `k` zeroed objects of one line each, one after the other, with one meeting.
    public Block[] allocateLines(Heap heap, ObjectKind kind, int k) {
        bytes(heap, kind.label() + "s", "k", k, heap.line);
        return k == 0 ? new Block[0] : allocateEach(heap, kind, k, heap.line, heap.line);
    }

    private Block[] allocateEach(Heap heap, ObjectKind kind, int k, long bytes, long align) {
        try (var _ = enter(kind.label(), Operation.ALLOCATE)) {
            allocations++;
            long at = heap.allocate(k * bytes, align); // equal on all PEs
            if (at >= 0) back(heap.start + at, k * bytes);
            session.channel.quiet();
            world.barrier.sync(Operation.ALLOCATE, k * bytes, align, kind.ordinal(), session.heaps.indexOf(heap));
            if (at < 0) throw full(heap, k * bytes);
            checkBacked(k * bytes, () -> heap.release(at, k * bytes));
            Block[] each = new Block[k];
            for (int i = 0; i < k; i++) {
                long number = i == 0 ? allocations : ++allocations;
                each[i] = keep(new Block(session, heap, heap.start + at + i * bytes, bytes, align, number), kind);
            }
            return each;
        }
    }

    /// Begins a collective of the world, which lasts until the result is closed. Refuses a second thread.
    private CallSequence.CollectiveScope enter(String verb, Operation operation) {
        session.check(verb);
        return world.calls.enter(verb, operation.label());
    }

    private Block remember(Block block) {
        blocks.add(block);
        if (!session.live) block.live = false; // the session has ended on another thread meanwhile
        return block;
    }

    private Block keep(Block block, ObjectKind kind) {
        Observer observer = session.transport.observer();
        if (observer != null) observer.object(block.offset, block.bytes, kind.width(), kind.label(block.number));
        return remember(block);
    }

    /// The bytes of `n` elements. Refuses numbers that are negative or too large.
    private long bytes(Heap heap, String verb, String name, long n, int width) {
        if (n < 0) throw session.refusal("%s, %s=%d is negative; give 0 or more", verb, name, n);
        if (n > Long.MAX_VALUE / width) throw full(heap, Long.MAX_VALUE);
        return n * width;
    }

    /// Makes a block's memory usable and zero. A PE that cannot marks that on all PEs before they meet.
    private boolean back(long offset, long bytes) {
        try {
            session.transport.back(offset, bytes, bytes);
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
        long mark = call << 32 | 1 + session.transport.pe();
        for (int pe = 0; pe < session.transport.npes(); pe++)
            session.channel.store(pe, SystemLayout.unbacked(call), 8, mark);
    }

    /// Refuses the allocation whose meeting is over, after `undo`, if a PE could not back it.
    private void checkBacked(long bytes, Runnable undo) {
        long call = world.calls.number();
        long mark = session.channel.load(session.transport.pe(), SystemLayout.unbacked(call), 8);
        if (mark >>> 32 != (call & 0xffffffffL)) return;
        undo.run();
        throw new SymmetricHeapException(
                "%s: out of memory behind the heaps: PE %d could not get its %d bytes of this allocation; free space in /dev/shm, or give oshrun another --heap-dir"
                        .formatted(session.who(), (int) mark - 1, bytes));
    }

    private SymmetricHeapException full(Heap heap, long bytes) {
        boolean own = heap == session.heap();
        String name = own ? "the symmetric heap" : "space '" + heap.memory.name() + "'";
        String remedy = own ? remedy(heap, bytes) : "free something, or use the heap";
        long free = heap.size - heap.used();
        return new SymmetricHeapException("%s: %s cannot give %d bytes, %d of %d are free, the largest block is %d; %s"
                .formatted(session.who(), name, bytes, free, heap.size, heap.largestFree(), remedy));
    }

    /// The remedy for a full heap: a size in whole MiB that certainly has the room, if this host has the memory.
    private String remedy(Heap heap, long bytes) {
        long other = heap.used() == 0 ? 0 : heap.size;
        if (bytes > (1L << 62) - other) return "use a smaller count: no memory has that many bytes";
        int pes = session.transport.topology().neighbours(session.transport.pe()).length;
        long memory = UsableMemory.bytes();
        if (other + bytes > memory / pes) {
            return "use a smaller count: a heap of %s on each of the %d PEs of this host has more bytes than its memory, %s"
                    .formatted(MemorySizes.format(other + bytes), pes, MemorySizes.format(memory));
        }
        return "raise the heap (--heap, SHMEM_SYMMETRIC_SIZE, @ShmemTest(heap)) to %dm or more"
                .formatted(other + bytes + (1 << 20) - 1 >> 20);
    }

    /// Frees objects' memory, with one meeting. Collective; no PE may use the objects after its own call.
    public void free(String verb, List<Block> all) {
        free(verb, all, () -> {});
    }

    private void free(String verb, List<Block> all, Runnable before) {
        List<Block> freed = all.stream().filter(block -> block.bytes > 0).toList();
        if (freed.isEmpty()) {
            all.forEach(this::forget);
            return;
        }
        try (var _ = enter(verb, Operation.FREE)) {
            try {
                long hash = 0;
                for (Block block : freed.subList(1, freed.size())) hash = CallLog.mix(hash, block.offset);
                before.run();
                session.channel.quiet();
                world.barrier.sync(Operation.FREE, freed.getFirst().offset, freed.size(), hash, 0);
                for (Block block : freed) block.heap.release(block.offset - block.heap.start, block.bytes);
            } finally {
                all.forEach(this::forget);
            }
        }
    }

    /// Frees an object's memory. The caller makes the meeting in `meet`, by waits for the reason that it gets: it has
    /// work to do meanwhile. Collective.
    public void free(Block block, Consumer<Wait.Reason> meet) {
        free("close", List.of(block), () -> {
            session.channel.quiet();
            world.calls.begin(Operation.FREE, block.offset, 1, 0, 0, 0, 0);
            meet.accept(world.calls); // what it still writes into the object on other PEs is completed after it
        });
    }

    private void forget(Block block) {
        block.live = false;
        blocks.remove(block);
    }

    /// Changes the size of an object: in place if its memory allows it, else by a move of its content to another block.
    public Block realloc(Block old, ObjectKind kind, long n) {
        long bytes = bytes(old.heap, "realloc", "n", n, kind.width());
        if (old.bytes > 0 && n > 0) return move(old, kind, bytes);
        if (old.bytes > 0) free("free", List.of(old));
        Block block = allocate(old.heap, kind, n, old.align);
        forget(old);
        return block;
    }

    private Block move(Block old, ObjectKind kind, long bytes) {
        try (var _ = enter("realloc", Operation.REALLOCATE)) {
            session.channel.quiet();
            world.barrier.sync(Operation.REALLOCATE, old.offset, bytes, 0, 0);
            Heap heap = old.heap;
            long number = ++allocations;
            long before = old.offset - heap.start;
            boolean here = heap.resize(before, old.bytes, bytes);
            long at = here ? before : heap.allocate(bytes, old.align);
            if (at < 0) throw full(heap, bytes);
            long offset = heap.start + at;
            if (!here && back(offset, bytes)) {
                session.channel.copy(session.transport.pe(), offset, session.transport.pe(), old.offset, old.bytes);
            } else if (here && bytes > old.bytes) {
                back(offset + old.bytes, bytes - old.bytes);
            }
            session.channel.quiet(); // completes the marks of a PE that could not back the block
            world.barrier.sync(Operation.REALLOCATE, offset, bytes, 1, 0);
            checkBacked(bytes, () -> {
                if (here) heap.resize(at, bytes, old.bytes);
                else heap.release(at, bytes);
            });
            forget(old);
            if (!here) heap.release(before, old.bytes);
            return keep(new Block(session, heap, offset, bytes, old.align, number), kind);
        }
    }
}
