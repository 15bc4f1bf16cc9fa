// SPDX-License-Identifier: Apache-2.0
package org.jshmem.sim.kernel;

/// A request of one PE. The kernel performs the steps of all PEs' operations in the order of their times.
///
/// A step returns the time of the next step, `DONE | time`, or `BLOCKED | time`. A blocked operation has its next step
/// after [SimKernel#wake].
public abstract class Simcall {
    /// The operation is over at the time in the other bits.
    public static final long DONE = 1L << 62;

    /// The operation has no next step until a wake-up, and the PE's clock is at the time in the other bits.
    public static final long BLOCKED = Long.MIN_VALUE;

    final boolean anyThread;

    /// An operation whose steps the thread of any PE may take, which saves task switches, or the PE's own alone.
    protected Simcall(boolean anyThread) {
        this.anyThread = anyThread;
    }

    /// Takes the next step, at the PE's clock.
    public abstract long step(long now);

    /// Begins the operation at the PE's clock, and returns the time of the first step. Other PEs see
    /// nothing before it.
    public long begin(long now) {
        return now;
    }

    /// The time at which a blocked operation ends without a wake-up, `Long.MAX_VALUE` for never.
    public long deadline() {
        return Long.MAX_VALUE;
    }

    /// A clause of the deadlock report: the PE, the awaited value, and the present one.
    public String describe() {
        return "";
    }
}
