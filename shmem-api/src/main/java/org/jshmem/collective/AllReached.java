// SPDX-License-Identifier: Apache-2.0
package org.jshmem.collective;

import org.jshmem.transport.Wait;

/// A wait until all other members have reached a tick of the present call. Each flag is read until it has reached the
/// tick, and never again.
final class AllReached extends Wait {
    private final CallSequence calls;
    private final long at;
    private final long goal;
    private final boolean meets;
    private int missing; // the first member that has not been seen there
    private boolean differs;

    AllReached(CallSequence calls, long at, boolean meets) {
        super(calls, null);
        this.calls = calls;
        this.at = at;
        this.goal = calls.goal(at);
        this.meets = meets;
    }

    @Override
    public boolean holds() {
        int k = missing; // a local: another thread that looks at once must not make this one skip a member
        for (; k < calls.size; k++) {
            if (k == calls.me) continue;
            long flag = calls.look(k);
            if (flag - goal < 0) break;
            if (!calls.fits(flag, at, meets)) differs = true;
        }
        missing = k;
        return k == calls.size;
    }

    /// Whether a member that has been seen there is in another call.
    boolean differs() {
        return differs;
    }
}
