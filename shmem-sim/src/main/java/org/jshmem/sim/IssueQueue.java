// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
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

    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final Accesses accesses;
    private final int pe;
    private final MemorySystem.Copying copying;

    private Activity[] event; // null before the first operation
    private int[] target;
    private long[] offset;
    private long[] bytes; // or the width of a word
    private long[] value; // of a word; the place of a put's bytes in the stage; the offset of a copy's source
    private int[] source; // region of a copy's source
    private final int room; // bytes of the puts that this PE holds
    private MemorySegment stage = MemorySegment.ofArray(new byte[0]);
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
        int i = enter(Activity.STORE, region, at, width);
        value[i] = word;
    }

    /// Issues a signal.
    void signal(int region, long at, long word) {
        int i = enter(Activity.SIGNAL, region, at, Long.BYTES);
        value[i] = word;
    }

    /// Issues a put; its source may be reused at once.
    void put(int region, long at, MemorySegment src, long from, long length) {
        if (copies || staged + length > room) drain();
        int i = enter(Activity.PUT, region, at, length);
        if (staged + length > stage.byteSize()) grow(staged + length);
        MemorySegment.copy(src, from, stage, staged, length);
        value[i] = staged;
        staged += (int) (length + 7) & -8;
    }

    private void grow(long least) {
        byte[] larger = new byte[(int) Math.min(room, Math.max(1024, 2 * least))];
        MemorySegment.copy(stage, 0, MemorySegment.ofArray(larger), 0, staged);
        stage = MemorySegment.ofArray(larger);
    }

    /// Issues a copy by direct loads and stores into this PE's memory. Its bytes must not be read before [#drain].
    void copy(long to, int region, long from, long length) {
        int i = enter(Activity.COPY, pe, to, length);
        source[i] = region;
        copies = true;
        value[i] = from;
    }

    private int enter(Activity what, int region, long at, long length) {
        if (count == ROOM) drain();
        if (event == null) {
            event = new Activity[ROOM];
            target = new int[ROOM];
            offset = new long[ROOM];
            bytes = new long[ROOM];
            value = new long[ROOM];
            source = new int[ROOM];
        }
        int i = count++;
        event[i] = what;
        target[i] = region;
        offset[i] = at;
        bytes[i] = length;
        if (i == 0) engine.advance(pe, beginning());
        return i;
    }

    /// Waits until all issued operations have happened.
    void drain() {
        if (count > 0 && Thread.currentThread() == engine.thread(pe)) engine.awaitInTurn(pe, this);
    }

    /// Begins the call of the next operation, before its turn. Returns the cost.
    private long beginning() {
        switch (event[next]) {
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
        int i = next;
        int region = target[i];
        long at = offset[i];
        if (!begun) start = now;
        switch (event[i]) {
            case STORE -> {
                accesses.stored(Activity.STORE, region, at, bytes[i], now, memory.store(pe, region, at, now));
                Memory.set(sim.regions.address(region, at), (int) bytes[i], value[i]);
            }
            case SIGNAL -> {
                accesses.stored(Activity.SIGNAL, region, at, Long.BYTES, now, memory.flag(pe, region, at, now));
                Memory.setLongRelease(sim.regions.address(region, at), value[i]);
            }
            default -> {
                if (!begun) begin(i);
                long done = copying.step(now);
                begun = copying.hasMore();
                if (begun) return done;
                move(i, done);
            }
        }
        next++;
        if (next < count) return engine.now(pe) + beginning();
        next = 0;
        count = 0;
        staged = 0;
        copies = false;
        return engine.now(pe);
    }

    private void begin(int i) {
        if (event[i] == Activity.PUT) copying.put(target[i], offset[i], bytes[i]);
        else copying.copy(pe, offset[i], source[i], value[i], bytes[i]);
    }

    private void move(int i, long done) {
        long to = sim.regions.address(target[i], offset[i]);
        if (event[i] == Activity.PUT) {
            accesses.written(Activity.PUT, target[i], offset[i], bytes[i], start, done);
            Memory.copyIn(stage, value[i], to, bytes[i]);
        } else {
            accesses.copied(pe, offset[i], source[i], value[i], bytes[i], start, done);
            Memory.copy(sim.regions.address(source[i], value[i]), to, bytes[i]);
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
