// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Memory;

/// The accesses of one PE to simulated memory, without the bytes. The memory system gives the cost of an access. The
/// access then moves the PE's clock, passes the race checks, enters the hash and the time account, and wakes the PEs
/// that wait for changed lines.
final class Accesses {
    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final int pe;

    Accesses(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        engine = sim.engine;
        memory = sim.memory;
    }

    /// Waits until no PE that could still act has a smaller clock; returns the clock of this PE.
    long turn() {
        if (sim.meter != null) sim.meter.stop(pe);
        if (sim.conflicts != null) sim.conflicts.flush(pe);
        engine.turn(pe);
        return engine.now(pe);
    }

    /// Raises a flag in the PE's turn, at `start`. Any thread may call.
    void signal(int target, long offset, long value, long start) {
        stored(Activity.SIGNAL, target, offset, Long.BYTES, start, memory.flag(pe, target, offset, start));
        Memory.setLongRelease(sim.regions.address(target, offset), value);
    }

    /// Loads a word in the PE's turn, at `start`. Any thread may call.
    long load(int target, long offset, int width, long start) {
        long value = Memory.getAcquire(sim.regions.address(target, offset), width);
        if (sim.conflicts != null) sim.conflicts.read(pe, Activity.LOAD, target, offset, offset + width);
        loaded(Activity.LOAD, target, offset, width, start);
        if (sim.delayed != null) {
            if (target != pe) sim.delayed.read(pe, Activity.LOAD, target, offset, offset + width);
            sim.delayed.looked(target, offset, offset + width, pe); // the load may belong to a loop that tests
        }
        return value;
    }

    /// One word changes, from `start` until `done`; the caller changes its bytes right after.
    void stored(Activity event, int target, long offset, long bytes, long start, long done) {
        long seen = memory.seen();
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        if (sim.delayed != null) sim.delayed.nonBlocking.changes(pe, event, target, offset, offset + bytes);
        arrive(done);
        if (sim.conflicts != null) sim.conflicts.changed(pe, event, target, offset, offset + bytes);
        sim.note(pe, event, target, offset, bytes, start, done);
        sim.pollers.changed(target, offset, offset + bytes, seen);
    }

    /// Advances to the moment at which bytes change, lets PEs with smaller clocks act, and advances to the end of the
    /// access. The bytes that the caller changes before its next turn change at that moment.
    private void arrive(long done) {
        long effect = memory.effect();
        if (effect > engine.now(pe)) {
            engine.advanceTo(pe, effect);
            engine.turn(pe);
        }
        engine.advanceTo(pe, done);
    }

    /// A load of one word, or a look of a waiting PE at it, which begins at `start`.
    void loaded(Activity event, int target, long offset, int width, long start) {
        long done = event == Activity.POLL
                ? memory.poll(pe, target, offset, start)
                : memory.load(pe, target, offset, start);
        if (event != Activity.POLL) sim.races.meets(pe, event, target, offset, offset + width, start);
        engine.advanceTo(pe, done);
        sim.note(pe, event, target, offset, width, start, done);
    }

    /// A look of the program at one word as a flag: it finds the latest value. A look takes at least one nanosecond on
    /// every machine, so that loops of looks end.
    void looked(int target, long offset, int width, long start) {
        long done = Math.max(memory.poll(pe, target, offset, start), start + Picos.PER_NANO);
        sim.races.meets(pe, Activity.LOAD, target, offset, offset + width, start);
        engine.advanceTo(pe, done);
        sim.note(pe, Activity.LOAD, target, offset, width, start, done);
    }

    /// Changes a range from private memory: by a `call`, or by direct stores of values at hand.
    void write(Activity event, int target, long offset, long bytes, boolean call) {
        long start = turn();
        written(event, target, offset, bytes, start, memory.write(pe, target, offset, bytes, call, start));
    }

    /// A range has changed, from `start` until `done`.
    void written(Activity event, int target, long offset, long bytes, long start, long done) {
        long seen = memory.seen();
        arrive(done);
        moved(event, target, offset, bytes, start, done);
        sim.pollers.changed(target, offset, offset + bytes, seen);
    }

    /// Reads a range into private memory: by a `call`, or by direct loads into registers.
    void read(Activity event, int target, long offset, long bytes, boolean call) {
        long start = turn();
        moved(event, target, offset, bytes, start, memory.read(pe, target, offset, bytes, call, start));
    }

    private void moved(Activity event, int target, long offset, long bytes, long start, long done) {
        sim.races.meets(pe, event, target, offset, offset + bytes, start);
        if (sim.delayed != null && event.changes()) {
            sim.delayed.nonBlocking.changes(pe, event, target, offset, offset + bytes);
        }
        if (bytes > memory.line(offset)) sim.races.flies(pe, event, target, offset, offset + bytes, start, done);
        engine.advanceTo(pe, done);
        if (sim.conflicts != null) sim.conflicts.accessed(pe, event, target, offset, offset + bytes);
        sim.note(pe, event, target, offset, bytes, start, done);
    }

    /// Copies between two regions.
    void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        long start = turn();
        long done = memory.copy(pe, dstPe, dstOffset, srcPe, srcOffset, bytes, start);
        copied(dstPe, dstOffset, srcPe, srcOffset, bytes, start, done);
    }

    /// A range has been copied, from `start` until `done`.
    void copied(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes, long start, long done) {
        long seen = memory.seen();
        arrive(done);
        sim.races.meets(pe, Activity.READ, srcPe, srcOffset, srcOffset + bytes, start);
        if (bytes > memory.line(srcOffset)) {
            sim.races.flies(pe, Activity.READ, srcPe, srcOffset, srcOffset + bytes, start, done);
        }
        if (sim.conflicts != null) sim.conflicts.read(pe, Activity.READ, srcPe, srcOffset, srcOffset + bytes);
        moved(Activity.COPY, dstPe, dstOffset, bytes, start, done);
        sim.pollers.changed(dstPe, dstOffset, dstOffset + bytes, seen);
    }
}
