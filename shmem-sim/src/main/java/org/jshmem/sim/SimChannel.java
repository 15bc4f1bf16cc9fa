// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim;

import java.lang.foreign.MemorySegment;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.SimKernel;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Atomic;
import org.jshmem.transport.Channel;
import org.jshmem.transport.Memory;
import org.jshmem.transport.Transport;

/// A simulated PE's stream of operations. Each operation has a cost and moves real bytes. An adversary holds puts back
/// for each channel apart.
public final class SimChannel implements Channel {
    static final int MANY = 8; // more fences, or looks at the clock, at one time than any sequence of calls needs

    final Simulation sim;
    private final SimTransport transport;
    private final SimKernel kernel;
    private final DelayedPuts delayed;
    private final int pe;
    private int epoch; // fences so far
    private long ordered = -1; // end of the latest fence or quiet
    private int idle; // number of further ones that ended at that time

    SimChannel(SimTransport transport, Simulation sim) {
        this.transport = transport;
        this.sim = sim;
        pe = transport.pe();
        kernel = sim.kernel;
        delayed = sim.delayed;
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
    long destination(int target, long offset, long bytes) {
        return isLate(target) ? delayed.hold(this, target, offset, bytes) : sim.regions.address(target, offset);
    }

    void written(int target) {
        if (isLate(target)) delayed.made();
    }

    /// A signal or an atomic reaches a PE: the puts that are ordered before it arrive there first.
    private void comes(int target, long offset) {
        if (delayed == null) return;
        delayed.before(this, target, sim.objects.has(offset) ? epoch : Integer.MAX_VALUE);
    }

    /// Whether a change of a PE's memory may happen after its call. The PE's own memory changes at once, because its
    /// own
    /// loads need no call.
    private boolean mayIssue(int target) {
        return sim.issues && target != pe;
    }

    private void act(Simcall operation, boolean issued) {
        if (issued) kernel.issue(pe, operation);
        else transport.perform(operation);
    }

    @Override
    public void store(int target, long offset, int width, long value) {
        boolean issued = mayIssue(target);
        act(new WordChange(this, Activity.STORE, target, offset, width, value, issued), issued);
    }

    /// Raises a flag after the data. A signal that follows no issued operation is performed: the wait that follows it
    /// would have to wait for it.
    @Override
    public void signal(int target, long offset, long value) {
        boolean issued = mayIssue(target) && kernel.hasIssued(pe);
        comes(target, offset);
        act(new WordChange(this, Activity.SIGNAL, target, offset, Long.BYTES, value, issued), issued);
    }

    @Override
    public long atomic(Atomic op, int target, long offset, int width, long operand, long expected) {
        long was = change(op, target, offset, width, operand, expected);
        if (sim.conflicts != null) sim.conflicts.looked(pe, target, offset, offset + width);
        return was;
    }

    /// Changes a word at the cost of [#atomic], but creates no order for this PE, since it returns nothing.
    @Override
    public void update(Atomic op, int target, long offset, int width, long operand) {
        change(op, target, offset, width, operand, 0);
    }

    private long change(Atomic op, int target, long offset, int width, long operand, long expected) {
        comes(target, offset);
        WordChange change = new WordChange(this, op, target, offset, width, operand, expected);
        transport.perform(change);
        return change.was;
    }

    @Override
    public long load(int target, long offset, int width) {
        return load(target, offset, width, false);
    }

    @Override
    public long fetch(int target, long offset, int width) {
        return load(target, offset, width, true);
    }

    @Override
    public long look(int target, long offset, int width) {
        return load(target, offset, width, true);
    }

    private long load(int target, long offset, int width, boolean isLook) {
        WordLoad load = new WordLoad(sim, pe, target, offset, width, isLook);
        transport.perform(load);
        return load.value;
    }

    @Override
    public void put(int target, long offset, MemorySegment src, long from, long bytes) {
        if (bytes == 0) return;
        if (mayIssue(target) && transport.mayStage(bytes)) {
            long staged = transport.stage(src, from, bytes);
            kernel.issue(pe, transport.stagedPut(this, target, offset, staged, bytes));
            return;
        }
        transport.perform(RangeAccess.put(this, target, offset, src, from, bytes, false));
    }

    @Override
    public void get(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (bytes > 0) transport.perform(RangeAccess.get(this, target, offset, dst, to, bytes));
    }

    @Override
    public void copy(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (bytes > 0) transport.perform(copying(dstPe, dstOffset, srcPe, srcOffset, bytes));
    }

    private RangeAccess copying(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        return RangeAccess.copy(sim, pe, dstPe, dstOffset, srcPe, srcOffset, bytes, false)
                .by(this);
    }

    /// Reports the puts that were under way to bytes that this PE has just read, and delivers them.
    void missed(Activity event, int target, long offset, long bytes) {
        delayed.read(pe, event, target, offset, offset + bytes);
        delayed.looked(target, offset, offset + bytes, pe);
    }

    @Override
    public void putNbi(int target, long offset, MemorySegment src, long from, long bytes) {
        if (!isLate(target) || bytes == 0) {
            put(target, offset, src, from, bytes);
            return;
        }
        transport.perform(
                RangeAccess.put(this, target, offset, src, from, bytes, false).withoutBytes());
        delayed.putNbi(this, target, offset, new PendingCalls.Source(src, from), -1, 0, bytes);
    }

    @Override
    public void getNbi(int target, long offset, MemorySegment dst, long to, long bytes) {
        if (!isLate(target) || bytes == 0) {
            get(target, offset, dst, to, bytes);
            return;
        }
        transport.perform(RangeAccess.get(this, target, offset, dst, to, bytes).withoutBytes());
        missed(Activity.GET, target, offset, bytes);
        delayed.nonBlocking.get(this, target, offset, dst, to, bytes);
    }

    @Override
    public void copyNbi(int dstPe, long dstOffset, int srcPe, long srcOffset, long bytes) {
        if (delayed == null || bytes == 0 || dstPe == srcPe) {
            copy(dstPe, dstOffset, srcPe, srcOffset, bytes);
            return;
        }
        transport.perform(copying(dstPe, dstOffset, srcPe, srcOffset, bytes).withoutBytes());
        var source = new PendingCalls.Source(Memory.everywhere(), sim.regions.address(srcPe, srcOffset));
        if (dstPe != pe) delayed.putNbi(this, dstPe, dstOffset, source, srcPe, srcOffset, bytes);
        else delayed.getNbi(this, dstOffset, source, bytes);
        missed(Activity.READ, srcPe, srcOffset, bytes);
    }

    @Override
    public void fence() {
        transport.drain();
        epoch++;
        kernel.advance(pe, sim.calls.fence());
        letOthersAct();
    }

    @Override
    public void quiet() {
        transport.drain();
        if (delayed != null && delayed.holds(this)) { // others act meanwhile, and must not rely on these puts
            kernel.advance(pe, DelayedPuts.QUIET);
            transport.turn();
        }
        release();
        if (delayed != null) delayed.nonBlocking.complete(this);
        if (sim.meter != null) sim.meter.stop(pe);
        long start = kernel.now(pe);
        kernel.advanceTo(pe, sim.memory.quiet(pe, start));
        kernel.advance(pe, sim.calls.quiet());
        sim.note(pe, Activity.QUIET, -1, 0, 0, start, kernel.now(pe));
        letOthersAct();
    }

    /// Ends a fence or a quiet. A program may loop over fences until another PE changes its memory. That PE needs its
    /// turn, and the clock must not stand still. From the ninth fence at one time on, each takes a nanosecond. A
    /// collective needs no turn here: its next operation takes one.
    private void letOthersAct() {
        idle = kernel.now(pe) == ordered ? idle + 1 : 0;
        if (idle >= MANY) kernel.advance(pe, Picos.PER_NANO);
        if (!sim.issues || !sim.spent().isInside(pe)) transport.turn();
        ordered = kernel.now(pe);
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
