// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Wait;

/// A wait for a change of memory. A PE that has looked in vain watches the bytes and sleeps; a change of their lines
/// wakes it.
public abstract class MemoryWatch extends Simcall {
    /// The PE that waits.
    public final int pe;

    final SimMemory memory;
    private Wait by;
    int target;
    long offset;
    long bytes;
    private long blocked; // since this time, -1 before
    private long missed = -1; // the earliest time at which the PE can notice a change that it has not noticed, -1: none
    private boolean watches;
    private boolean interrupted;
    private long until;
    private long longest;

    MemoryWatch(SimMemory memory, int pe) {
        super(true);
        this.memory = memory;
        this.pe = pe;
    }

    /// Makes this object another wait of its PE, of the caller `by`, for bytes of a PE.
    final void become(Wait caller, int owner, long first, long count) {
        by = caller;
        target = owner;
        offset = first;
        bytes = count;
        blocked = -1;
    }

    /// The caller of the wait.
    public final Wait by() {
        return by;
    }

    /// The first byte.
    public final long offset() {
        return offset;
    }

    /// The byte after the last one.
    public final long end() {
        return offset + bytes;
    }

    /// Ends the wait without a change when its caller says, at once after an interrupt, and when it has blocked for
    /// `picos`. The PE's own thread calls.
    public final void limit(long picos) {
        interrupted = by.interruptible() && Thread.currentThread().isInterrupted();
        until = interrupted ? 0 : Picos.ofNanos(by.deadline());
        longest = picos;
    }

    /// Whether an interrupt ends the wait.
    public final boolean isInterrupted() {
        return interrupted;
    }

    @Override
    public final long deadline() {
        return Math.min(until, Picos.plus(blocked, longest));
    }

    /// Whether the limit of the time in which it blocks comes no later than the time at which it ends anyway.
    public final boolean isTooLong() {
        return Picos.plus(blocked, longest) < until;
    }

    final boolean watches() {
        return watches;
    }

    /// Blocks after a look in vain, or goes on at the time at which the PE notices a change that came during the look.
    final long blocks(long now) {
        return missed < 0 ? BLOCKED | now : Math.max(now, missed);
    }

    final boolean isBlocked() {
        return blocked >= 0;
    }

    final void watch() {
        missed = -1;
        watches = true;
        memory.waits(target).add(this);
    }

    /// Begins to block after a look in vain.
    final void block(long now) {
        memory.costs.begin(pe);
        blocked = now;
    }

    /// The time at which a PE that blocks can notice a change: -1 for none so far, or a time after `now`; `now` if it
    /// notices the change at this step.
    final long noticed(long now) {
        if (missed > now) return missed;
        boolean isThere = missed >= 0;
        missed = -1;
        return isThere ? now : -1;
    }

    /// Bytes have changed, and this PE can notice it from `seen` on: wakes the PE if it watches a line of them.
    final void changed(long from, long to, long seen) {
        long line = memory.costs.line();
        if ((offset & -line) >= to || from >= (offset + bytes + line - 1 & -line)) return;
        if (missed < 0 || seen < missed) missed = seen;
        memory.kernel.wake(pe, seen);
    }

    /// Ends the wait at a time.
    public final void close(long now) {
        if (!watches) return;
        watches = false;
        memory.waits(target).remove(this);
        if (blocked >= 0) memory.passed(pe, AccessKind.WAIT, blocked, now);
    }

    @Override
    public String describe() {
        return "PE " + pe + " waits for a change of its " + memory.names.words(offset, bytes)
                + memory.kernel.threads.where(pe);
    }
}
