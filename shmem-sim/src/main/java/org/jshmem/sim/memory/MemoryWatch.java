// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;

/// A wait for a change of memory. A PE that has looked in vain watches the bytes and sleeps; a change of their lines
/// wakes it.
public abstract class MemoryWatch extends Simcall {
    /// The PE that waits.
    public final int pe;

    /// The owner of the bytes.
    public final int target;

    /// The number of bytes.
    public final long bytes;

    final SimMemory memory;
    long offset;
    private long blocked = -1; // since this time, -1 before
    private long missed = -1; // the earliest time at which the PE can notice a change that it has not noticed, -1: none
    private boolean watches;
    private long until = Long.MAX_VALUE;
    private long longest = Long.MAX_VALUE;

    MemoryWatch(SimMemory memory, int pe, int target, long offset, long bytes) {
        super(true);
        this.memory = memory;
        this.pe = pe;
        this.target = target;
        this.offset = offset;
        this.bytes = bytes;
    }

    /// The first byte.
    public final long offset() {
        return offset;
    }

    /// Ends the wait without a change at a time, 0 for at once, and when it has blocked for `picos`.
    public final void limit(long time, long picos) {
        until = time;
        longest = picos;
    }

    @Override
    public final long deadline() {
        return Math.min(until, Picos.plus(blocked, longest));
    }

    /// Whether the limit of the time in which it blocks comes no later than the time at which it ends anyway.
    public final boolean isTooLong() {
        return Picos.plus(blocked, longest) < until;
    }

    /// Begins anew, for other bytes of the same PE.
    final void restart(long other) {
        offset = other;
        blocked = -1;
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
}
