// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.cost.MachineAccess;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Memory;

/// An operation of a PE on simulated memory, or a computation: the cost model takes its steps, the listeners observe
/// it, and its bytes move.
public final class MemoryAccess extends Simcall {
    /// The call that makes an access and has a cost of its own: none; a look of the program; a routine of the library,
    /// for which the prefetcher forgets its streams; the routines that raise a flag; or loads and stores of the
    /// program, which it declares.
    public enum Call {
        /// None.
        NONE,
        /// A test or a fetch, which takes 1 ns at least, so that loops end.
        LOOK,
        /// A routine.
        ROUTINE,
        /// A flag of a collective that puts and gets.
        FLAG,
        /// Declared loads and stores.
        DIRECT
    }

    /// The move of an access whose bytes another call moves.
    public static final Runnable NOTHING = () -> {};

    /// The request.
    public final MachineAccess access;

    private final SimMemory memory;
    private final ArrayDeque<MemoryAccess> free; // takes this object when the operation is over; null if not issued
    private Call call = Call.NONE;
    private Runnable bytes; // moves them
    private long word; // of a store
    private long start; // the time of the first step, -1 before
    private long end; // known after the last step of the model, -1 before
    private MemorySegment copied = MemorySegment.NULL; // memory for the bytes of a put that go later, or of a copy
    private boolean isRead; // the bytes have been read, of a copy into that memory

    /// An object for the accesses of a PE, one after the other. Issued ones, whose steps any thread takes and before
    /// which the PE's thread goes on, return into `free` when they are over; null for one that the PE performs.
    public MemoryAccess(SimMemory memory, int pe, ArrayDeque<MemoryAccess> free) {
        super(free != null);
        this.memory = memory;
        access = new MachineAccess(pe);
        this.free = free;
    }

    /// Makes this object another access: sets the call and the move of its bytes, which runs when they change.
    /// With null a store or a signal writes the word of [#storing], an issued put writes the bytes of [#copy],
    /// and a copy copies.
    public void become(Call by, Runnable move) {
        call = by;
        bytes = move;
        end = -1;
    }

    /// Sets the word of a store or a signal.
    public MemoryAccess storing(long value) {
        word = value;
        return this;
    }

    /// Makes this object a look of a wait, which takes its steps and sees the bytes by `move`.
    void lookAt(AccessKind kind, int region, long offset, long count, Runnable move) {
        access.become(kind, region, offset, count);
        become(Call.NONE, move);
        restart();
    }

    private void restart() {
        access.restart();
        start = -1;
        isRead = false;
    }

    /// Whether the PE's thread goes on before the access.
    public boolean isIssued() {
        return free != null;
    }

    /// Copies the bytes of a put that go after its call, because the program may change its own at once.
    public void copy(MemorySegment source, long from) {
        if (copied.byteSize() < access.bytes) copied = MemorySegment.ofArray(new long[(int) (access.bytes + 7 >> 3)]);
        MemorySegment.copy(source, from, copied, 0, access.bytes);
    }

    @Override
    public long begin(long now) {
        restart();
        long first = now + called();
        return memory.costs.beginsUnseen(access) ? progressed(first) : first;
    }

    /// The cost of the call.
    private long called() {
        if (call == Call.DIRECT) return memory.calls.direct();
        if (call == Call.NONE || call == Call.LOOK) return 0;
        memory.costs.begin(access.pe);
        return call == Call.FLAG ? memory.calls.flag() : memory.calls.of(access);
    }

    /// Takes the next step of the model. Returns the time of the next step after it, or of the change.
    private long progressed(long now) {
        if (start < 0) {
            start = now;
            memory.begins(access, start);
        }
        long next = memory.costs.step(access, now);
        if (access.kind == AccessKind.COMPUTE) memory.kernel.checked(access.pe, next);
        if (access.reads) read();
        if (access.more) return next;
        end = call == Call.LOOK ? Math.max(next, start + Picos.PER_NANO) : next;
        return access.kind.changes() && !access.sent ? Math.max(access.effect, now) : now;
    }

    /// The bytes are read now, at the other end, before the access is over.
    private void read() {
        access.reads = false;
        isRead = true;
        if (bytes != null) bytes.run();
        else if (access.kind == AccessKind.COPY)
            copy(Memory.everywhere(), memory.address(access.source, access.sourceOffset));
    }

    @Override
    public long step(long now) {
        MachineAccess a = access;
        if (end < 0) {
            long next = progressed(now);
            if (end < 0 || next > now) return next;
        }
        memory.happened(a, start, end);
        if (access.sent) {
            memory.costs.deliver(a, arrival());
        } else {
            if (a.kind.changes()) memory.changed(a.region, a.offset, a.offset + a.bytes, access.seen);
            if (bytes == null) move(a.kind, a.bytes);
            else if (!isRead) bytes.run();
        }
        long done = end;
        if (isIssued()) free.push(this);
        return DONE | done;
    }

    private void move(AccessKind kind, long count) {
        if (kind != AccessKind.COPY || isRead) move(kind, count, address(), word, copied);
        else Memory.copy(memory.address(access.source, access.sourceOffset), address(), count);
    }

    /// The change that happens when its message has arrived, also if this object is another request by then.
    private LongConsumer arrival() {
        AccessKind kind = access.kind;
        int region = access.region;
        long from = access.offset;
        long count = access.bytes;
        long value = word;
        boolean moves = bytes == null;
        if (moves && kind == AccessKind.COPY && !isRead) read();
        MemorySegment sent = copied;
        copied = MemorySegment.NULL;
        return seen -> {
            memory.changed(region, from, from + count, seen);
            if (moves) move(kind, count, memory.address(region, from), value, sent);
        };
    }

    private static void move(AccessKind kind, long count, long to, long word, MemorySegment copied) {
        switch (kind) {
            case SIGNAL -> Memory.setLongRelease(to, word);
            case STORE -> Memory.set(to, (int) count, word);
            case PUT, COPY -> Memory.copyIn(copied, 0, to, count);
            default -> {}
        }
    }

    private long address() {
        return memory.address(access.region, access.offset);
    }

    @Override
    public String describe() {
        return "PE " + access.pe + " " + access.kind.word() + "s";
    }
}
