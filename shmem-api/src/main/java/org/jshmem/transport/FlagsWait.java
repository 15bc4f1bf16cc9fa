// SPDX-License-Identifier: Apache-2.0
package org.jshmem.transport;

/// A wait until all flags of a row in the PE's region but the PE's own have reached a goal. Flags only grow, and may
/// wrap around. Each is read until it has reached the goal, and never again.
public abstract class FlagsWait extends Wait {
    private final Channel channel;

    /// The place of the first flag in the region.
    public final long first;

    /// The distance between the places of two flags.
    public final long stride;

    /// The number of flags.
    public final int count;

    /// The number of the PE's own flag, which no PE raises.
    public final int own;

    public final long goal;

    private int missing; // the first flag that has not been seen there

    protected FlagsWait(Reason reason, Channel channel, long first, long stride, int count, int own, long goal) {
        super(reason, null);
        this.channel = channel;
        this.first = first;
        this.stride = stride;
        this.count = count;
        this.own = own;
        this.goal = goal;
    }

    /// The place of the first flag that has not been seen to reach the goal.
    public final long awaited() {
        return first + missing * stride;
    }

    /// A flag has reached the goal, with this value.
    public abstract void saw(long flag);

    @Override
    public boolean holds() {
        int k = missing; // a local: another thread that looks at once must not make this one skip a flag
        for (; k < count; k++) {
            if (k == own) continue;
            long flag = channel.load(channel.transport().pe(), first + k * stride, Long.BYTES); // an acquire
            if (flag - goal < 0) break;
            saw(flag);
        }
        missing = k;
        return k == count;
    }
}
