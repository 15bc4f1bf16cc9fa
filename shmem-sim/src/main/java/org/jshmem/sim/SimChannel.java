// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.model.Calls;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// A simulated PE's stream of operations: each is priced, and moves real bytes. What an adversary holds back it
/// holds back for each channel apart.
public final class SimChannel implements Channel {
    private final SimTransport transport;
    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final Calls calls;
    private final Regions regions;
    private final Accesses accesses;
    private final DelayedPuts delayed;
    private final int pe;

    SimChannel(SimTransport transport, Simulation sim, Accesses accesses) {
        this.transport = transport;
        this.sim = sim;
        this.accesses = accesses;
        pe = transport.pe();
        engine = sim.engine;
        memory = sim.memory;
        calls = sim.calls;
        regions = sim.regions;
        delayed = sim.job.delayed() ? new DelayedPuts(this::arrived) : null;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        long start = accesses.turn();
        accesses.stored(Event.STORE, target, offset, width, start, memory.store(pe, target, offset, start));
        Memory.set(regions.address(target, offset), width, value);
    }

    @Override
    public void signal(int target, long offset, long value) {
        if (delayed != null) delayed.deliver();
        memory.begin(pe);
        long start = accesses.turn();
        accesses.stored(Event.SIGNAL, target, offset, Long.BYTES, start, memory.flag(pe, target, offset, start));
        Memory.setLongRelease(regions.address(target, offset), value);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        if (delayed != null) delayed.deliver();
        long start = accesses.turn();
        accesses.stored(Event.ATOMIC, target, offset, width, start, memory.atomic(pe, target, offset, start));
        return Memory.atomic(op, regions.address(target, offset), width, operand, expected);
    }

    @Override
    public long load(int target, long offset, int width) {
        long start = accesses.turn();
        long value = Memory.getAcquire(regions.address(target, offset), width);
        accesses.loaded(Event.LOAD, target, offset, width, start);
        return value;
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return load(target, offset, width);
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        long to = beforePut(target, offset, bytes);
        if (to != 0) Memory.copyIn(src, from, to, bytes);
        else delayed.put(target, offset, regions.address(target, offset), bytes).from(src, from, bytes);
    }

    private void arrived(int region, long offset, long bytes) {
        sim.pollers.changed(region, offset, offset + bytes, engine.now(pe));
    }

    /// Prices a put; the address to put to now, or 0 where an adversary delays it.
    private long beforePut(int target, long offset, long bytes) {
        memory.begin(pe);
        engine.advance(pe, calls.put());
        accesses.write(Event.PUT, target, offset, bytes, true);
        return delayed == null || target == pe ? regions.address(target, offset) : 0;
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        memory.begin(pe);
        engine.advance(pe, calls.get());
        accesses.read(Event.GET, target, offset, bytes, true);
        Memory.copyOut(regions.address(target, offset), dst, to, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        memory.begin(pe);
        if (dstPe != pe) engine.advance(pe, calls.put());
        else if (srcPe != pe) engine.advance(pe, calls.get());
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        long source = regions.address(srcPe, srcOffset);
        long target = regions.address(dstPe, dstOffset);
        if (delayed == null || dstPe == pe) Memory.copy(source, target, bytes);
        else delayed.put(dstPe, dstOffset, target, bytes).from(source, bytes);
    }

    @Override
    public void fence() {
        if (delayed != null) delayed.deliver();
        engine.advance(pe, calls.fence());
    }

    @Override
    public void quiet() {
        if (delayed != null) delayed.deliver();
        long start = engine.now(pe);
        engine.advance(pe, calls.quiet());
        sim.note(pe, Event.QUIET, -1, 0, 0, start, engine.now(pe));
    }

    /// Every flag says all that was done before it, unless an adversary held something back.
    @Override
    public void release() {
        deliver();
    }

    /// Lets everything arrive that was held back.
    void deliver() {
        if (delayed != null) delayed.deliver();
    }

    @Override
    public void close() {
        quiet();
        transport.forget(this);
    }
}
