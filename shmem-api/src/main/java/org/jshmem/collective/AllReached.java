// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Channel;
import org.jshmem.transport.FlagsWait;

/// A wait until all other members have reached a tick of the present call.
final class AllReached extends FlagsWait {
    private final CallSequence calls;
    private final long at;
    private final boolean inCall;
    private boolean differs;

    AllReached(CallSequence calls, Channel channel, long flags, long line, long at, boolean inCall) {
        super(calls, channel, flags, line, calls.size, calls.me, calls.goal(at));
        this.calls = calls;
        this.at = at;
        this.inCall = inCall;
    }

    @Override
    public void saw(long flag) {
        if (!calls.fits(flag, at, inCall)) differs = true;
    }

    /// Whether a member that has been seen there is in another call.
    boolean differs() {
        return differs;
    }
}
