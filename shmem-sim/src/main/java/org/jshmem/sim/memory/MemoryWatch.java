// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.memory;

import org.jshmem.sim.cost.AccessKind;
import org.jshmem.sim.kernel.Picos;
import org.jshmem.sim.kernel.Simcall;
import org.jshmem.transport.Wait;

/// A wait for a change of memory. A PE that has looked in vain watches the bytes and sleeps; a change of their lines
/// wakes it. It then looks again: a subclass takes the looks, and here the caller does, after each change.
public class MemoryWatch extends Simcall {
    /// The PE that waits.
    public final int pe;

    /// The caller of the wait.
    public Wait by;

    /// Whether an interrupt ends the wait.
    public boolean interrupted;

    final SimMemory memory;
    int target;
    long offset;
    long bytes;
    private long blocked; // since this time, -1 before
    private long missed = -1; // the earliest time at which the PE can notice a change that it has not noticed, -1: none
    boolean watches;
    private boolean sleeps;
    private long until;
    private long longest;

    /// An object for the waits of a PE, one after the other.
    public MemoryWatch(SimMemory memory, int pe) {
        super(true);
        this.memory = memory;
        this.pe = pe;
    }

    /// Makes this object another wait of its PE, of the caller `by`, for bytes of a PE.
    public final void become(Wait caller, int owner, long first, long count) {
        by = caller;
        target = owner;
        offset = first;
        bytes = count;
        blocked = -1;
        sleeps = false;
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
        interrupted = by.interruptible && Thread.currentThread().isInterrupted();
        until = interrupted ? 0 : Picos.ofNanos(by.deadline);
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

    /// Watches the bytes from now on, so that the PE misses no change while it looks.
    public final void watch() {
        missed = -1;
        watches = true;
        memory.waits(target).add(this);
    }

    /// Sleeps after a look in vain, until the time at which the PE notices a change; it may have come during the look.
    public final long sleep(long now) {
        if (blocked < 0) {
            memory.costs.begin(pe);
            blocked = now;
        }
        sleeps = true;
        return missed < 0 ? BLOCKED | now : Math.max(now, missed);
    }

    @Override
    public final long step(long now) {
        if (sleeps) {
            if (missed < 0 || missed > now) return sleep(now);
            missed = -1;
            sleeps = false;
        }
        return lookAgain(now);
    }

    /// Takes the next step of a look.
    long lookAgain(long now) {
        sleeps = true;
        return DONE | now;
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
