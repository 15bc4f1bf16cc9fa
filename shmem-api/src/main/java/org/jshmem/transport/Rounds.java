// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

import java.util.function.LongPredicate;

/// The rounds of a meeting. In round r a PE raises its flag at PE `to[r]`, and waits until the flag at `awaited[r]` of
/// its own memory has reached a goal. Flags only grow, and may wrap around.
public final class Rounds {
    /// The PEs at which the flag is raised.
    public final int[] to;

    /// The offsets of the awaited flags.
    public final long[] awaited;

    /// The offset of the raised flag.
    public final long raised;

    /// The value of the raised flag.
    public long value;

    /// The least value of an awaited flag that has reached its goal.
    public long goal;

    /// Whether a flag that has reached its goal has an expected value. Any thread may call.
    public LongPredicate fits;

    /// Whether a flag had no expected value, and the rounds have ended there.
    public boolean differs;

    /// Rounds without flags yet.
    public Rounds(int[] to, long[] awaited, long raised) {
        this.to = to;
        this.awaited = awaited;
        this.raised = raised;
    }
}
