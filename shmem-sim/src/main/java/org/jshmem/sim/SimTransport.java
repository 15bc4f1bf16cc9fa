// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.Cmp;
import org.jshmem.ThreadLevel;
import org.jshmem.Work;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.machine.Directory;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.JobEnd;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;
import org.jshmem.transport.Watch;

/// One simulated PE: real bytes, virtual time.
///
/// An operation takes effect at the PE's clock, when no PE that could still act has a smaller one, and moves the clock
/// to when it is done. What others see of it they see at that time: a line that is being written makes who reads it
/// wait.
public final class SimTransport implements Transport {
    private final Simulation sim;
    private final Engine engine;
    private final Directory directory;
    private final Regions regions;
    private final DelayedPuts delayed;
    private final int pe;
    private final Accesses accesses;
    private final Waiting waiting;

    SimTransport(Simulation sim, int pe) {
        this.sim = sim;
        this.pe = pe;
        engine = sim.engine;
        directory = sim.directory;
        regions = sim.regions;
        delayed = sim.job.delayed() ? new DelayedPuts() : null;
        accesses = new Accesses(sim, pe);
        waiting = new Waiting(sim, accesses, pe);
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int npes() {
        return sim.job.npes();
    }

    @Override
    public long regionBytes() {
        return regions.regionBytes();
    }

    @Override
    public boolean crowded() {
        return false;
    }

    @Override
    public String machine() {
        return sim.job.machine().name();
    }

    @Override
    public ThreadLevel threadLevel() {
        return ThreadLevel.FUNNELED;
    }

    @Override
    public void zero(long offset, long bytes) {
        if (bytes == 0) return;
        regions.zero(pe, offset, bytes);
        sim.flush(pe, offset, bytes);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        long start = accesses.turn();
        Memory.set(regions.address(target, offset), width, value);
        accesses.stored(
                Event.STORE, target, offset, width, start, directory.store(pe, target, sim.line(offset), start));
    }

    @Override
    public void signal(int target, long offset, long value) {
        if (delayed != null) delayed.deliver();
        directory.begin(pe);
        long start = accesses.turn();
        Memory.setLongRelease(regions.address(target, offset), value);
        accesses.stored(
                Event.SIGNAL, target, offset, Long.BYTES, start, directory.store(pe, target, sim.line(offset), start));
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        if (delayed != null) delayed.deliver();
        long start = accesses.turn();
        long old = Memory.atomic(op, regions.address(target, offset), width, operand, expected);
        long done = directory.store(pe, target, sim.line(offset), start) + sim.prices.locked;
        accesses.stored(Event.ATOMIC, target, offset, width, start, done);
        return old;
    }

    @Override
    public long load(int target, long offset, int width) {
        long start = accesses.turn();
        long value = Memory.getAcquire(regions.address(target, offset), width);
        accesses.loaded(Event.LOAD, target, offset, width, start);
        return value;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        long to = beforePut(target, offset, bytes);
        if (to != 0) Memory.copyIn(src, from, to, bytes);
        else delayed.put(regions.address(target, offset), bytes).from(src, from, bytes);
    }

    /// Prices a put; the address to put to now, or 0 where an adversary delays it.
    private long beforePut(int target, long offset, long bytes) {
        directory.begin(pe);
        engine.advance(pe, sim.prices.put);
        accesses.write(Event.PUT, target, offset, bytes, true);
        return delayed == null || target == pe ? regions.address(target, offset) : 0;
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        directory.begin(pe);
        engine.advance(pe, sim.prices.get);
        accesses.read(Event.GET, target, offset, bytes, true);
        Memory.copyOut(regions.address(target, offset), dst, to, bytes);
    }

    @Override
    public void touch(int target, long offset, long bytes, boolean stores) {
        if (bytes == 0) return;
        engine.advance(pe, sim.prices.ptr);
        if (stores) accesses.write(Event.WRITE, target, offset, bytes, false);
        else accesses.read(Event.READ, target, offset, bytes, false);
    }

    @Override
    public void touchCopy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        engine.advance(pe, sim.prices.ptr);
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        directory.begin(pe);
        if (dstPe != pe) engine.advance(pe, sim.prices.put);
        else if (srcPe != pe) engine.advance(pe, sim.prices.get);
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        long source = regions.address(srcPe, srcOffset);
        long target = regions.address(dstPe, dstOffset);
        if (delayed == null || dstPe == pe) Memory.copy(source, target, bytes);
        else delayed.put(target, bytes).from(source, bytes);
    }

    @Override
    public long address(int target, long offset) {
        return regions.address(target, offset);
    }

    @Override
    public void fence() {
        if (delayed != null) delayed.deliver();
        engine.advance(pe, sim.prices.fence);
    }

    @Override
    public void quiet() {
        if (delayed != null) delayed.deliver();
        long start = engine.now(pe);
        engine.advance(pe, sim.prices.quiet);
        sim.note(pe, Event.QUIET, -1, 0, 0, start, engine.now(pe));
    }

    @Override
    public boolean await(int target, long offset, int width, Cmp cmp, long value, Watch watch) {
        return waiting.await(target, offset, width, cmp, value, watch);
    }

    @Override
    public boolean awaitAny(long offset, long bytes, Condition condition, Watch watch) {
        return waiting.awaitAny(offset, bytes, condition, watch);
    }

    @Override
    public long nanoTime() {
        return engine.now(pe) / Picos.PER_NANO;
    }

    /// The PE's clock in picoseconds.
    public long picos() {
        return engine.now(pe);
    }

    @Override
    public void sleep(long nanos) {
        if (nanos <= 0) return;
        long start = engine.now(pe);
        engine.advance(pe, Math.min(Picos.ofNanos(nanos), Long.MAX_VALUE - start));
        sim.note(pe, Event.SLEEP, -1, 0, 0, start, engine.now(pe));
        accesses.turn();
    }

    @Override
    public void compute(Work work) {
        long read = work.bytesRead();
        long written = work.bytesWritten();
        long bytes = read + written;
        long footprint = work.footprint() == 0 ? bytes : work.footprint();
        long start = engine.now(pe);
        long issued = start + sim.computing.issue(pe, work.flops(), work.scalars(), read, written, work.vector());
        long done = Math.max(issued, start + sim.computing.misses(pe, bytes, footprint, work.prefetchable()));
        if (work.prefetchable() && sim.computing.streams(pe, footprint)) {
            boolean manyLoads = read >= 2 * written;
            for (long left = bytes; left > 0; left -= sim.computing.chunk()) {
                long now = accesses.turn();
                engine.advanceTo(pe, sim.computing.stream(Math.min(left, sim.computing.chunk()), manyLoads, now));
            }
        }
        engine.advanceTo(pe, done);
        if (footprint > 0) directory.displace(pe, footprint);
        sim.note(pe, Event.COMPUTE, -1, 0, bytes, start, engine.now(pe));
    }

    @Override
    public Error abort(int status, Throwable why) {
        sim.fail(pe, status, why);
        throw new JobEnd(status, pe, why);
    }

    @Override
    public void enter() {
        // a simulated PE is there from the start
    }

    @Override
    public void leave() {
        if (delayed != null) delayed.deliver();
    }

    @Override
    public String toString() {
        return "sim " + machine() + " PE " + pe + "/" + npes() + " at " + Picos.show(engine.now(pe));
    }
}
