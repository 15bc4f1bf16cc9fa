// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.WakeCondition;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Memory;

/// The operations without a result that a PE has issued and that have not had their turns yet.
///
/// A PE that puts waits for nothing, so its thread goes on before the put has happened. The thread that has the baton
/// makes the put later, in the PE's turn, and at the same virtual time as without a queue. Many puts then
/// take one task switch. Before anything that could tell the difference, such as a load, a wait, or a look at its
/// clock, the PE waits until its queue is empty.
final class IssueQueue implements WakeCondition {
    private static final int ROOM = 64; // operations
    private static final int STAGES = 8 << 20; // bytes of the puts that all PEs hold: they should stay in a cache
    private static final int MOST = 64 << 10; // of them those of one PE

    /// One issued operation.
    private static final class Operation {
        private Activity event;
        private int target;
        private int source; // region of a copy's source
        private long offset;
        private long bytes; // or the width of a word
        private long value; // of a word; the address of a put's staged bytes; the offset of a copy's source
    }

    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final Accesses accesses;
    private final int pe;
    private final MemorySystem.Copying copying;

    private Operation[] operations; // null before the first
    private final int room; // bytes of the puts that this PE holds
    private long stage; // address of these bytes
    private int stageBytes;
    private int staged;
    private boolean copies; // a put could read what they bring
    private int count;
    private int next;

    private boolean begun; // the next operation has made its first step
    private long start;

    IssueQueue(Simulation sim, Accesses accesses, int pe) {
        this.sim = sim;
        this.accesses = accesses;
        this.pe = pe;
        engine = sim.engine;
        memory = sim.memory;
        room = Math.clamp(STAGES / sim.npes(), 4 << 10, MOST);
        copying = sim.issues() ? memory.copying(pe) : null;
    }

    /// Whether an operation of the calling thread may be issued. The PE's operations on its own memory happen at once,
    /// because its own loads need no call.
    boolean takes(int region) {
        return region != pe && takesCopies();
    }

    /// Whether a copy of the calling thread into this PE's memory may be issued.
    boolean takesCopies() {
        return copying != null && Thread.currentThread() == engine.thread(pe);
    }

    /// Whether a put of this many bytes may be issued. A long one is rather made at once, as the queue copies its
    /// bytes.
    boolean takes(int region, long length) {
        return length <= room / 8 && takes(region);
    }

    boolean isEmpty() {
        return count == 0;
    }

    /// Issues a store of a word.
    void store(int region, long at, int width, long word) {
        enter(Activity.STORE, region, at, width).value = word;
    }

    /// Issues a signal.
    void signal(int region, long at, long word) {
        enter(Activity.SIGNAL, region, at, Long.BYTES).value = word;
    }

    /// Issues a put; its source may be reused at once.
    void put(int region, long at, MemorySegment src, long from, long length) {
        if (copies || staged + length > room) drain();
        Operation put = enter(Activity.PUT, region, at, length);
        if (staged + length > stageBytes) grow(staged + length);
        put.value = stage + staged;
        Memory.copyIn(src, from, put.value, length);
        staged += (int) (length + 7) & -8;
    }

    /// Holds later bytes in a larger stage; the bytes of earlier puts stay where they are.
    private void grow(long least) {
        stageBytes = (int) Math.min(room, Math.max(1024, 2 * least));
        stage = sim.regions.allocate(stageBytes);
    }

    /// Issues a copy by direct loads and stores into this PE's memory. Its bytes must not be read before [#drain].
    void copy(long to, int region, long from, long length) {
        Operation copy = enter(Activity.COPY, pe, to, length);
        copy.source = region;
        copy.value = from;
        copies = true;
    }

    private Operation enter(Activity what, int region, long at, long length) {
        if (count == ROOM) drain();
        if (operations == null) {
            operations = new Operation[ROOM];
            Arrays.setAll(operations, i -> new Operation());
        }
        Operation issued = operations[count++];
        issued.event = what;
        issued.target = region;
        issued.offset = at;
        issued.bytes = length;
        if (count == 1) engine.advance(pe, beginning(issued));
        return issued;
    }

    /// Waits until all issued operations have happened.
    void drain() {
        if (count > 0 && Thread.currentThread() == engine.thread(pe)) engine.awaitInTurn(pe, this);
    }

    /// Begins the call of an operation, before its turn. Returns the cost.
    private long beginning(Operation issued) {
        switch (issued.event) {
            case PUT -> {
                memory.begin(pe);
                return sim.calls.put();
            }
            case COPY -> {
                return sim.calls.direct();
            }
            case SIGNAL -> memory.begin(pe);
            default -> {}
        }
        return 0;
    }

    /// Makes the next step of an issued operation, in the PE's turn. Returns the time of the step after it.
    long step(long now) {
        Operation it = operations[next];
        int region = it.target;
        long at = it.offset;
        if (!begun) start = now;
        switch (it.event) {
            case STORE -> {
                accesses.stored(Activity.STORE, region, at, it.bytes, now, memory.store(pe, region, at, now));
                Memory.set(sim.regions.address(region, at), (int) it.bytes, it.value);
            }
            case SIGNAL -> accesses.signal(region, at, it.value, now);
            default -> {
                if (!begun) begin(it);
                long done = copying.step(now);
                begun = copying.hasMore();
                if (begun) return done;
                move(it, done);
            }
        }
        next++;
        if (next < count) return engine.now(pe) + beginning(operations[next]);
        next = 0;
        count = 0;
        staged = 0;
        copies = false;
        return engine.now(pe);
    }

    private void begin(Operation it) {
        if (it.event == Activity.PUT) copying.put(it.target, it.offset, it.bytes);
        else copying.copy(pe, it.offset, it.source, it.value, it.bytes);
    }

    private void move(Operation it, long done) {
        long to = sim.regions.address(it.target, it.offset);
        if (it.event == Activity.PUT) {
            accesses.written(Activity.PUT, it.target, it.offset, it.bytes, start, done);
            Memory.copy(it.value, to, it.bytes);
        } else {
            accesses.copied(pe, it.offset, it.source, it.value, it.bytes, start, done);
            Memory.copy(sim.regions.address(it.source, it.value), to, it.bytes);
        }
    }

    @Override
    public Look look() {
        engine.advanceTo(pe, step(engine.now(pe)));
        return count > 0 ? Look.GOES_ON : Look.HOLDS;
    }

    @Override
    public String describe() {
        return "PE " + pe + " puts";
    }
}
