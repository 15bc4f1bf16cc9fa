// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.engine.Engine;
import org.jshmem.sim.engine.Picos;
import org.jshmem.sim.model.CallCosts;
import org.jshmem.sim.model.MemorySystem;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// A simulated PE's stream of operations. Each operation has a cost and moves real bytes. An adversary holds puts back
/// for each channel apart.
public final class SimChannel implements Channel {
    static final int MANY = 8; // more fences, or looks at the clock, at one time than any sequence of calls needs

    private final SimTransport transport;
    private final Simulation sim;
    private final Engine engine;
    private final MemorySystem memory;
    private final CallCosts calls;
    private final Regions regions;
    private final Accesses accesses;
    private final DelayedPuts delayed;
    private final IssueQueue issued;
    private final int pe;
    private int epoch; // fences so far
    private long ordered = -1; // end of the latest fence or quiet
    private int idle; // number of further ones that ended at that time

    SimChannel(SimTransport transport, Simulation sim, Accesses accesses, IssueQueue issued) {
        this.transport = transport;
        this.sim = sim;
        this.accesses = accesses;
        pe = transport.pe();
        engine = sim.engine;
        memory = sim.memory;
        calls = sim.calls;
        regions = sim.regions;
        delayed = sim.delayed;
        this.issued = issued;
    }

    @Override
    public Transport transport() {
        return transport;
    }

    /// The PE whose operations these are.
    int pe() {
        return pe;
    }

    /// Whether this is the channel of the default context.
    boolean isDefault() {
        return transport.channel() == this;
    }

    /// The number of fences so far.
    int epoch() {
        return epoch;
    }

    /// Whether an adversary delays puts and non-blocking gets to or from a target.
    private boolean isLate(int target) {
        return delayed != null && target != pe;
    }

    /// The address at which bytes for a target are written now: their own, or where an adversary holds them back. After
    /// the bytes the caller calls [#written].
    private long destination(int target, long offset, long bytes) {
        return isLate(target) ? delayed.hold(this, target, offset, bytes) : regions.address(target, offset);
    }

    private void written(int target) {
        if (isLate(target)) delayed.made();
    }

    /// A signal or an atomic reaches a PE: the puts that are ordered before it arrive there first.
    private void comes(int target, long offset) {
        if (delayed == null) return;
        delayed.before(this, target, sim.objects.has(offset) ? epoch : Integer.MAX_VALUE);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        if (issued.takes(target)) {
            issued.store(target, offset, width, value);
            return;
        }
        issued.drain();
        long start = accesses.turn();
        accesses.stored(Activity.STORE, target, offset, width, start, memory.store(pe, target, offset, start));
        Memory.set(destination(target, offset, width), width, value);
        written(target);
    }

    @Override
    public void signal(int target, long offset, long value) {
        if (!issued.isEmpty()) { // after the data; alone it would have to be waited for like the flag that follows it
            if (issued.takes(target)) {
                issued.signal(target, offset, value);
                return;
            }
            issued.drain();
        }
        comes(target, offset);
        long start = accesses.turn();
        memory.begin(pe);
        accesses.signal(target, offset, value, start);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long was = change(op, target, offset, width, operand, expected);
        looked(target, offset, width);
        return was;
    }

    /// Changes a word at the cost of [#atomic], but creates no order for this PE, since it returns nothing.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        change(op, target, offset, width, operand, 0);
    }

    private long change(Atomic op, int target, long offset, int width, long operand, long expected) {
        issued.drain();
        comes(target, offset);
        long start = accesses.turn();
        accesses.stored(Activity.ATOMIC, target, offset, width, start, memory.atomic(pe, target, offset, start));
        return Memory.atomic(op, regions.address(target, offset), width, operand, expected);
    }

    @Override
    public long load(int target, long offset, int width) {
        issued.drain();
        return accesses.load(target, offset, width, accesses.turn());
    }

    @Override
    public long fetch(int target, long offset, int width) {
        issued.drain();
        long start = accesses.turn();
        long value = Memory.getAcquire(regions.address(target, offset), width);
        looked(target, offset, width);
        accesses.looked(target, offset, width, start);
        if (delayed != null) delayed.looked(target, offset, offset + width, pe);
        return value;
    }

    @Override
    public long look(int target, long offset, int width) {
        return fetch(target, offset, width);
    }

    /// The accesses of other PEs before they wrote this word come before the next access of this PE.
    private void looked(int target, long offset, int width) {
        if (sim.conflicts != null) sim.conflicts.looked(pe, target, offset, offset + width);
    }

    /// Begins a transfer, which takes `call` without its memory.
    private void begin(long call) {
        issued.drain();
        memory.begin(pe);
        engine.advance(pe, call);
    }

    private void beginCopy(int dstPe, int srcPe) {
        begin(dstPe != pe ? calls.put() : srcPe != pe ? calls.get() : 0);
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        if (issued.takes(target, bytes)) {
            issued.put(target, offset, src, from, bytes);
            return;
        }
        begin(calls.put());
        accesses.write(Activity.PUT, target, offset, bytes, true);
        Memory.copyIn(src, from, destination(target, offset, bytes), bytes);
        written(target);
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes == 0) return;
        begin(calls.get());
        accesses.read(Activity.GET, target, offset, bytes, true);
        Memory.copyOut(regions.address(target, offset), dst, to, bytes);
        if (delayed != null) missed(Activity.GET, target, offset, bytes);
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes == 0) return;
        beginCopy(dstPe, srcPe);
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        Memory.copy(regions.address(srcPe, srcOffset), destination(dstPe, dstOffset, bytes), bytes);
        written(dstPe);
        if (delayed != null) missed(Activity.READ, srcPe, srcOffset, bytes);
    }

    /// Reports the puts that were under way to bytes that this PE has just read, and delivers them.
    private void missed(Activity event, int target, long offset, long bytes) {
        delayed.read(pe, event, target, offset, offset + bytes);
        delayed.looked(target, offset, offset + bytes, pe);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        if (!isLate(target) || bytes == 0) {
            put(target, offset, src, from, bytes);
            return;
        }
        begin(calls.put());
        accesses.write(Activity.PUT, target, offset, bytes, true);
        delayed.putNbi(this, target, offset, new PendingCalls.Source(src, from), -1, 0, bytes);
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (!isLate(target) || bytes == 0) {
            get(target, offset, dst, to, bytes);
            return;
        }
        begin(calls.get());
        accesses.read(Activity.GET, target, offset, bytes, true);
        missed(Activity.GET, target, offset, bytes);
        delayed.nonBlocking.get(this, target, offset, dst, to, bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (delayed == null || bytes == 0 || dstPe == srcPe) {
            copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            return;
        }
        beginCopy(dstPe, srcPe);
        accesses.copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
        var source = new PendingCalls.Source(Memory.everywhere(), regions.address(srcPe, srcOffset));
        if (dstPe != pe) delayed.putNbi(this, dstPe, dstOffset, source, srcPe, srcOffset, bytes);
        else delayed.getNbi(this, dstOffset, source, bytes);
        missed(Activity.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void fence() {
        issued.drain();
        epoch++;
        engine.advance(pe, calls.fence());
        letOthersAct();
    }

    @Override
    public void quiet() {
        issued.drain();
        if (delayed != null && delayed.holds(this)) { // others act meanwhile, and must not rely on these puts
            engine.advance(pe, DelayedPuts.QUIET);
            accesses.turn();
        }
        release();
        if (delayed != null) delayed.nonBlocking.complete(this);
        if (sim.meter != null) sim.meter.stop(pe);
        long start = engine.now(pe);
        engine.advanceTo(pe, memory.quiet(pe, start));
        engine.advance(pe, calls.quiet());
        sim.note(pe, Activity.QUIET, -1, 0, 0, start, engine.now(pe));
        letOthersAct();
    }

    /// Ends a fence or a quiet. A program may loop over fences until another PE changes its memory. That PE needs its
    /// turn, and the clock must not stand still. From the ninth fence at one time on, each takes a nanosecond. A
    /// collective needs no turn here: its next operation takes one.
    private void letOthersAct() {
        idle = engine.now(pe) == ordered ? idle + 1 : 0;
        if (idle >= MANY) engine.advance(pe, Picos.PER_NANO);
        if (!sim.issues() || !sim.spent().isInside(pe)) accesses.turn();
        ordered = engine.now(pe);
        if (sim.meter != null) sim.meter.go(pe);
    }

    @Override
    public void bindNextSignal(int target) {
        if (delayed != null) delayed.latest(this, target);
    }

    /// Delivers all puts that were held back. Without an adversary every flag already releases all operations before
    /// it.
    @Override
    public void release() {
        if (delayed != null) delayed.complete(this);
    }

    @Override
    public void close() {
        quiet();
        transport.forget(this);
    }
}
